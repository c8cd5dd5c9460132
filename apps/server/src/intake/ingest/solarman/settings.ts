import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { toPlainAddress } from '@heliograph/domain/address.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { type Cloud, readClouds } from './forward/clouds.ts'
import type { CloudReach } from './forward/connect-cloud.ts'
import { defaultRelayLimits, type RelayLimits } from './forward/relay.ts'
import type { ProxyProtocol } from './proxied-line.ts'

export type LoggerServerSettings = Readonly<{
  host: string
  /** Where a connection comes from; IPv4 in its own form. */
  addressOf: (line: Socket) => string
  /** Each connection begins with the header of a proxy; undefined: none does. */
  proxyProtocol?: ProxyProtocol | undefined
  /** Whether an address is a proxy of the operator; without the header its connections hide who they are. */
  isProxy?: ((address: string) => boolean) | undefined
  /** 0: any free port. */
  port: number
  /** As loggers reach it, where that differs from `port` (a forwarding router or container). */
  publicPort?: number | undefined
  /** A second, encrypted port; each connection asks for the current `context`. */
  tls?: Readonly<{ port: number; context: () => SecureContext }> | undefined
  /**
   * Puts the plant's UTC offset in minutes into bytes 6-9 of the acknowledgment; their meaning is unverified
   * (protocols.md 2.1).
   */
  ackOffset: boolean
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Per address, without a registered serial number: a new one closes the oldest. */
  maxUnprovenPerAddress: number
  /** A connection with an unregistered serial is closed after this time; the logger reconnects. */
  unprovenLifeMs: number
  maxConnectionsPerSerial: number
  /** Limit per serial; beyond it the socket is read more slowly and nothing is dropped. */
  framesPerMinute: number
  /** From the connection to its first whole frame. */
  handshakeTimeoutMs: number
  /** A connection that has shown no clocks for so long is asked who it is. */
  silenceMs: number
  /** Then it is asked this often, so that it is known to be there. */
  askEveryMs: number
  /** Until a handshake announces the heartbeat. */
  idleTimeoutMs: number
  /** A frame that stalls for this long is dropped. */
  stallTimeoutMs: number
  /** Where streams may be forwarded to. */
  clouds: readonly Cloud[]
  forward: RelayLimits & CloudReach
}>

export const defaultServerSettings: LoggerServerSettings = {
  host: '::',
  addressOf: (line) => toPlainAddress(line.remoteAddress ?? ''),
  port: 10_000,
  ackOffset: false,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 5_000,
  maxUnprovenPerAddress: 200,
  unprovenLifeMs: HOUR_MS,
  maxConnectionsPerSerial: 3,
  framesPerMinute: 600,
  handshakeTimeoutMs: 30_000,
  silenceMs: 5_000,
  askEveryMs: 120_000,
  idleTimeoutMs: 300_000,
  stallTimeoutMs: 10_000,
  clouds: readClouds({}),
  forward: { ...defaultRelayLimits, connectMs: 8_000 },
}
