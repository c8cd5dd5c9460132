import { type AnyRuleId, ruleIds, USER_RULE } from '@heliograph/domain/alarms/rule-ids.ts'
import { sql } from 'kysely'
import { type Holder, isChosen } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AlarmFilter, toConditions, visibleAlarms } from './search-filter.ts'

/** Blocked ones are counted apart; the levels are of those that are open and not blocked. */
export type AlarmCounts = Readonly<{
  ongoing: number
  recovered: number
  blocked: number
  faults: number
  warnings: number
  tips: number
}>

const none: AlarmCounts = { ongoing: 0, recovered: 0, blocked: 0, faults: 0, warnings: 0, tips: 0 }

const open = sql`a.closed_at is null and not a.is_blocked`

/** The alarms that pass the filter, its parts for open and blocked aside. */
export async function countAlarms(db: Db, filter: AlarmFilter, nowMs: number): Promise<AlarmCounts> {
  const { rows } = await sql<AlarmCounts>`
    select count(*) filter (where ${open})::int as ongoing,
      count(*) filter (where a.closed_at is not null)::int as recovered,
      count(*) filter (where a.closed_at is null and a.is_blocked)::int as blocked,
      count(*) filter (where ${open} and a.level = 2)::int as faults,
      count(*) filter (where ${open} and a.level = 1)::int as warnings,
      count(*) filter (where ${open} and a.level = 0)::int as tips
    ${visibleAlarms(filter.holder, nowMs)} where ${toConditions(filter, nowMs)}`.execute(db.kysely)
  return rows[0] ?? none
}

const MOST_PLANTS = 1_000

/** Plants with open alarms, most faults first. */
export async function countByPlant(
  db: Db,
  holder: Holder,
  nowMs: number,
): Promise<readonly Readonly<{ plantId: number; faults: number; alarms: number }>[]> {
  const { rows } = await sql<{ plantId: number; faults: number; alarms: number }>`
    select a.plant_id as "plantId", count(*) filter (where a.level = 2)::int as faults, count(*)::int as alarms
    ${visibleAlarms(holder, nowMs)} where ${open}
    group by a.plant_id order by faults desc, alarms desc, a.plant_id limit ${MOST_PLANTS}`.execute(db.kysely)
  return rows
}

/** State of the watch while nothing is wrong. Instants are UTC ms; null: there is none. */
export type AllWell = Readonly<{
  rules: number
  plants: number
  /** The end of the last alarm. */
  sinceMs: number | null
  /** The first device came. */
  watchedSinceMs: number | null
  lastDataMs: number | null
}>

/** @param plantIds undefined: all plants of the holder */
export async function readAllWell(
  db: Db,
  holder: Holder,
  plantIds: readonly number[] | undefined,
  nowMs: number,
): Promise<AllWell> {
  const { userId, organizationId } = holder
  const sought = plantIds === undefined ? sql`true` : sql`m.plant_id = any(${[...plantIds]}::bigint[])`
  const only = sql`${sought} and ${isChosen(holder, sql`m.plant_id`)}`
  const { rows } = await sql<{ plants: number; since: Date | null; watched: Date | null; last: Date | null }>`
    with held as (select m.plant_id from plant_holders m where ${only} and 'viewPlantAlert' = any(m.rights)
      and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
      and ${organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`})
    select (select count(*)::int from held) as plants,
      (select max(a.closed_at) from alarms a join held using (plant_id)
        where not a.is_blocked and a.end_reason <> 'withdrawn') as since,
      (select min(d.created_at) from devices d join held using (plant_id)) as watched,
      (select max(n.last_at) from plant_now n join held using (plant_id)) as last`.execute(db.kysely)
  const own = await sql<{ count: number }>`
    select count(*)::int as count from alarm_user_rules where is_on
      and ${organizationId === null ? sql`user_id = ${userId}` : sql`organization_id = ${organizationId}`}`.execute(
    db.kysely,
  )
  const row = rows[0]
  return {
    rules: ruleIds.length + (own.rows[0]?.count ?? 0),
    plants: row?.plants ?? 0,
    sinceMs: row?.since?.getTime() ?? null,
    watchedSinceMs: row?.watched?.getTime() ?? null,
    lastDataMs: row?.last?.getTime() ?? null,
  }
}

/** A rule that has alarms here; of a person's own rule its id and name. */
export type MetRule = Readonly<{ rule: AnyRuleId; userRuleId: string | null; name: string | null }>
const MOST_RULES = 100

/** The rules that a filter can offer. */
export async function listMetRules(
  db: Db,
  { holder, plantIds }: AlarmFilter,
  nowMs: number,
): Promise<readonly MetRule[]> {
  const { rows } = await sql<{ rule: AnyRuleId; id: string | null; name: string | null }>`
    select distinct a.rule, r.id, r.rule->>'name' as name ${visibleAlarms(holder, nowMs)}
    where ${toConditions({ holder, plantIds }, nowMs)} and (a.rule <> ${USER_RULE} or r.id is not null)
    order by a.rule, name limit ${MOST_RULES}`.execute(db.kysely)
  return rows.map(({ rule, id, name }) => ({ rule, userRuleId: id, name }))
}
