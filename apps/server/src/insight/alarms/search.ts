import type { AlarmEvidence, AlarmInfluence, AlarmLevel, AlarmParameters } from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { moneyOfLoss, type TariffAt, tariffAt } from '../../fleet/finance/finance.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AlarmFilter, lastDay, openedDay, toConditions, toStates, visibleAlarms } from './search-filter.ts'

/** An alarm as a reader sees it: what it is, where, and what people did with it. */
export type FoundAlarm = Readonly<{
  id: string
  plantId: number
  plantName: string
  zone: string
  currency: string
  /** In the currency of the plant, by the tariff of the day on which it opened. */
  lostIncome: number | null
  loggerId: number | null
  deviceId: number | null
  /** Of the device or the logger; null: the plant as a whole. */
  deviceName: string | null
  serial: string | null
  deviceType: DeviceType | null
  profileId: string | null
  part: string
  rule: AnyRuleId
  userRuleId: string | null
  userRuleName: string | null
  level: AlarmLevel
  influence: AlarmInfluence
  openedAtMs: number
  lastSeenMs: number
  closedAtMs: number | null
  /** The day at the plant that the row is about; null: the whole alarm. */
  day: string | null
  parameters: AlarmParameters
  evidence: AlarmEvidence
  lostWh: number | null
  reopened: number
  acknowledgedAtMs: number | null
  snoozedUntilMs: number | null
  assignee: Readonly<{ userId: number; name: string }> | null
  notes: number
  isBlocked: boolean
  mayAct: boolean
}>

export const alarmOrders = {
  alertTime: sql`seen_at`,
  startTime: sql`a.opened_at`,
  level: sql`a.level`,
  lostValue: sql`a.lost_wh`,
  id: sql`a.opened_at`,
} as const

export type AlarmSearch = AlarmFilter &
  Readonly<{
    /** A row per rule, target and day, or per alarm. */
    isByDay: boolean
    order: keyof typeof alarmOrders
    direction: 'ASC' | 'DESC'
    page: number
    size: number
  }>

/** How long an alarm of all plants is cut into days; of one plant, a year. */
const FLEET_DAYS = 31
const PLANT_DAYS = 366

/** A page of alarms. */
export async function searchAlarms(
  db: Db,
  search: AlarmSearch,
  nowMs: number,
): Promise<Readonly<{ total: number; alarms: readonly FoundAlarm[] }>> {
  await requirePlants(db, search, nowMs)
  const days = search.isByDay ? cutDays(search, nowMs) : sql``
  const seen = search.isByDay
    ? sql`least(coalesce(a.closed_at, ${new Date(nowMs)}), (day + 1)::timestamp at time zone p.zone - interval '1 second')`
    : sql`a.last_seen_at`
  const where = sql`where ${toConditions(search, nowMs)} and ${toStates(search)}`
  // Of one rule at one target the newest alarm stands for the day.
  const isNewest = search.isByDay
    ? sql`and not exists (select from alarms b where (b.plant_id, b.rule, b.part) = (a.plant_id, a.rule, a.part)
        and b.device_id is not distinct from a.device_id and b.logger_id is not distinct from a.logger_id
        and b.user_rule_id is not distinct from a.user_rule_id and b.end_reason is distinct from 'withdrawn'
        and b.opened_at > a.opened_at and (b.opened_at at time zone p.zone)::date <= day)`
    : sql``
  const from = sql`${visibleAlarms(search.holder, nowMs)} ${days} ${where} ${isNewest}`
  const order = sql`order by ${alarmOrders[search.order]} ${search.direction === 'ASC' ? sql`asc` : sql`desc`} nulls last,
    a.opened_at desc, a.id`
  const [total, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db.kysely),
    // The rows of the page first, then all that they show: a fleet has 100,000 others.
    sql<Row>`
      with picked as materialized (
        select a.id, ${search.isByDay ? sql`day::text` : sql`null::text`} as day, ${seen} as seen_at ${from}
        ${order} limit ${search.size} offset ${(search.page - 1) * search.size})
      select ${columns}, k.day, k.seen_at ${visibleAlarms(search.holder, nowMs)} join picked k on k.id = a.id
      ${order}`.execute(db.kysely),
  ])
  return { total: total.rows[0]?.total ?? 0, alarms: found.rows.map(toFound) }
}

