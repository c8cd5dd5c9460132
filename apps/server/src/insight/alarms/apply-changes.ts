import type { Alarm, AlarmEvent, AlarmEventKind } from '@heliograph/domain/alarms/alarm.ts'
import { type AlarmChange, REOPEN_MS } from '@heliograph/domain/alarms/change.ts'
import type pg from 'pg'
import { notifyAlarms } from '../../fleet/now/now.ts'
import { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'
import { countOpenAlarms } from './count-open.ts'

type Client = Pick<pg.ClientBase, 'query'>
type Of<K extends AlarmChange['kind']> = Extract<AlarmChange, { kind: K }>
type Changed = Readonly<{ alarm: Alarm; kind: AlarmEventKind; atMs: number; groupKey: string }>

/** Statements stay small, however many alarms one cause raises. */
const BATCH = 500

/**
 * Writes what the engine found, within the caller's transaction. A change that is applied already does nothing: each
 * alarm is opened and closed once, on however many nodes.
 * @returns what became true by this call, as stored in the timeline
 */
export async function applyAlarmChanges(
  client: Client,
  changes: readonly AlarmChange[],
  nowMs: number,
): Promise<readonly AlarmEvent[]> {
  if (changes.length === 0) return []
  const changed: Changed[] = []
  // An end before a beginning: one sample may end one alarm and begin the next of the same key.
  const sorted = changes.toSorted((a, b) => a.target.plantId - b.target.plantId)
  for (let at = 0; at < sorted.length; at += BATCH) {
    const some = sorted.slice(at, at + BATCH)
    changed.push(...(await close(client, only(some, 'close'))))
    changed.push(...(await open(client, only(some, 'open'), nowMs)))
    await update(client, only(some, 'update'))
  }
  const events: AlarmEvent[] = []
  for (let at = 0; at < changed.length; at += BATCH)
    events.push(...(await noteEvents(client, changed.slice(at, at + BATCH), nowMs)))
  const plantIds = [...new Set(changed.map(({ alarm }) => alarm.target.plantId))]
  await countOpenAlarms(client, plantIds)
  await notifyAlarms(client, plantIds)
  return events
}

const only = <K extends AlarmChange['kind']>(changes: readonly AlarmChange[], kind: K): readonly Of<K>[] =>
  changes.filter((change): change is Of<K> => change.kind === kind)

const iso = (atMs: number): string => new Date(atMs).toISOString()

const keyOf = ({ target, rule, userRuleId }: AlarmChange) => ({
  plant_id: target.plantId,
  logger_id: target.loggerId,
  device_id: target.deviceId,
  part: target.part,
  rule,
  user_rule_id: userRuleId,
})
const KEY_TYPES = 'plant_id bigint, logger_id bigint, device_id bigint, part text, rule text, user_rule_id uuid'
const isSame = (a: string, b: string): string =>
  `(${a}.plant_id = ${b}.plant_id and ${a}.part = ${b}.part and ${a}.rule = ${b}.rule
    and ${a}.logger_id is not distinct from ${b}.logger_id and ${a}.device_id is not distinct from ${b}.device_id
    and ${a}.user_rule_id is not distinct from ${b}.user_rule_id)`

async function open(client: Client, changes: readonly Of<'open'>[], nowMs: number): Promise<readonly Changed[]> {
  if (changes.length === 0) return []
  const options = changes.map((change, index) => ({
    index,
    ...keyOf(change),
    level: change.level,
    influence: change.influence,
    opened_at: iso(change.openedAtMs),
    last_seen_at: iso(change.lastSeenMs),
    parameters: change.parameters,
    evidence: change.evidence,
    lost_wh: change.lostWh,
  }))
  const { rows } = await client.query<AlarmRow & { index: number; again: boolean }>({
    name: 'alarms-open',
    text: openText,
    values: [
      ...[JSON.stringify(options), iso(nowMs), REOPEN_MS / 1000, plantsOf(changes)],
      iso(changes.reduce((first, { openedAtMs }) => Math.min(first, openedAtMs), nowMs) - REOPEN_MS),
    ],
  })
  return rows.map(({ index, again, ...row }) => ({
    alarm: toAlarm(row),
    kind: again ? 'reopened' : 'opened',
    atMs: changes[index]?.openedAtMs ?? nowMs,
    groupKey: changes[index]?.groupKey ?? '',
  }))
}

/**
 * A finding that a known alarm covers opens no alarm; an alarm that ended a short while ago is reopened. Alarms of the
 * plants are read once: joined row by row, they cost minutes on a table without planner statistics. $4: the plants; $5:
 * alarms that ended before are ignored.
 */
const openText = `with near as materialized (
    select id, plant_id, logger_id, device_id, part, rule, user_rule_id, opened_at, closed_at, end_reason from alarms
    where plant_id = any($4::bigint[]) and (closed_at is null or closed_at >= $5::timestamptz)
  ), given as materialized (
    select g.* from jsonb_to_recordset($1::jsonb) as g (index int, ${KEY_TYPES}, level smallint, influence smallint,
      opened_at timestamptz, last_seen_at timestamptz, parameters jsonb, evidence jsonb, lost_wh float8)
    join plants p on p.id = g.plant_id
    where (g.device_id is null or exists (select from devices d where d.id = g.device_id))
      and (g.logger_id is null or exists (select from loggers l where l.id = g.logger_id))
      and not exists (select from near a where ${isSame('a', 'g')}
        and a.opened_at <= g.opened_at and (a.closed_at is null or a.closed_at > g.opened_at or a.opened_at = g.opened_at))
  ), ended as materialized (
    select distinct on (g.index) g.index, b.id from given g join near b on ${isSame('b', 'g')}
      and b.end_reason = 'recovered' and b.closed_at between g.opened_at - make_interval(secs => $3) and g.opened_at
    where not exists (select from near c where ${isSame('c', 'g')} and c.closed_at is null)
    order by g.index, b.closed_at desc
  ), again as (
    update alarms a set closed_at = null, end_reason = null, reopened = a.reopened + 1, level = greatest(a.level, g.level),
      influence = g.influence, last_seen_at = greatest(a.last_seen_at, g.last_seen_at), parameters = g.parameters,
      evidence = g.evidence, snoozed_until = null
    from ended e join given g on g.index = e.index
    where a.id = e.id and a.closed_at is not null
    returning g.index, true as again, ${alarmColumns('a')}
  ), added as (
    insert into alarms (plant_id, logger_id, device_id, part, rule, user_rule_id, level, influence, opened_at, found_at,
      last_seen_at, parameters, evidence, lost_wh)
    select plant_id, logger_id, device_id, part, rule, user_rule_id, level, influence, opened_at, $2::timestamptz,
      last_seen_at, parameters, evidence, lost_wh
    from given g where g.index not in (select index from again)
    on conflict do nothing returning *
  )
  select index, again, ${alarmColumns('again', true)} from again
  union all
  select g.index, false, ${alarmColumns('a')} from added a join given g on ${isSame('a', 'g')} and a.opened_at = g.opened_at`

const plantsOf = (changes: readonly AlarmChange[]): readonly number[] => [
  ...new Set(changes.map(({ target: { plantId } }) => plantId)),
]

async function close(client: Client, changes: readonly Of<'close'>[]): Promise<readonly Changed[]> {
  if (changes.length === 0) return []
  const options = changes.map((change) => ({ ...keyOf(change), at: iso(change.atMs), reason: change.reason }))
  const { rows } = await client.query<AlarmRow>({
    name: 'alarms-close',
    text: `update alarms a set closed_at = greatest(g.at, a.opened_at), end_reason = g.reason
      from jsonb_to_recordset($1::jsonb) as g (${KEY_TYPES}, at timestamptz, reason text)
      where a.plant_id = any($2::bigint[]) and ${isSame('a', 'g')} and a.closed_at is null returning ${alarmColumns('a')}`,
    values: [JSON.stringify(options), plantsOf(changes)],
  })
  return rows.map((row) => {
    const alarm = toAlarm(row)
    const kind = alarm.endReason === 'withdrawn' ? 'withdrawn' : 'closed'
    return { alarm, kind, atMs: alarm.closedAtMs ?? alarm.lastSeenMs, groupKey: '' }
  })
}

async function update(client: Client, changes: readonly Of<'update'>[]): Promise<void> {
  if (changes.length === 0) return
  const options = changes.map((change) => ({
    ...keyOf(change),
    last_seen_at: iso(change.lastSeenMs),
    opened_at: change.openedAtMs === undefined ? null : iso(change.openedAtMs),
    parameters: change.parameters ?? null,
    evidence: change.evidence ?? null,
    lost_wh: change.lostWh ?? null,
  }))
  await client.query({
    name: 'alarms-update',
    text: `update alarms a set last_seen_at = greatest(a.last_seen_at, g.last_seen_at),
        opened_at = coalesce(g.opened_at, a.opened_at), parameters = coalesce(g.parameters, a.parameters),
        evidence = coalesce(g.evidence, a.evidence), lost_wh = coalesce(g.lost_wh, a.lost_wh)
      from jsonb_to_recordset($1::jsonb) as g (${KEY_TYPES}, last_seen_at timestamptz, opened_at timestamptz,
        parameters jsonb, evidence jsonb, lost_wh float8)
      where a.plant_id = any($2::bigint[]) and ${isSame('a', 'g')} and a.closed_at is null`,
    values: [JSON.stringify(options), plantsOf(changes)],
  })
}

async function noteEvents(client: Client, changed: readonly Changed[], nowMs: number): Promise<readonly AlarmEvent[]> {
  if (changed.length === 0) return []
  const options = changed.map(({ alarm, kind, atMs, groupKey }, n) => ({
    n,
    alarm_id: alarm.id,
    plant_id: alarm.target.plantId,
    kind,
    at: iso(atMs),
    group_key: groupKey,
  }))
  const { rows } = await client.query<{ id: number }>({
    name: 'alarms-events',
    text: `insert into alarm_events (alarm_id, plant_id, kind, at, found_at, group_key)
      select alarm_id, plant_id, kind, at, $2::timestamptz, group_key
      from jsonb_to_recordset($1::jsonb) as g (n int, alarm_id uuid, plant_id bigint, kind text, at timestamptz, group_key text)
      order by n returning id`,
    values: [JSON.stringify(options), iso(nowMs)],
  })
  return changed.flatMap(({ alarm, kind, atMs, groupKey }, index) => {
    const eventId = rows[index]?.id
    return eventId === undefined ? [] : [{ eventId, alarmId: alarm.id, kind, atMs, alarm, groupKey }]
  })
}
