import { toEpisodes } from '@heliograph/domain/alarms/episodes.ts'
import { lookoutsOf, quantitiesOf } from '@heliograph/domain/alarms/judge-samples.ts'
import type { UserRule, UserRuleScope } from '@heliograph/domain/alarms/user-rule.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { judgeRange } from './judge-range.ts'
import { checkRule, requireScope } from './user-rules.ts'
import { readWatched } from './watched-devices.ts'

/** Alarms that a rule would have raised, by the function that runs it. Instants are UTC ms. */
export type RuleTrial = Readonly<{
  fromMs: number
  toMs: number
  /** Devices of the scope that have the quantity, and how many of them were tried. */
  devices: number
  triedDevices: number
  total: number
  /** The newest ones. */
  alarms: readonly TriedAlarm[]
}>
export type TriedAlarm = Readonly<{
  plantId: number
  plantName: string
  zone: string
  deviceName: string
  fromMs: number
  /** null: it would still last. */
  toMs: number | null
  value: number | null
}>

const TRIED_MS = 90 * DAY_MS
/** A device has some 26,000 samples in that time. */
const MOST_DEVICES = 6
const MOST_TOLD = 20

/**
 * Runs a rule over the last 90 days of a few devices of its scope, those with the newest data first.
 * @throws Refusal PARAM_ERROR, NOT_FOUND or NO_PERMISSION for its plant
 */
export async function tryUserRule(
  db: Db,
  holder: Holder,
  options: Readonly<{ rule: UserRule; scope: UserRuleScope }>,
  nowMs: number,
): Promise<RuleTrial> {
  const rule = checkRule(options.rule)
  await requireScope(db, holder, options.scope, nowMs)
  const range = { fromMs: nowMs - TRIED_MS, toMs: nowMs }
  const { rows: devices } = await sql<{ id: number; name: string; plant_id: number; plant: string; zone: string }>`
    select d.id, d.name, d.plant_id, p.name as plant, p.zone from devices d join plants p on p.id = d.plant_id
      join plant_now n on n.plant_id = p.id
    where ${rule.quantity} = any(d.quantities) and d.removed_at is null and ${isInScope(holder, options.scope, nowMs)}
    order by n.last_at desc nulls last, d.id`.execute(db.kysely)
  const tried = devices.slice(0, MOST_DEVICES)
  const watched = await readWatched(db.pool, [...new Set(tried.map(({ plant_id }) => plant_id))])
  const alarms: TriedAlarm[] = []
  for (const device of tried) {
    const known = watched.get(device.id)
    if (known === undefined) continue
    const lookouts = lookoutsOf(known.watched, [{ id: TRIAL, rule }]).filter(({ userRuleId }) => userRuleId === TRIAL)
    const { findings } = await judgeRange(db, { ...known, lookouts }, range, {}, quantitiesOf(rule))
    for (const { openedAtMs, closedAtMs, opening } of [...toEpisodes(findings).values()].flat()) {
      const value = opening?.parameters.value
      alarms.push({
        plantId: device.plant_id,
        plantName: device.plant,
        zone: device.zone,
        deviceName: device.name,
        fromMs: openedAtMs,
        toMs: closedAtMs,
        value: typeof value === 'number' ? value : null,
      })
    }
  }
  alarms.sort((a, b) => b.fromMs - a.fromMs)
  return {
    ...range,
    devices: devices.length,
    triedDevices: tried.length,
    total: alarms.length,
    alarms: alarms.slice(0, MOST_TOLD),
  }
}

const TRIAL = 'trial'

function isInScope({ userId, organizationId }: Holder, scope: UserRuleScope, nowMs: number) {
  const holds = sql`p.id in (select m.plant_id from plant_holders m where 'viewPlantAlert' = any(m.rights)
    and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
    and ${organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`})`
  if (scope.kind === 'plant') return sql`${holds} and p.id = ${scope.plantId}`
  if (scope.kind === 'all') return holds
  return sql`${holds} and exists (select from tagged_plants g join plant_tags t on t.id = g.tag_id
    where g.plant_id = p.id and lower(t.name) = lower(${scope.tag})
      and ${organizationId === null ? sql`t.user_id = ${userId}` : sql`t.organization_id = ${organizationId}`})`
}