function cutDays({ plantIds, fromDay, toDay, fromMs, toMs }: AlarmSearch, nowMs: number): RawBuilder<unknown> {
  const most = plantIds?.length === 1 ? PLANT_DAYS : FLEET_DAYS
  const endMs = Math.min(toMs ?? nowMs, nowMs)
  const startMs = Math.max(fromMs ?? 0, endMs - most * DAY_MS)
  const dayOf = (atMs: number) => sql`(${new Date(atMs)}::timestamptz at time zone p.zone)::date`
  return sql`cross join lateral (select day::date from generate_series(
    greatest(${openedDay}, ${dayOf(startMs)}, ${fromDay ?? '1970-01-01'}::date)::timestamp,
    least(${lastDay(nowMs)}, ${dayOf(endMs)}, ${toDay ?? '9999-01-01'}::date)::timestamp, interval '1 day') day) days`
}

/** @throws Refusal NOT_FOUND for a plant that the holder does not have, NO_PERMISSION without the right to see alarms */
async function requirePlants({ kysely }: Db, { holder, plantIds }: AlarmFilter, nowMs: number): Promise<void> {
  if (plantIds === undefined) return
  const { organizationId, userId, plantIds: chosen } = holder
  if (chosen && plantIds.some((id) => !chosen.includes(id))) throw new Refusal('NOT_FOUND')
  const rows = await kysely
    .selectFrom('plant_holders')
    .select(['plant_id', 'rights'])
    .where('plant_id', 'in', [0, ...plantIds])
    .where(organizationId === null ? 'user_id' : 'organization_id', '=', organizationId ?? userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(nowMs))]))
    .execute()
  if (plantIds.some((id) => !rows.some(({ plant_id }) => plant_id === id))) throw new Refusal('NOT_FOUND')
  if (rows.some(({ rights }) => !rights.includes('viewPlantAlert'))) throw new Refusal('NO_PERMISSION')
}

/** @throws Refusal NOT_FOUND: it does not exist, or not for this holder */
export async function getAlarm(db: Db, holder: Holder, alarmId: string, nowMs: number): Promise<FoundAlarm> {
  const [found] = await readAlarms(db, { holder, alarmIds: [alarmId] }, nowMs)
  if (found === undefined) throw new Refusal('NOT_FOUND')
  return found
}

/** @throws Refusal NOT_FOUND: the plant has no such alarm */
export async function requireAlarmAt({ kysely }: Db, plantId: number, alarmId: string): Promise<void> {
  const found = kysely.selectFrom('alarms').select('id').where('id', '=', alarmId).where('plant_id', '=', plantId)
  if ((await found.executeTakeFirst()) === undefined) throw new Refusal('NOT_FOUND')
}

/** @returns undefined: none has the number, or not for this holder at this plant */
export async function getAlarmByNumber(
  db: Db,
  holder: Holder,
  { number, plantId }: Readonly<{ number: number; plantId: number }>,
  nowMs: number,
): Promise<FoundAlarm | undefined> {
  const [found] = await readAlarms(db, { holder, number, plantIds: [plantId] }, nowMs)
  return found
}

/** The newest alarm of a rule at a device or a plant. @throws Refusal NOT_FOUND */
export async function getNewestAlarm(
  db: Db,
  holder: Holder,
  subject: Readonly<{ deviceId: number | undefined; plantId: number | undefined; rule: string }>,
  nowMs: number,
): Promise<FoundAlarm> {
  const { deviceId, plantId, rule } = subject
  const plantIds = plantId === undefined ? undefined : [plantId]
  const [found] = await readAlarms(db, { holder, deviceId, plantIds, rule }, nowMs)
  if (found === undefined) throw new Refusal('NOT_FOUND')
  return found
}

