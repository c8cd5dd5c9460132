import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { moneyOfLoss, type TariffAt, tariffAt } from '../../fleet/finance/finance.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { visibleAlarms } from './search-filter.ts'

/** An alarm that held at some time of a period, for files and reports. Instants are UTC ms. */
export type PeriodAlarm = Readonly<{
  id: string
  plantId: number
  plantName: string
  zone: string
  currency: string
  /** In the currency of the plant, by the tariff of the day on which it opened. */
  lostIncome: number | null
  rule: AnyRuleId
  userRuleName: string | null
  level: AlarmLevel
  influence: AlarmInfluence
  deviceName: string | null
  serial: string | null
  part: string
  code: string | null
  openedAtMs: number
  closedAtMs: number | null
  /** Of the whole alarm, also before and after the period. */
  lostWh: number | null
  acknowledgedAtMs: number | null
  assignee: string | null
  isBlocked: boolean
}>

/** Days of each plant, `YYYY-MM-DD`, both included. */
type Days = Readonly<{ from: string; to: string }>
/** The last one of the page before. */
export type AlarmPlace = Pick<PeriodAlarm, 'openedAtMs' | 'id'>

type Row = Omit<PeriodAlarm, 'openedAtMs' | 'closedAtMs' | 'acknowledgedAtMs' | 'lostIncome'> & {
  tariff: TariffAt
  opened_at: Date
  closed_at: Date | null
  acknowledged_at: Date | null
}

const columns = sql`a.id, a.plant_id as "plantId", p.name as "plantName", p.zone, p.currency,
  ${tariffAt(sql`a.opened_at`)} as tariff, a.rule, r.rule->>'name' as "userRuleName", a.level, a.influence,
  coalesce(d.name, nullif(l.name, ''), l.address) as "deviceName", coalesce(d.serial, l.address) as serial, a.part,
  a.evidence->>'code' as code, a.opened_at, a.closed_at, a.lost_wh as "lostWh", a.acknowledged_at,
  (select nickname from users u where u.id = a.assigned_to) as assignee, a.is_blocked as "isBlocked"`

const ofPlant = (plantId: number): RawBuilder<unknown> => sql`
  from (select * from alarms where plant_id = ${plantId}) a join plants p on p.id = a.plant_id
    left join devices d on d.id = a.device_id left join loggers l on l.id = a.logger_id
    left join alarm_user_rules r on r.id = a.user_rule_id`

const during = ({ from, to }: Days): RawBuilder<boolean> => sql`a.end_reason is distinct from 'withdrawn'
  and a.opened_at < ${to}::date + interval '2 days'
  and a.opened_at < ((${to}::date + 1)::timestamp at time zone p.zone)
  and (a.closed_at is null or a.closed_at >= (${from}::date::timestamp at time zone p.zone))`

/** Alarms of a plant that held on its days, oldest first; what later samples disproved is absent. */
export async function readPlantAlarms(
  { kysely }: Db,
  plantId: number,
  options: Days & Readonly<{ size: number; after?: AlarmPlace | undefined }>,
): Promise<readonly PeriodAlarm[]> {
  const { after, size } = options
  const next =
    after === undefined ? sql`true` : sql`(a.opened_at, a.id) > (${new Date(after.openedAtMs)}, ${after.id}::uuid)`
  const { rows } = await sql<Row>`select ${columns} ${ofPlant(plantId)}
    where ${during(options)} and ${next} order by a.opened_at, a.id limit ${size}`.execute(kysely)
  return rows.map(toAlarm)
}

export type AlarmSums = Readonly<{ count: number; faults: number; open: number }>
export type AlarmsOfPeriod = Readonly<{ sums: AlarmSums; worst: readonly PeriodAlarm[] }>

/**
 * The gravest alarms of a period, those with the greatest loss first, and the sums of all.
 * @param scope a plant, or whose plants: only those whose alarms they may see
 * @param options.isOpenFirst open ones stand before the others
 */
export async function summarizeAlarms(
  { kysely }: Db,
  scope: number | Holder,
  options: Days & Readonly<{ most: number; nowMs: number; isOpenFirst?: boolean }>,
): Promise<AlarmsOfPeriod> {
  const from = typeof scope === 'number' ? ofPlant(scope) : visibleAlarms(scope, options.nowMs)
  const where = sql`where ${during(options)} and not a.is_blocked`
  const open = sql`a.closed_at is null and ${options.isOpenFirst ?? false}::boolean`
  const [counted, found] = await Promise.all([
    sql<AlarmSums>`select count(*)::int as count, count(*) filter (where a.level = 2)::int as faults,
      count(*) filter (where a.closed_at is null)::int as open
      ${from} ${where}`.execute(kysely),
    sql<Row>`select ${columns} ${from} ${where}
      order by ${open} desc, a.lost_wh desc nulls last, a.level desc, a.opened_at, a.id limit ${options.most}`.execute(
      kysely,
    ),
  ])
  return {
    sums: counted.rows[0] ?? { count: 0, faults: 0, open: 0 },
    worst: found.rows.map(toAlarm),
  }
}

const toAlarm = ({ opened_at, closed_at, acknowledged_at, tariff, ...row }: Row): PeriodAlarm => ({
  ...row,
  lostIncome: moneyOfLoss(row.lostWh, tariff),
  openedAtMs: opened_at.getTime(),
  closedAtMs: closed_at?.getTime() ?? null,
  acknowledgedAtMs: acknowledged_at?.getTime() ?? null,
})
