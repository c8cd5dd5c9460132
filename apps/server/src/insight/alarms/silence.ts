import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'
import { reconcile } from './reconcile.ts'

/** After an outage of the server loggers need some intervals to be heard again. */
const SETTLES_MS = 30 * MINUTE_MS
/** Before its first note nothing is known: a young server holds nothing back. */
const LONGEST_HOLD_MS = 24 * HOUR_MS
/** So many loggers silent at once, of so many: our own network, and no regional outage. */
const MASS = { least: 50, share: 0.8 }

/** Why silence is not judged now. outage: this server did not run; mass: nearly all loggers fell silent together. */
export type Hold = Readonly<{ kind: 'outage' | 'mass'; sinceMs: number; untilMs: number | null }>

/** Whether this server itself missed data, so that what seems silent says nothing about plants. */
export async function findHold(db: Db, nowMs: number): Promise<Hold | null> {
  const { rows: times } = await db.pool.query<{ from_at: Date; to_at: Date }>(
    'select from_at, to_at from server_times where from_at <= $1 order by from_at desc limit 2',
    [new Date(nowMs)],
  )
  const [current, before] = times
  if (current && before && nowMs - current.from_at.getTime() < SETTLES_MS)
    return { kind: 'outage', sinceMs: before.to_at.getTime(), untilMs: current.from_at.getTime() + SETTLES_MS }
  const { rows } = await db.pool.query<{ known: number; silent: number; last: Date | null }>({
    name: 'alarms-mass',
    text: `select count(*)::int as known, max(last_seen_at) as last,
        count(*) filter (where last_seen_at < $1::timestamptz - interval '15 minutes')::int as silent
      from loggers where plant_id is not null and last_seen_at > $1::timestamptz - interval '2 hours'`,
    values: [new Date(nowMs)],
  })
  const [row] = rows
  if (row === undefined || row.known < MASS.least || row.silent < row.known * MASS.share || row.last === null)
    return null
  const sinceMs = row.last.getTime()
  return nowMs - sinceMs > LONGEST_HOLD_MS ? null : { kind: 'mass', sinceMs, untilMs: null }
}

/**
 * A device that is missed by the one status function. If all devices behind a logger are, and nothing was heard of it,
 * the logger is what is silent. Compared as a list, those are hashed: an outage makes thousands where the planner expects
 * one, and joined row by row they take seconds.
 */
const SILENCE_TEXT = `with silent as materialized (
    select n.plant_id, n.device_id, d.logger_id, coalesce(n.reason->>'kind', '') = 'mute' as is_mute,
      case when n.reason->>'kind' in ('silent', 'mute') and n.reason->>'sinceMs' is not null
        then to_timestamp((n.reason->>'sinceMs')::float8 / 1000) else n.status_since end as since
    from device_now n join devices d on d.id = n.device_id
    where n.presence = 'silent' and d.standing = 'counted' and (d.removed_at is null or d.logger_id is not null)),
  behind as (
    select s.plant_id, s.logger_id, max(s.since) as since, count(*)::int as devices from silent s
    where s.logger_id is not null group by s.plant_id, s.logger_id
    having not bool_or(s.is_mute) and count(*) = (select count(*)
      from devices o join device_now m on m.plant_id = o.plant_id and m.device_id = o.id where o.logger_id = s.logger_id and m.presence <> 'waiting'))
  select 'loggerSilent' as rule, plant_id, logger_id, null::bigint as device_id, since,
    jsonb_build_object('devices', devices) as parameters from behind
  union all
  select 'deviceSilent', s.plant_id, null, s.device_id, s.since, jsonb_build_object('isMute', s.is_mute::int) from silent s
  where s.logger_id is null or (s.plant_id, s.logger_id) not in (select plant_id, logger_id from behind)`

/** While silence is held back: the plants with something silent that has no alarm yet. */
const HELD_TEXT = `select distinct 'collectionFailure' as rule, n.plant_id, null::bigint as logger_id, null::bigint as device_id,
    $1::timestamptz as since, jsonb_build_object('kind', $2::text) as parameters
  from device_now n where n.presence = 'silent' and $1::timestamptz is not null
    and not exists (select from alarms a where a.plant_id = n.plant_id and a.closed_at is null
      and a.rule in ('loggerSilent', 'deviceSilent'))`

/** Opens and closes the alarms of what is silent. Safe on several nodes at once. */
export async function judgeSilence(db: Db, nowMs: number): Promise<number> {
  const hold = await findHold(db, nowMs)
  const held = await reconcile(
    db,
    {
      rules: ['collectionFailure'],
      text: HELD_TEXT,
      values: [hold === null ? null : new Date(hold.sinceMs), hold?.kind ?? ''],
    },
    nowMs,
  )
  const silent = {
    rules: ['loggerSilent', 'deviceSilent'],
    text: SILENCE_TEXT,
    values: [],
    isHeld: hold !== null,
  } as const
  return held + (await reconcile(db, silent, nowMs))
}