const MOST_READ = 200

async function readAlarms(db: Db, filter: AlarmFilter, nowMs: number): Promise<readonly FoundAlarm[]> {
  const { rows } = await sql<Row>`
    select ${columns}, null as day, a.last_seen_at as seen_at ${visibleAlarms(filter.holder, nowMs)}
    where ${toConditions(filter, nowMs)} order by a.opened_at desc limit ${MOST_READ}`.execute(db.kysely)
  return rows.map(toFound)
}

const columns = sql`a.id, a.plant_id, p.name as plant_name, p.zone, p.currency, ${tariffAt(sql`a.opened_at`)} as tariff, a.logger_id,
  a.device_id, coalesce(d.name, nullif(l.name, ''), l.address) as device_name, coalesce(d.serial, l.address) as serial,
  coalesce(d.type, case when l.id is not null then 'COLLECTOR' end) as device_type, d.profile_id, a.part, a.rule,
  a.user_rule_id, r.rule->>'name' as user_rule_name, a.level, a.influence, a.opened_at, a.closed_at, a.parameters,
  a.evidence, a.lost_wh, a.reopened, a.acknowledged_at, a.snoozed_until, a.assigned_to, a.is_blocked,
  (select nickname from users u where u.id = a.assigned_to) as assignee,
  (select count(*)::int from alarm_events e where e.alarm_id = a.id and e.kind = 'noted') as notes,
  'editPlant' = any(m.rights) as may_act`

type Row = {
  id: string
  plant_id: number
  plant_name: string
  zone: string
  currency: string
  tariff: TariffAt
  logger_id: number | null
  device_id: number | null
  device_name: string | null
  serial: string | null
  device_type: string | null
  profile_id: string | null
  part: string
  rule: string
  user_rule_id: string | null
  user_rule_name: string | null
  level: number
  influence: number
  opened_at: Date
  seen_at: Date
  closed_at: Date | null
  day: string | null
  parameters: AlarmParameters
  evidence: AlarmEvidence
  lost_wh: number | null
  reopened: number
  acknowledged_at: Date | null
  snoozed_until: Date | null
  assigned_to: number | null
  assignee: string | null
  notes: number
  is_blocked: boolean
  may_act: boolean
}

const toFound = (row: Row): FoundAlarm => ({
  id: row.id,
  plantId: row.plant_id,
  plantName: row.plant_name,
  zone: row.zone,
  currency: row.currency,
  lostIncome: moneyOfLoss(row.lost_wh, row.tariff),
  loggerId: row.logger_id,
  deviceId: row.device_id,
  deviceName: row.device_name,
  serial: row.serial,
  deviceType: row.device_type as DeviceType | null,
  profileId: row.profile_id,
  part: row.part,
  rule: row.rule as AnyRuleId,
  userRuleId: row.user_rule_id,
  userRuleName: row.user_rule_name,
  level: row.level as AlarmLevel,
  influence: row.influence as AlarmInfluence,
  openedAtMs: row.opened_at.getTime(),
  lastSeenMs: row.seen_at.getTime(),
  closedAtMs: row.closed_at?.getTime() ?? null,
  day: row.day,
  parameters: row.parameters,
  evidence: row.evidence,
  lostWh: row.lost_wh,
  reopened: row.reopened,
  acknowledgedAtMs: row.acknowledged_at?.getTime() ?? null,
  snoozedUntilMs: row.snoozed_until?.getTime() ?? null,
  assignee: row.assigned_to === null ? null : { userId: row.assigned_to, name: row.assignee ?? '' },
  notes: row.notes,
  isBlocked: row.is_blocked,
  mayAct: row.may_act,
})
