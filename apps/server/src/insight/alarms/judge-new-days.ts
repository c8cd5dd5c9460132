import type { Alarm } from '@heliograph/domain/alarms/alarm.ts'
import { type AlarmChange, groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import { type DayAlarm, judgeDays } from '@heliograph/domain/alarms/judge-days.ts'
import { foldDayAlarms } from '@heliograph/domain/alarms/one-cause.ts'
import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { rules } from '@heliograph/domain/alarms/rules.ts'
import type { InverterDay } from '@heliograph/domain/performance/judge-day.ts'
import type { LightSource, Loss } from '@heliograph/domain/performance/losses.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { judgeModules } from './judge-modules.ts'
import { judgeStrings } from './judge-strings.ts'

const BATCH = 100
/** Days back from the newest on which the rules look. */
const LOOK_DAYS = 45

type PlantRow = { id: number; zone: string; newest: string; export_limit_w: number | null }
type DayRow = {
  day: string
  potential_wh: number
  produced_wh: number | null
  is_judged: boolean
  capacity_wp: number
  clock_shift_ms: number
  source: LightSource
  losses: readonly Loss[]
  inverters: readonly InverterDay[]
}

/**
 * Runs the rules on days over plants that have a new judged day, and keeps the losses of their alarms. Safe on several
 * nodes at once: the same days give the same alarms. @returns the number of plants
 */
export async function judgeNewDays(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const { rows } = await db.pool.query<PlantRow>(
    `select p.id, p.zone, n.newest, (q.settings->>'exportLimitW')::float8 as export_limit_w from performance_plants f join plants p on p.id = f.plant_id
       join lateral (select max(day) as newest from performance_days d where d.plant_id = p.id) n on n.newest is not null
       left join alarm_plants q on q.plant_id = p.id
     where (q.seen_day is null or q.seen_day < n.newest) and q.dormant_since is null order by p.id limit ${BATCH}`,
  )
  for (const row of rows) {
    if (signal?.aborted) break
    await judgePlant(db, row, nowMs)
  }
  return rows.length
}

async function judgePlant(
  db: Db,
  { id: plantId, zone, newest, export_limit_w: exportLimitW }: PlantRow,
  nowMs: number,
): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    const { rows: days } = await client.query<DayRow>(
      `select day, potential_wh, produced_wh, is_judged, capacity_wp, clock_shift_ms, source, losses, inverters
       from performance_days where plant_id = $1 and day > $2::date - ${LOOK_DAYS} and day <= $2::date`,
      [plantId, newest],
    )
    const { rows: micros } = await client.query<{ id: number }>(
      "select id from devices where plant_id = $1 and type = 'MICRO_INVERTER'",
      [plantId],
    )
    const isMicro = new Set(micros.map(({ id }) => id))
    const strings = await judgeStrings(db, client, { plantId, zone, lastDay: newest })
    const modules = await judgeModules(db, client, { plantId, zone, lastDay: newest })
    const ofDays = judgeDays(
      days.map((row) => ({
        day: row.day,
        potentialWh: row.potential_wh,
        producedWh: row.produced_wh,
        isJudged: row.is_judged,
        capacityWp: row.capacity_wp,
        clockShiftMs: row.clock_shift_ms,
        isBound: row.source === 'clear-sky',
        losses: row.losses,
        inverters: row.inverters,
      })),
      zone,
      (id) => isMicro.has(id),
      exportLimitW,
    )
    const found = [...ofDays, ...strings, ...modules]
    const { rows: others } = await client.query<AlarmRow>(
      `select ${alarmColumns('a')} from alarms a join plants p on p.id = a.plant_id
       where a.plant_id = $1 and a.rule <> all($2::text[]) and not a.is_blocked and a.end_reason is distinct from 'withdrawn'
         and (a.closed_at is null or a.closed_at >= $3::date::timestamp at time zone p.zone)`,
      [plantId, dayRuleIds, newest],
    )
    const standing = foldDayAlarms(
      found,
      others.map(toAlarm).map(({ rule, target: { deviceId, part } }) => ({ rule, deviceId, part })),
    )
    const { rows: open } = await client.query<AlarmRow>(
      `select ${alarmColumns('a')} from alarms a where a.plant_id = $1 and a.closed_at is null and a.rule = any($2::text[])`,
      [plantId, dayRuleIds],
    )
    const ended = open
      .map(toAlarm)
      .filter(({ rule, target }) => !standing.some((item) => isAbout(item, { rule, target })))
    await applyAlarmChanges(
      client,
      [
        // An alarm that another one covers now has not ended.
        ...ended.map((alarm): AlarmChange => {
          const isFolded = found.some((item) => isAbout(item, alarm))
          return { ...alarm, kind: 'close', atMs: nowMs, reason: isFolded ? 'withdrawn' : 'recovered' }
        }),
        ...standing.map((item) => toOpening(plantId, item, nowMs)),
        // History that came later moves the start back.
        ...standing.flatMap((item): AlarmChange[] => {
          const known = open.map(toAlarm).find((alarm) => isAbout(item, alarm))
          if (known === undefined || known.openedAtMs <= item.sinceMs) return []
          return [{ ...known, kind: 'update', lastSeenMs: known.lastSeenMs, openedAtMs: item.sinceMs, lostWh: null }]
        }),
      ],
      nowMs,
    )
    await client.query(COUNT_LOSS_TEXT, [plantId, [...losing]])
    await client.query(
      `insert into alarm_plants (plant_id, seen_day) values ($1, $2)
       on conflict (plant_id) do update set seen_day = excluded.seen_day`,
      [plantId, newest],
    )
  })
}

