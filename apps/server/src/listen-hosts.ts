import { createServer } from 'node:net'
import type { Config } from './config.ts'
import type { Log } from './platform/db/log.ts'

/** IPv6 and, on the same socket, IPv4. */
const everyAddress = '::'
const everyIpv4Address = '0.0.0.0'

/** Listens on IPv4 alone where this machine has no IPv6. */
export async function withListenHosts<Hosts extends Pick<Config, 'httpHost' | 'loggerHost'>>(
  config: Hosts,
  log: Pick<Log, 'warn'>,
  hasIpv6: () => Promise<boolean> = canListen,
): Promise<Hosts> {
  const wantsIpv6 = config.httpHost === everyAddress || config.loggerHost === everyAddress
  if (!wantsIpv6 || (await hasIpv6())) return config
  log.warn('this machine has no IPv6: HOST and LOGGER_HOST are 0.0.0.0')
  const toIpv4 = (host: string): string => (host === everyAddress ? everyIpv4Address : host)
  return { ...config, httpHost: toIpv4(config.httpHost), loggerHost: toIpv4(config.loggerHost) }
}

function canListen(): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen({ port: 0, host: everyAddress }, () => probe.close(() => resolve(true)))
  })
}
