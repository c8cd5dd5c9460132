import { addDays, localDate } from '@heliograph/domain/time.ts'
import { onlineUntilMs } from '../../fleet/now/now.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AskedRange, type DayRange, toRange } from './day-range.ts'

/** A logger among all those of the holder's plants. */
type FleetLogger = Readonly<{
  plantId: number
  plantName: string
  loggerId: number
  address: string
  name: string
  online: boolean
  lastSeenMs: number | null
  firmware: string
  expected: number
  received: number
  gapCount: number
  longestMs: number
  restarts: number
  signalPercent: number | null
  missingDevices: number
  days: readonly Readonly<{ day: string; expected: number; received: number }>[]
}>

export type FleetCommunication = Readonly<{
  range: DayRange
  total: number
  expected: number
  received: number
  loggers: readonly FleetLogger[]
}>

/** Plants of the holder whose devices may be seen. $1: whose, $2: now. */
const heldSql = (holder: Holder): string =>
  `select m.plant_id from plant_holders m where ${holder.organizationId === null ? 'm.user_id' : 'm.organization_id'} = $1
     and (m.expires_at is null or m.expires_at > $2) and 'viewPlantDevice' = any(m.rights)`

type Row = {
  plant_id: number
  plant_name: string
  logger_id: number
  address: string
  name: string
  firmware: string
  last_seen_at: Date | null
  heartbeat_s: number
  expected: number
  received: number
  gaps: number
  longest_s: number
  restarts: number
  signal: number | null
  missing: number
  loggers: number
  all_expected: number
  all_received: number
}

/**
 * The loggers of all the holder's plants over whole days, the worst first, a page of them: one statement for the page and
 * one for its days. The last day is yesterday at the latest. @throws Refusal PARAM_ERROR
 */
export async function listFleetCommunication(
  db: Db,
  holder: Holder,
  asked: AskedRange & Readonly<{ page: number; size: number; keyword?: string | undefined }>,
  nowMs: number,
): Promise<FleetCommunication> {
  // The west's yesterday may still be going on: it is counted when it is over there.
  const range = toRange(asked, addDays(localDate(nowMs, 'UTC'), -1))
  const words = asked.keyword?.trim()
  const { rows } = await db.pool.query<Row>(
    `with sums as (
       select d.plant_id, d.logger_id, sum(d.expected)::float8 as expected, sum(d.received)::float8 as received,
         sum(d.gap_count)::int as gaps, max(d.longest_s) as longest_s, sum(d.restarts)::int as restarts,
         sum(d.signal_sum)::float8 / nullif(sum(d.signal_count), 0) as signal, max(cardinality(d.missing)) as missing
       from logger_days d where d.plant_id in (${heldSql(holder)}) and d.day between $3 and $4 group by 1, 2)
     select s.*, l.address, l.name, l.firmware, l.last_seen_at, l.heartbeat_s, p.name as plant_name,
       (count(*) over ())::int as loggers, sum(s.expected) over () as all_expected, sum(s.received) over () as all_received
     from sums s join loggers l on l.id = s.logger_id and l.plant_id = s.plant_id join plants p on p.id = s.plant_id
     where $5::text is null or p.name ilike $5 or l.name ilike $5 or l.address ilike $5
     order by s.received / nullif(s.expected, 0) nulls last, s.plant_id, s.logger_id limit $6 offset $7`,
    [
      holder.organizationId ?? holder.userId,
      new Date(nowMs).toISOString(),
      range.from,
      range.to,
      words ? `%${words.replace(/[\\%_]/g, '\\$&')}%` : null,
      asked.size,
      (asked.page - 1) * asked.size,
    ],
  )
  const days = await readDays(db, rows, range)
  return {
    range,
    total: rows[0]?.loggers ?? 0,
    expected: rows[0]?.all_expected ?? 0,
    received: rows[0]?.all_received ?? 0,
    loggers: rows.map((row) => ({
      plantId: row.plant_id,
      plantName: row.plant_name,
      loggerId: row.logger_id,
      address: row.address,
      name: row.name,
      online: row.last_seen_at !== null && nowMs <= onlineUntilMs(row.last_seen_at.getTime(), row.heartbeat_s),
      lastSeenMs: row.last_seen_at?.getTime() ?? null,
      firmware: row.firmware,
      expected: row.expected,
      received: row.received,
      gapCount: row.gaps,
      longestMs: row.longest_s * 1000,
      restarts: row.restarts,
      signalPercent: row.signal,
      missingDevices: row.missing,
      days: days.get(`${row.plant_id} ${row.logger_id}`) ?? [],
    })),
  }
}

async function readDays(
  db: Db,
  page: readonly Pick<Row, 'plant_id' | 'logger_id'>[],
  range: DayRange,
): Promise<ReadonlyMap<string, FleetLogger['days']>> {
  const { rows } = await db.pool.query<{
    plant_id: number
    logger_id: number
    day: string
    expected: number
    received: number
  }>(
    `select d.plant_id, d.logger_id, d.day::text, d.expected, d.received
     from unnest($1::bigint[], $2::bigint[]) e (plant_id, logger_id)
       join logger_days d on d.plant_id = e.plant_id and d.logger_id = e.logger_id and d.day between $3 and $4 order by d.day`,
    [page.map((item) => item.plant_id), page.map((item) => item.logger_id), range.from, range.to],
  )
  const found = new Map<string, { day: string; expected: number; received: number }[]>()
  for (const { plant_id, logger_id, ...day } of rows) {
    const key = `${plant_id} ${logger_id}`
    const known = found.get(key)
    if (known) known.push(day)
    else found.set(key, [day])
  }
  return found
}