const isAbout = (one: DayAlarm, { rule, target }: Pick<Alarm, 'rule' | 'target'>): boolean =>
  one.rule === rule && one.deviceId === target.deviceId && one.part === target.part

const dayRuleIds = (Object.keys(rules) as RuleId[]).filter((id) => rules[id].looksAt === 'days')

function toOpening(
  plantId: number,
  { rule, deviceId, part, sinceMs, parameters }: DayAlarm,
  nowMs: number,
): AlarmChange {
  const { level, influence } = rules[rule]
  return {
    kind: 'open',
    target: { plantId, loggerId: null, deviceId, part },
    rule,
    userRuleId: null,
    level,
    influence,
    openedAtMs: sinceMs,
    lastSeenMs: nowMs,
    parameters,
    evidence: {},
    lostWh: null,
    groupKey: groupKeyOf(rule, plantId),
  }
}

const losing = ['outage', 'part-outage', 'soiling', 'snow', 'clipping'] as const

/** Energy that the judged days count as lost while an alarm of production held, at its device or at the whole plant. */
const COUNT_LOSS_TEXT = `update alarms a set lost_wh = l.wh from (
    select a.id, sum((o->>'energyWh')::float8) as wh
    from alarms a join plants p on p.id = a.plant_id
      join performance_days d on d.plant_id = a.plant_id and d.day >= (a.opened_at at time zone p.zone)::date
        and d.day <= (coalesce(a.closed_at, now()) at time zone p.zone)::date
      cross join lateral jsonb_array_elements(d.losses) o
    where a.plant_id = $1 and a.influence in (1, 3) and a.logger_id is null and o->>'kind' = any($2::text[])
      and (a.closed_at is null or a.closed_at > now() - interval '10 days')
      and (a.device_id is null or o->'inverters' @> to_jsonb(a.device_id))
      and (a.rule not in ('soiling', 'snow', 'clipping') or o->>'kind' = a.rule)
      and (o->>'kind' <> 'clipping' or (a.rule = 'clipping' and o ? 'heldW'))
    group by a.id) l
  where l.id = a.id and a.lost_wh is distinct from l.wh`
