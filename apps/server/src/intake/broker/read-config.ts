import { resolve } from 'node:path'
import type { TlsFiles } from '../../platform/networks/networks.ts'
import { readPort, readWhole } from '../../platform/settings/settings.ts'

export type BrokerConfig = Readonly<{
  host: string
  /** undefined: no port without encryption. */
  port: number | undefined
  tls: (TlsFiles & Readonly<{ port: number }>) | undefined
  mostClients: number
}>

/** @returns undefined: this server is no broker @throws Error naming the setting */
export function readBrokerConfig(env: NodeJS.ProcessEnv): BrokerConfig | undefined {
  const port = env.MQTT_LISTEN_PORT ? readPort(env, 'MQTT_LISTEN_PORT', 0) : undefined
  const tls = readTls(env)
  const host = env.MQTT_LISTEN_HOST ?? '::'
  const mostClients = readWhole(env, 'MQTT_MAX_CONNECTIONS', 1_000, 1, 100_000)
  return port === undefined && tls === undefined ? undefined : { host, port, tls, mostClients }
}

function readTls(env: NodeJS.ProcessEnv): BrokerConfig['tls'] {
  const { MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile, MQTT_TLS_PORT: wanted } = env
  if (!certFile && !keyFile && !wanted) return undefined
  if (!certFile || !keyFile)
    throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY are both needed: the paths of two PEM files')
  return { port: readPort(env, 'MQTT_TLS_PORT', 8_883), certFile: resolve(certFile), keyFile: resolve(keyFile) }
}
