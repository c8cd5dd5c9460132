import { alarmLevels, escalationDays } from '@heliograph/domain/alarms/alarm.ts'
import { DORMANT_MS } from '@heliograph/domain/alarms/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { countOpenAlarms } from './count-open.ts'
import { findHold } from './silence.ts'

/**
 * An alarm becomes a fault when it lasts for a day without any contact, or without any production although there was
 * light. Few people look at a page each day; faults are emailed unless a person chose otherwise.
 */
const IS_FAULT_NOW = `(a.rule in ('loggerSilent', 'deviceSilent')
  or (a.rule = 'snow' and coalesce((a.parameters->>'lostPercent')::float8, 0) >= 97))`

/**
 * Raises alarms that lasted for days by a step, each step once, with an event that is sent again. Tips are never
 * raised, but a day without any production is. While this server itself missed data, no device counts as silent for
 * days.
 * @returns how many alarms
 */
export async function escalateAlarms(db: Db, nowMs: number): Promise<number> {
  const isHeld = (await findHold(db, nowMs)) !== null
  return runClientTransaction(db.pool, async (client) => {
    const { rows } = await client.query<{ plant_id: number }>(
      `with due as (
         select a.id, (select count(*) from unnest($2::int[]) d where a.opened_at <= $1::timestamptz - make_interval(days => d)) as step
         from alarms a where a.closed_at is null and a.opened_at <= $1::timestamptz - interval '1 day'
           and (a.level > 0 or ${IS_FAULT_NOW}) and a.escalation < cardinality($2::int[])
           and not ($3 and a.rule in ('loggerSilent', 'deviceSilent'))),
       raised as (
         update alarms a set escalation = due.step, level = case when ${IS_FAULT_NOW} then ${alarmLevels.fault} else a.level end
         from due where a.id = due.id and a.escalation < due.step and a.closed_at is null
         returning a.id, a.plant_id, a.rule, a.escalation)
       insert into alarm_events (alarm_id, plant_id, kind, at, found_at, detail, group_key)
       select id, plant_id, 'escalated', $1, $1, jsonb_build_object('days', ($2::int[])[escalation]), rule from raised
       returning plant_id`,
      [new Date(nowMs), [...escalationDays], isHeld],
    )
    await countOpenAlarms(client, [...new Set(rows.map(({ plant_id }) => plant_id))])
    return rows.length
  })
}

/**
 * Puts plants to rest of which nothing was heard for long: their alarms end and none opens, until they speak again or a
 * person wakes them. @returns how many plants changed
 */
export async function restDormant(db: Db, nowMs: number): Promise<number> {
  return runClientTransaction(db.pool, async (client) => {
    const awake = await client.query<{ plant_id: number }>(
      `update alarm_plants q set dormant_since = null from plant_now n
       where n.plant_id = q.plant_id and q.dormant_since is not null and n.last_at > q.dormant_since
       returning q.plant_id`,
    )
    const { rows } = await client.query<{ plant_id: number }>(
      `insert into alarm_plants (plant_id, dormant_since)
       select n.plant_id, $1 from plant_now n where n.last_at < $2
         and not exists (select from alarm_plants q where q.plant_id = n.plant_id
           and (q.dormant_since is not null or q.awake_until > $1))
       order by n.plant_id limit 1000
       on conflict (plant_id) do update set dormant_since = excluded.dormant_since returning plant_id`,
      [new Date(nowMs), new Date(nowMs - DORMANT_MS)],
    )
    const plantIds = rows.map(({ plant_id }) => plant_id)
    await client.query(
      `with ended as (update alarms set closed_at = $2, end_reason = 'dormant'
         where plant_id = any($1::bigint[]) and closed_at is null returning id, plant_id)
       insert into alarm_events (alarm_id, plant_id, kind, at, found_at, detail, notified_at)
       select id, plant_id, 'closed', $2, $2, '{"reason":"dormant"}', $2 from ended`,
      [plantIds, new Date(nowMs)],
    )
    await client.query('delete from alarm_watches where plant_id = any($1::bigint[])', [plantIds])
    await countOpenAlarms(client, plantIds)
    return plantIds.length + (awake.rowCount ?? 0)
  })
}

/** A person wakes a dormant plant: it alarms again, and rests no sooner than after as long again. */
export async function wakePlant(db: Db, plantId: number, nowMs: number): Promise<void> {
  await db.pool.query(
    `insert into alarm_plants (plant_id, awake_until) values ($1, $2)
     on conflict (plant_id) do update set dormant_since = null, awake_until = excluded.awake_until`,
    [plantId, new Date(nowMs + DORMANT_MS)],
  )
}
