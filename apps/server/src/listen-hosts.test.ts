import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { withListenHosts } from './listen-hosts.ts'

const lines: string[] = []
const log = { warn: (text: unknown) => void lines.push(String(text)) }

it.each([
  ['IPv6 and IPv4 by default', {}, true, '::', '::', 0],
  ['IPv4 alone where there is no IPv6', {}, false, '0.0.0.0', '0.0.0.0', 1],
  ['the given addresses', { HOST: '127.0.0.1', LOGGER_HOST: '203.0.113.5' }, false, '127.0.0.1', '203.0.113.5', 0],
  ['one given address', { HOST: '127.0.0.1' }, false, '127.0.0.1', '0.0.0.0', 1],
] as const)('listens on %s', async (_, env, hasIpv6, httpHost, loggerHost, warnings) => {
  lines.length = 0
  const config = await withListenHosts(readConfig(env), log, async () => hasIpv6)
  expect(config).toMatchObject({ httpHost, solarman: { host: loggerHost } })
  expect(lines).toHaveLength(warnings)
})
