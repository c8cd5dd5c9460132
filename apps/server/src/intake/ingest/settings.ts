import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { toPlainAddress } from '@heliograph/domain/address.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { ProxyProtocol } from './solarman/proxied-line.ts'

export type IngestSettings = Readonly<{
  /** Older records are kept raw and counted as rejected. */
  maxSampleAgeDays: number
  /**
   * Puts the plant's UTC offset in minutes into bytes 6-9 of the acknowledgment; their meaning is unverified
   * (protocols.md 2.1).
   */
  ackOffset: boolean
  /** Records per transaction; telemetry accepts at most 2,000. */
  batchLimit: number
  /** Records in flight before sockets are no longer read. */
  queueLimit: number
  /** Records of a logger without an owner that came from one address. */
  waitingPerLogger: number
  waitingPerAddress: number
  waitingInAll: number
  unclaimedLoggers: number
  unclaimedPerAddress: number
  /** The number of loggers per address that are never evicted: only their records are acknowledged at once. */
  shelteredPerAddress: number
  undecodedPerLogger: number
  /** Of one logger and network; further ones are neither stored nor acknowledged. */
  unprovenPerNetwork: number
  /** Of one logger from all networks; beyond it only those that sent little are heard. */
  unprovenPerLogger: number
  devicesPerLogger: number
  /** Memory for the last payloads of all devices. */
  recentFrameBytes: number
}>

export const defaultSettings: IngestSettings = {
  maxSampleAgeDays: 400,
  ackOffset: false,
  batchLimit: 2_000,
  queueLimit: 20_000,
  waitingPerLogger: 2_000,
  waitingPerAddress: 10_000,
  waitingInAll: 200_000,
  unclaimedLoggers: 10_000,
  unclaimedPerAddress: 200,
  shelteredPerAddress: 20,
  undecodedPerLogger: 20_000,
  unprovenPerNetwork: 5_000,
  unprovenPerLogger: 20_000,
  devicesPerLogger: 64,
  recentFrameBytes: 64 * 1024 * 1024,
}

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
  /** A second, encrypted port; each connection asks for the current `context`. */
  tls?: Readonly<{ port: number; context: () => SecureContext }> | undefined
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
  /** Until a handshake announces the heartbeat. */
  idleTimeoutMs: number
  /** A frame that stalls for this long is dropped. */
  stallTimeoutMs: number
}>

export const defaultServerSettings: LoggerServerSettings = {
  host: '::',
  addressOf: (line) => toPlainAddress(line.remoteAddress ?? ''),
  port: 10_000,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 5_000,
  maxUnprovenPerAddress: 200,
  unprovenLifeMs: HOUR_MS,
  maxConnectionsPerSerial: 3,
  framesPerMinute: 600,
  handshakeTimeoutMs: 30_000,
  idleTimeoutMs: 300_000,
  stallTimeoutMs: 10_000,
}
