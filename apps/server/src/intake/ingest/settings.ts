import { type Environment, readWhole } from '../../platform/settings/settings.ts'

export type IngestSettings = Readonly<{
  /** Older records are kept raw and counted as rejected. */
  maxSampleAgeDays: number
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

/** Settings of the operator. */
export type IngestConfig = Pick<IngestSettings, 'maxSampleAgeDays' | 'recentFrameBytes'>

/** @throws Error naming the variable and what it must be */
export const readIngestConfig = (env: Environment): IngestConfig => ({
  maxSampleAgeDays: readWhole(env, 'MAX_SAMPLE_AGE_DAYS', defaultSettings.maxSampleAgeDays, 1, 100_000),
  recentFrameBytes: readWhole(env, 'RECENT_FRAMES_MB', 64, 0, 100_000) * 1024 * 1024,
})
