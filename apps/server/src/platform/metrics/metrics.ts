import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Db } from '../db/database.ts'
import type { Reads } from '../db/read-replica.ts'
import { createCounter, createHistogram, type Family, gauge, total, writeMetrics } from './exposition.ts'

export { type Family, type Labels, METRICS_TYPE, writeMetrics } from './exposition.ts'

/** Counters that a room keeps by itself, read on each scrape. */
export type LoggerCounts = Readonly<{
  connections: number
  connectionsEver: number
  connectionsRefused: number
  connectionsDropped: number
  foreign: number
  frames: number
  acks: number
  stored: number
  undecoded: number
  waiting: number
  unproven: number
  unacknowledged: number
  queueLength: number
}>

/** Metrics of this process for Prometheus. The observers are cheap and never throw. */
export type Metrics = Readonly<{
  request: (routeClass: string, status: number, seconds: number) => void
  acknowledged: (seconds: number) => void
  jobRan: (job: string, outcome: 'done' | 'failed') => void
  securityEvent: (kind: string) => void
  watchDatabase: (pool: Pick<Db['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>) => void
  watchLoggers: (read: () => LoggerCounts) => void
  /** @param read seconds since the clock ran on any node; null: not known */
  watchClock: (read: () => number | null) => void
  /** How far the replica is behind, and whether reads go there. */
  watchReplica: (read: Reads['state']) => void
  /** 1 while acknowledgments to loggers do not carry this machine's clock. */
  watchWallClock: (isDoubted: () => boolean) => void
  write: () => string
  close: () => void
}>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
/** The monitor sees each interval as a whole: an idle loop shows its own resolution. */
const RESOLUTION_MS = 10
const lagQuantiles = [0.5, 0.95, 0.99] as const

export function createMetrics(): Metrics {
  const requests = createHistogram(
    'heliograph_http_request_duration_seconds',
    'HTTP requests by the first part of their route and the class of their status.',
    seconds,
  )
  const acks = createHistogram(
    'heliograph_logger_ack_seconds',
    'From a complete record of a logger to its commit, after which it is acknowledged.',
    seconds,
  )
  const jobs = createCounter('heliograph_job_runs_total', 'Runs of background jobs by their outcome.')
  const security = createCounter('heliograph_security_events_total', 'Security events (docs/operations.md) by kind.')
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  const watched: Family[] = []
  const families = (): readonly Family[] => [
    requests.family,
    acks.family,
    jobs.family,
    security.family,
    ...watched,
    {
      name: 'heliograph_event_loop_lag_seconds',
      help: 'Lag of the event loop since the last scrape.',
      type: 'gauge',
      samples: () =>
        lagQuantiles.map((quantile) => ({
          labels: { quantile },
          value: Math.max(0, lag.percentile(quantile * 100) / 1e9 - RESOLUTION_MS / 1000),
        })),
    },
    gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    total('process_cpu_seconds_total', 'User and system processor time.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }),
    gauge('process_start_time_seconds', 'Start of the process, seconds since 1970.', () =>
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
  ]
  return {
    request: (routeClass, status, took) =>
      requests.observe({ route: routeClass, status: `${Math.floor(status / 100)}xx` }, took),
    acknowledged: (took) => acks.observe({}, took),
    jobRan: (job, outcome) => jobs.add({ job, outcome }),
    securityEvent: (kind) => security.add({ kind }),
    watchDatabase: (pool) => watched.push(...poolFamilies(pool)),
    watchLoggers: (read) => watched.push(...loggerFamilies(read)),
    watchClock: (read) =>
      watched.push({
        name: 'heliograph_clock_age_seconds',
        help: 'Seconds since the clock last ran on any node.',
        type: 'gauge',
        samples: () => {
          const value = read()
          return value === null ? [] : [{ labels: {}, value }]
        },
      }),
    watchReplica: (read) =>
      watched.push(
        {
          name: 'heliograph_read_replica_lag_seconds',
          help: 'Seconds that the replica is behind the primary.',
          type: 'gauge',
          samples: () => {
            const value = read()?.lagSeconds ?? null
            return value === null ? [] : [{ labels: {}, value }]
          },
        },
        gauge('heliograph_read_replica_used', 'Reads go to the replica.', () => (read()?.isUsed ? 1 : 0)),
      ),
    watchWallClock: (isDoubted) =>
      watched.push(
        gauge('heliograph_clock_doubted', 'The clock of this machine jumped and is not believed.', () =>
          isDoubted() ? 1 : 0,
        ),
      ),
    write: () => {
      const text = writeMetrics(families())
      lag.reset()
      return text
    },
    close: () => lag.disable(),
  }
}

const poolFamilies = (pool: Pick<Db['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>): readonly Family[] => [
  {
    name: 'heliograph_database_connections',
    help: 'Connections of the pool by their state.',
    type: 'gauge',
    samples: () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  },
  gauge('heliograph_database_waiting', 'Statements that wait for a connection.', () => pool.waitingCount),
]

const loggerFamilies = (read: () => LoggerCounts): readonly Family[] => {
  const count = (name: string, help: string, field: keyof LoggerCounts) =>
    total(`heliograph_logger_${name}_total`, help, () => read()[field])
  return [
    gauge('heliograph_logger_connections', 'Open connections on the logger port.', () => read().connections),
    gauge('heliograph_logger_queue', 'Records that wait for their commit.', () => read().queueLength),
    count('connections_opened', 'Connections that were accepted.', 'connectionsEver'),
    count('connections_refused', 'Connections beyond a limit.', 'connectionsRefused'),
    count('connections_dropped', 'Unproven connections that gave way.', 'connectionsDropped'),
    count('foreign_protocols', 'Connections with another protocol.', 'foreign'),
    count('frames', 'Complete frames.', 'frames'),
    count('acks', 'Acknowledgments sent.', 'acks'),
    count('records_stored', 'Records stored as readings.', 'stored'),
    count('records_undecoded', 'Records kept raw.', 'undecoded'),
    count('records_waiting', 'Records kept for loggers without an owner.', 'waiting'),
    count('records_unproven', 'Records that nothing proves.', 'unproven'),
    count('records_unacknowledged', 'Records of unknown loggers that were not acknowledged.', 'unacknowledged'),
  ]
}
