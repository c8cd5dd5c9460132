import { expect, it } from 'vitest'
import { readClouds } from './forward/clouds.ts'
import { readSolarmanConfig, toServerSettings } from './read-settings.ts'

it('has the documented defaults', () => {
  expect(readSolarmanConfig({}, false)).toEqual({
    host: '::',
    port: 10_000,
    publicPort: undefined,
    tls: undefined,
    hasProxyHeader: false,
    ackOffset: false,
    maxConnections: 10_000,
    maxConnectionsPerAddress: 5_000,
    maxUnprovenPerAddress: 200,
    framesPerMinute: 600,
    clouds: readClouds({}),
  })
})

it.each([
  [{ LOGGER_PORT: '70000' }, 'LOGGER_PORT must be a whole number from 0 to 65535, not "70000"'],
  [{ LOGGER_MAX_CONNECTIONS: '0' }, 'LOGGER_MAX_CONNECTIONS must be a whole number from 1 to 1000000, not "0"'],
  [{ LOGGER_FRAMES_PER_MINUTE: '9' }, 'LOGGER_FRAMES_PER_MINUTE must be a whole number from 10 to 10000000, not "9"'],
  [{ LOGGER_TLS_CERT: 'a.pem' }, 'LOGGER_TLS_CERT and LOGGER_TLS_KEY are both needed: the paths of two PEM files'],
  [{ LOGGER_CLOUDS: 'cloud.example' }, 'LOGGER_CLOUDS must list clouds such as name:10000'],
  [{ LOGGER_CLOUDS: 'http://cloud.example:80' }, 'LOGGER_CLOUDS must list clouds such as name:10000'],
  [{ LOGGER_PROXY_PROTOCOL: '1' }, 'LOGGER_PROXY_PROTOCOL needs TRUST_PROXY'],
])('refuses %j', (env, reason) => {
  expect(() => readSolarmanConfig(env, false)).toThrow(reason)
})

it('takes the header of the PROXY protocol from the named proxies alone', () => {
  const isProxy = (address: string | undefined): boolean => address === '10.0.0.1'
  const named = readSolarmanConfig({ LOGGER_PROXY_PROTOCOL: 'yes', LOGGER_PUBLIC_PORT: '443' }, true)
  const settings = toServerSettings(named, isProxy, () => 0)
  expect(settings).toMatchObject({ publicPort: 443, isProxy })
  expect(settings.proxyProtocol?.trusts('10.0.0.2')).toBe(false)
  const bare = toServerSettings(readSolarmanConfig({}, true), isProxy, () => 0)
  expect(bare).toMatchObject({ isProxy, proxyProtocol: undefined })
})

it('reads the clouds to which streams may go', () => {
  const { clouds } = readSolarmanConfig({ LOGGER_CLOUDS: 'Cloud.example:10000, tls://[2001:db8::1]:10443' }, false)
  expect(clouds).toEqual([
    { id: 'cloud.example:10000', host: 'cloud.example', port: 10_000, isEncrypted: false },
    { id: 'tls://[2001:db8::1]:10443', host: '2001:db8::1', port: 10_443, isEncrypted: true },
  ])
  expect(readSolarmanConfig({ LOGGER_CLOUDS: 'off' }, false).clouds).toEqual([])
})
