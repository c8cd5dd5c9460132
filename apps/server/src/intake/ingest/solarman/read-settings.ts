import { resolve } from 'node:path'
import { createTlsContext, type TlsFiles } from '../../../platform/networks/networks.ts'
import { type Environment, readFlag, readPort, readWhole } from '../../../platform/settings/settings.ts'
import { readClouds } from './forward/clouds.ts'
import { defaultServerSettings, type LoggerServerSettings } from './settings.ts'

/** The settings of the logger port that the operator gives. */
export type SolarmanConfig = Pick<
  LoggerServerSettings,
  | 'host'
  | 'port'
  | 'publicPort'
  | 'ackOffset'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
  | 'maxUnprovenPerAddress'
  | 'framesPerMinute'
  | 'clouds'
> &
  Readonly<{
    /** The encrypted logger port; undefined: none. */
    tls: (TlsFiles & Readonly<{ port: number }>) | undefined
    /** The proxy in front of the port announces its clients (PROXY protocol). */
    hasProxyHeader: boolean
  }>

/**
 * The settings LOGGER_*. @param trustsProxies whether the operator named proxies
 * @throws Error naming the variable and what it must be
 */
export function readSolarmanConfig(env: Environment, trustsProxies: boolean): SolarmanConfig {
  const { port, maxConnections, maxConnectionsPerAddress, maxUnprovenPerAddress, framesPerMinute } =
    defaultServerSettings
  return {
    host: env.LOGGER_HOST ?? '::',
    port: readPort(env, 'LOGGER_PORT', port),
    publicPort: env.LOGGER_PUBLIC_PORT ? readPort(env, 'LOGGER_PUBLIC_PORT', 0) : undefined,
    tls: readTls(env),
    hasProxyHeader: readProxyHeader(env, trustsProxies),
    ackOffset: readFlag(env, 'LOGGER_ACK_OFFSET'),
    maxConnections: readWhole(env, 'LOGGER_MAX_CONNECTIONS', maxConnections, 1, 1_000_000),
    maxConnectionsPerAddress: readWhole(
      env,
      'LOGGER_MAX_CONNECTIONS_PER_ADDRESS',
      maxConnectionsPerAddress,
      1,
      1_000_000,
    ),
    maxUnprovenPerAddress: readWhole(env, 'LOGGER_MAX_UNPROVEN_PER_ADDRESS', maxUnprovenPerAddress, 1, 1_000_000),
    framesPerMinute: readWhole(env, 'LOGGER_FRAMES_PER_MINUTE', framesPerMinute, 10, 10_000_000),
    clouds: readClouds(env),
  }
}

/** @param isProxy whether an address is one of the operator's proxies; undefined: there are none */
export function toServerSettings(
  { tls, hasProxyHeader, ...same }: SolarmanConfig,
  isProxy: ((address: string | undefined) => boolean) | undefined,
  now: () => number,
): Partial<LoggerServerSettings> {
  return {
    ...same,
    tls: tls && { port: tls.port, context: createTlsContext(tls, now) },
    isProxy,
    proxyProtocol: hasProxyHeader && isProxy ? { trusts: isProxy } : undefined,
  }
}

/** @throws Error without a trusted source for the address of a logger */
function readProxyHeader(env: Environment, trustsProxies: boolean): boolean {
  const isOn = readFlag(env, 'LOGGER_PROXY_PROTOCOL')
  if (isOn && !trustsProxies)
    throw new Error(
      'LOGGER_PROXY_PROTOCOL needs TRUST_PROXY: the addresses of the balancer in front of the logger port',
    )
  return isOn
}

function readTls(env: Environment): SolarmanConfig['tls'] {
  const { LOGGER_TLS_CERT: certFile, LOGGER_TLS_KEY: keyFile, LOGGER_TLS_PORT: wanted } = env
  if (!certFile && !keyFile && !wanted) return undefined
  if (!certFile || !keyFile)
    throw new Error('LOGGER_TLS_CERT and LOGGER_TLS_KEY are both needed: the paths of two PEM files')
  return { port: readPort(env, 'LOGGER_TLS_PORT', 10_443), certFile: resolve(certFile), keyFile: resolve(keyFile) }
}
