import type pg from 'pg'
import { type SourceId, toSourceId } from '../../fleet/loggers/source.ts'

/** The deleted loggers and records. */
export type Gone = Readonly<{ dropped: number; sources: readonly SourceId[] }>

/**
 * Deletes loggers without an owner and their waiting records: the busiest address first, and its logger with the shortest
 * history first. It spares the first loggers of each address and those known for longer than a day until they have been
 * silent for 90 days, and always those that moved elsewhere or that a device of a plant still refers to.
 */
export async function evictUnclaimed(
  client: Pick<pg.ClientBase, 'query'>,
  options: Readonly<{
    loggers: number
    records: number
    bounds: Readonly<{ unclaimedLoggers: number; waitingInAll: number }>
    spared: readonly number[]
    nowMs: number
  }>,
): Promise<Gone> {
  const { loggers, records, bounds, spared, nowMs } = options
  const { rows } = await client.query<{ wire: string; address: string; waiting: number }>(
    `with strangers as (
       select l.id, l.counted_address, l.first_seen_at, l.last_seen_at < $1::timestamptz - interval '90 days' as is_abandoned,
         not l.is_sheltered and l.registered_at is null and l.last_seen_at - l.first_seen_at < interval '1 day' as is_fleeting,
         (select count(*) from waiting_records w where w.logger_id = l.id) as waiting
       from loggers l
       where l.plant_id is null and l.id <> all($2::bigint[])
         and not exists (select from moved_loggers m where m.wire = l.wire and m.address = l.address)
         and not exists (select from devices d where d.logger_id = l.id)),
     loud as (
       select counted_address, greatest(count(*) / $3::float8, sum(waiting) / $4::float8) as loudness
       from strangers group by 1),
     ranked as (
       select s.id, s.waiting, row_number() over nearest as place, sum(s.waiting) over nearest - s.waiting as freed
       from strangers s join loud using (counted_address)
       where s.is_fleeting or s.is_abandoned
       window nearest as (order by s.is_abandoned, loud.loudness desc, s.first_seen_at desc, s.id desc))
     delete from loggers l using ranked r
     where l.id = r.id and l.plant_id is null and (r.place <= $5 or (r.waiting > 0 and r.freed < $6))
     returning l.wire, l.address, r.waiting`,
    [new Date(nowMs).toISOString(), spared, bounds.unclaimedLoggers, bounds.waitingInAll, loggers, records],
  )
  return { dropped: rows.reduce((sum, { waiting }) => sum + waiting, 0), sources: rows.map(toSourceId) }
}
