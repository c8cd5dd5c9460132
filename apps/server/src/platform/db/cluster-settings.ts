import { chownSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

export type PostgresSettings = Readonly<Record<string, string | number>>

/** For a board or a two-core server: little memory, many small writes and reads, few connections, flash storage. */
const defaults: PostgresSettings = {
  max_connections: 40,
  superuser_reserved_connections: 3,
  // A batch of records locks up to 2,000 devices (telemetry/lock-devices.ts), beside other transactions.
  max_locks_per_transaction: 256,
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: 1.1,
  // An acknowledged reading is on disk. These two settings guarantee it.
  fsync: 'on',
  synchronous_commit: 'on',
  // Most of the written data is page images. pglz: the npm binaries include neither lz4 nor zstd.
  wal_compression: 'on',
  // Limits both the wear of flash storage and the recovery time after a power cut.
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: 0.9,
  // Queries are short: compiling them or running them in parallel on two cores costs more than it gains.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // The latest values and today's roll-ups are updated all the time.
  autovacuum_max_workers: 2,
  autovacuum_naptime: '30s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.05,
  autovacuum_vacuum_cost_limit: 1000,
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_min_duration_statement: '2s',
  // Parameters hold personal data, and so do the details of an error.
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/** Rewrites postgresql.conf, so that an old cluster gets the settings of a newer Heliograph. */
export function writeSettings(clusterDir: string, settings: PostgresSettings, runAs: RunAs): void {
  const lines = Object.entries({ ...defaults, ...settings }).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  )
  const text = [
    '# Written by Heliograph at every start. Put your own settings into DATA_DIR/postgres.conf: they win.',
    ...lines,
    "include_if_exists = '../postgres.conf'",
    '',
  ].join('\n')
  const path = join(clusterDir, 'postgresql.conf')
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  chownSync(`${path}.new`, runAs.uid, runAs.gid)
  renameSync(`${path}.new`, path)
}
