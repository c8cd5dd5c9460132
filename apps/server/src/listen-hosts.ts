import { createServer } from 'node:net'
import type { Config } from './config.ts'
import type { Log } from './platform/db/log.ts'

/** IPv6 and, on the same socket, IPv4. */
const EVERY_ADDRESS = '::'
const EVERY_IPV4_ADDRESS = '0.0.0.0'

/** Listens on IPv4 alone where this machine has no IPv6. */
export async function withListenHosts<Hosts extends Pick<Config, 'httpHost' | 'solarman' | 'broker'>>(
  config: Hosts,
  log: Pick<Log, 'warn'>,
  hasIpv6: () => Promise<boolean> = canListen,
): Promise<Hosts> {
  const { httpHost, solarman, broker } = config
  const wantsIpv6 = httpHost === EVERY_ADDRESS || solarman.host === EVERY_ADDRESS || broker?.host === EVERY_ADDRESS
  if (!wantsIpv6 || (await hasIpv6())) return config
  log.warn('this machine has no IPv6: HOST, LOGGER_HOST and MQTT_LISTEN_HOST are 0.0.0.0')
  const toIpv4 = (host: string): string => (host === EVERY_ADDRESS ? EVERY_IPV4_ADDRESS : host)
  return {
    ...config,
    httpHost: toIpv4(httpHost),
    solarman: { ...solarman, host: toIpv4(solarman.host) },
    broker: broker && { ...broker, host: toIpv4(broker.host) },
  }
}

function canListen(): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen({ port: 0, host: EVERY_ADDRESS }, () => probe.close(() => resolve(true)))
  })
}
