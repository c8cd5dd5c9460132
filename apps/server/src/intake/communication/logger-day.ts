import type { GapCause, RecordGap } from '@heliograph/domain/communication.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LoggerDaysTable } from './tables.ts'

/** A gap with its likely cause; of one device while others behind its logger reported, or of the whole logger. */
export type CausedGap = RecordGap & Readonly<{ cause: GapCause; deviceId: number | null }>

/** Records from a logger on a day. Unknown signal and delay: null. */
export type LoggerDay = Readonly<{
  loggerId: number
  day: string
  intervalMs: number
  expected: number
  received: number
  /** All of them; `gaps` are the longest, ascending. */
  gapCount: number
  longestMs: number
  gaps: readonly CausedGap[]
  restarts: number
  signal: Readonly<{ min: number; max: number; sum: number; count: number }> | null
  delay: Readonly<{ maxMs: number; sumMs: number; count: number }> | null
  /** Records that it sent later. */
  buffered: number
  firmware: string
  deviceCount: number
  /** Devices of which nothing came while others behind it reported. */
  missing: readonly number[]
}>

type StoredGap = Readonly<{ from: number; to: number; records: number; cause: GapCause; device: number | null }>

export async function writeLoggerDays(db: Db, plantId: number, days: readonly LoggerDay[]): Promise<void> {
  if (days.length === 0) return
  await db.pool.query(
    `insert into logger_days (plant_id, logger_id, day, interval_s, expected, received, gap_count, longest_s, gaps, restarts,
       signal_min, signal_max, signal_sum, signal_count, delay_sum_ms, delay_max_ms, delay_count, buffered, firmware,
       device_count, missing)
     select $1, e.logger_id, e.day, e.interval_s, e.expected, e.received, e.gap_count, e.longest_s, e.gaps::jsonb, e.restarts,
       e.signal_min, e.signal_max, e.signal_sum, e.signal_count, e.delay_sum, e.delay_max, e.delay_count, e.buffered, e.firmware,
       e.device_count, e.missing::bigint[]
     from unnest($2::bigint[], $3::date[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::integer[], $9::text[],
       $10::integer[], $11::smallint[], $12::smallint[], $13::integer[], $14::integer[], $15::bigint[], $16::integer[],
       $17::integer[], $18::integer[], $19::text[], $20::integer[], $21::text[])
       as e (logger_id, day, interval_s, expected, received, gap_count, longest_s, gaps, restarts, signal_min, signal_max,
         signal_sum, signal_count, delay_sum, delay_max, delay_count, buffered, firmware, device_count, missing)
       join loggers l on l.id = e.logger_id and l.plant_id = $1
     on conflict (plant_id, logger_id, day) do update set interval_s = excluded.interval_s, expected = excluded.expected,
       received = excluded.received, gap_count = excluded.gap_count, longest_s = excluded.longest_s, gaps = excluded.gaps,
       restarts = excluded.restarts, signal_min = excluded.signal_min, signal_max = excluded.signal_max,
       signal_sum = excluded.signal_sum, signal_count = excluded.signal_count, delay_sum_ms = excluded.delay_sum_ms,
       delay_max_ms = excluded.delay_max_ms, delay_count = excluded.delay_count, buffered = excluded.buffered,
       firmware = excluded.firmware, device_count = excluded.device_count, missing = excluded.missing`,
    [
      plantId,
      days.map(({ loggerId }) => loggerId),
      days.map(({ day }) => day),
      days.map(({ intervalMs }) => Math.round(intervalMs / 1000)),
      days.map(({ expected }) => expected),
      days.map(({ received }) => received),
      days.map(({ gapCount }) => gapCount),
      days.map(({ longestMs }) => Math.round(longestMs / 1000)),
      days.map(({ gaps }) => JSON.stringify(gaps.map(toStored))),
      days.map(({ restarts }) => restarts),
      days.map(({ signal }) => signal?.min),
      days.map(({ signal }) => signal?.max),
      days.map(({ signal }) => signal?.sum ?? 0),
      days.map(({ signal }) => signal?.count ?? 0),
      days.map(({ delay }) => delay?.sumMs ?? 0),
      days.map(({ delay }) => delay?.maxMs),
      days.map(({ delay }) => delay?.count ?? 0),
      days.map(({ buffered }) => buffered),
      days.map(({ firmware }) => firmware),
      days.map(({ deviceCount }) => deviceCount),
      days.map(({ missing }) => `{${missing.join(',')}}`),
    ],
  )
}

const toStored = ({ fromMs, toMs, records, cause, deviceId }: CausedGap): StoredGap => ({
  from: Math.round(fromMs),
  to: Math.round(toMs),
  records,
  cause,
  device: deviceId,
})

type Row = Omit<LoggerDaysTable, 'gaps'> & { gaps: StoredGap[] }

/** The counted days of a plant's loggers, by logger and day. */
export async function readLoggerDays(
  db: Db,
  plantId: number,
  loggerIds: readonly number[],
  range: Readonly<{ from: string; to: string }>,
): Promise<readonly LoggerDay[]> {
  const { rows } = await db.pool.query<Row>(
    `select logger_id, day::text, interval_s, expected, received, gap_count, longest_s, gaps, restarts, signal_min, signal_max,
       signal_sum, signal_count, delay_sum_ms, delay_max_ms, delay_count, buffered, firmware, device_count, missing
     from logger_days where plant_id = $1 and logger_id = any($2::bigint[]) and day between $3 and $4
     order by logger_id, day`,
    [plantId, loggerIds, range.from, range.to],
  )
  return rows.map(toDay)
}

const toDay = (row: Row): LoggerDay => ({
  loggerId: row.logger_id,
  day: row.day,
  intervalMs: row.interval_s * 1000,
  expected: row.expected,
  received: row.received,
  gapCount: row.gap_count,
  longestMs: row.longest_s * 1000,
  gaps: row.gaps.map(({ from, to, records, cause, device }) => ({
    fromMs: from,
    toMs: to,
    records,
    cause,
    deviceId: device,
  })),
  restarts: row.restarts,
  signal:
    row.signal_min === null || row.signal_max === null
      ? null
      : { min: row.signal_min, max: row.signal_max, sum: row.signal_sum, count: row.signal_count },
  delay:
    row.delay_max_ms === null ? null : { maxMs: row.delay_max_ms, sumMs: row.delay_sum_ms, count: row.delay_count },
  buffered: row.buffered,
  firmware: row.firmware,
  deviceCount: row.device_count,
  missing: row.missing,
})
