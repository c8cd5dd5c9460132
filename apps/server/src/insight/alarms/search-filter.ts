import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { isRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Holder, isChosen } from '../../people/accounts/accounts.ts'

/** Which alarms a list shows; undefined: all. Those that later samples disproved are in no list. */
export type AlarmFilter = Readonly<{
  holder: Holder
  alarmIds?: readonly string[] | undefined
  plantIds?: readonly number[] | undefined
  deviceId?: number | undefined
  loggerId?: number | undefined
  /** The number that programs get in place of the id. */
  number?: number | undefined
  deviceType?: DeviceType | undefined
  levels?: readonly AlarmLevel[] | undefined
  influences?: readonly AlarmInfluence[] | undefined
  isOpen?: boolean | undefined
  isBlocked?: boolean | undefined
  /** The id of a rule, or of a person's own rule. */
  rule?: string | undefined
  /** Alarms that lasted until `fromMs` or later and began before `toMs`. */
  fromMs?: number | undefined
  toMs?: number | undefined
  /** The same in days of each plant, both included. */
  fromDay?: string | undefined
  toDay?: string | undefined
  /** @property rules those whose name has the text in the reader's language */
  words?: Readonly<{ text: string; rules: readonly string[] }> | undefined
  isAcknowledged?: boolean | undefined
  assignedTo?: number | undefined
}>

const isHeldBy = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`

/** The holder's plants on which they may see alarms; every statement about alarms begins here. */
export const visibleAlarms = (holder: Holder, nowMs: number): RawBuilder<unknown> => sql`
  from alarms a
    join plants p on p.id = a.plant_id
    join plant_holders m on m.plant_id = a.plant_id and 'viewPlantAlert' = any(m.rights)
      and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
      and ${isHeldBy(holder)} and ${isChosen(holder, sql`m.plant_id`)}
    left join devices d on d.id = a.device_id
    left join loggers l on l.id = a.logger_id
    left join alarm_user_rules r on r.id = a.user_rule_id`

const all = sql<boolean>`true`
const day = (column: RawBuilder<unknown>) => sql`(${column} at time zone p.zone)::date`
export const openedDay = day(sql`a.opened_at`)
export const lastDay = (nowMs: number) => day(sql`coalesce(a.closed_at, ${new Date(nowMs)})`)

/** Conditions apart from whether an alarm is open or blocked: the counts of both need these alone. */
export function toConditions(filter: AlarmFilter, nowMs: number): RawBuilder<unknown> {
  const { alarmIds, plantIds, deviceId, loggerId, number, deviceType, levels, influences, rule, words } = filter
  const parts = [
    sql`a.end_reason is distinct from 'withdrawn'`,
    alarmIds === undefined ? all : sql`a.id = any(${[...alarmIds]}::uuid[])`,
    plantIds === undefined ? all : sql`a.plant_id = any(${[...plantIds]}::bigint[])`,
    deviceId === undefined ? all : sql`a.device_id = ${deviceId}`,
    loggerId === undefined ? all : sql`a.logger_id = ${loggerId}`,
    number === undefined ? all : hasNumber(number),
    deviceType === undefined ? all : ofType(deviceType),
    levels === undefined ? all : sql`a.level = any(${[...levels]}::smallint[])`,
    influences === undefined ? all : sql`a.influence = any(${[...influences]}::smallint[])`,
    rule === undefined ? all : isRuleId(rule) ? sql`a.rule = ${rule}` : sql`a.user_rule_id::text = ${rule}`,
    filter.fromMs === undefined ? all : sql`(a.closed_at is null or a.closed_at >= ${new Date(filter.fromMs)})`,
    filter.toMs === undefined ? all : sql`a.opened_at < ${new Date(filter.toMs)}`,
    filter.fromDay === undefined ? all : sql`${lastDay(nowMs)} >= ${filter.fromDay}::date`,
    filter.toDay === undefined ? all : sql`${openedDay} <= ${filter.toDay}::date`,
    filter.isAcknowledged === undefined ? all : sql`(a.acknowledged_at is not null) = ${filter.isAcknowledged}`,
    filter.assignedTo === undefined ? all : sql`a.assigned_to = ${filter.assignedTo}`,
    words === undefined || words.text === '' ? all : hasWords(words),
  ]
  return sql.join(
    parts.filter((part) => part !== all),
    sql` and `,
  )
}

/** Whether it is open, and whether a block covers it. */
export function toStates({ isOpen, isBlocked }: AlarmFilter): RawBuilder<unknown> {
  const open = isOpen === undefined ? all : isOpen ? sql`a.closed_at is null` : sql`a.closed_at is not null`
  return sql`${open} and ${isBlocked === undefined ? all : sql`a.is_blocked = ${isBlocked}`}`
}

const NUMBER_DIGITS = 12

/** A number for programs that expect one: the first 48 bits of the id, which nothing but chance could give twice. */
export const alarmNumberOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, NUMBER_DIGITS), 16)

function hasNumber(number: number): RawBuilder<unknown> {
  const digits = number.toString(16).padStart(NUMBER_DIGITS, '0')
  if (number < 0 || digits.length > NUMBER_DIGITS) return sql`false`
  const start = `${digits.slice(0, 8)}-${digits.slice(8)}`
  return sql`a.id between ${`${start}-0000-0000-000000000000`}::uuid and ${`${start}-ffff-ffff-ffffffffffff`}::uuid`
}

const ofType = (type: DeviceType) => (type === 'COLLECTOR' ? sql`a.logger_id is not null` : sql`d.type = ${type}`)

function hasWords({ text, rules }: Readonly<{ text: string; rules: readonly string[] }>) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(p.name ilike ${pattern} or d.name ilike ${pattern} or d.serial ilike ${pattern}
    or l.name ilike ${pattern} or l.address ilike ${pattern} or r.rule->>'name' ilike ${pattern}
    or a.evidence->>'code' ilike ${pattern} or a.rule = any(${[...rules]}::text[]))`
}
