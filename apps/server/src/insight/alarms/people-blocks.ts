import { type AnyRuleId, isRuleId, USER_RULE } from '@heliograph/domain/alarms/rule-ids.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { notifyAlarms } from '../../fleet/now/now.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Blocked alarms of one plant (specification, section 6). */
export const MOST_BLOCKS = 10
const MOST_MS = 3_660 * DAY_MS

/**
 * Blocks a rule at a device or the whole plant, its open alarms included.
 * @param options.rule its id, or that of a person's own rule that has alarms here
 * @returns the block's id @throws Refusal ALARM_BLOCKED, ALARM_BLOCK_LIMIT, PARAM_ERROR, NOT_FOUND for a device of another plant
 */
export async function blockAlarms(
  db: Db,
  options: Readonly<{ plantId: number; deviceId: number | null; rule: string; untilMs: number | null; userId: number }>,
  nowMs: number,
): Promise<number> {
  const { plantId, deviceId, untilMs, userId } = options
  const now = new Date(nowMs)
  if (untilMs !== null && (untilMs <= nowMs || untilMs > nowMs + MOST_MS))
    throw new Refusal('PARAM_ERROR', { field: 'until' })
  return db.transaction(async (kysely) => {
    // One at a time per plant: two requests must not both find room for the tenth.
    const plant = await kysely
      .selectFrom('plants')
      .select('id')
      .where('id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (plant === undefined || !(await isAt(kysely, plantId, deviceId))) throw new Refusal('NOT_FOUND')
    const rule = await readRule(kysely, plantId, options.rule)
    await kysely.deleteFrom('alarm_blocks').where('plant_id', '=', plantId).where('until', '<=', now).execute()
    const held = await kysely.selectFrom('alarm_blocks').selectAll().where('plant_id', '=', plantId).execute()
    const covers = held.some(
      (item) =>
        item.rule === rule.rule &&
        item.user_rule_id === rule.user_rule_id &&
        (item.device_id === null || item.device_id === deviceId),
    )
    if (covers) throw new Refusal('ALARM_BLOCKED')
    if (held.length >= MOST_BLOCKS) throw new Refusal('ALARM_BLOCK_LIMIT', { most: MOST_BLOCKS })
    const { id } = await kysely
      .insertInto('alarm_blocks')
      .values({
        plant_id: plantId,
        device_id: deviceId,
        ...rule,
        until: untilMs === null ? null : new Date(untilMs),
        created_at: now,
        created_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await settleBlocks(kysely, [plantId], now, userId)
    return id
  })
}

/** @throws Refusal NOT_FOUND */
export async function endBlock(
  db: Db,
  options: Readonly<{ plantId: number; blockId: number; userId: number }>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (kysely) => {
    await kysely
      .deleteFrom('alarm_blocks')
      .where('id', '=', options.blockId)
      .where('plant_id', '=', options.plantId)
      .returning('id')
      .executeTakeFirstOrThrow(notFound)
    await settleBlocks(kysely, [options.plantId], new Date(nowMs), options.userId)
  })
}

/** Ends the blocks whose time is over. @returns how many */
export async function endBlocksInTime(db: Db, nowMs: number): Promise<number> {
  return db.transaction(async (kysely) => {
    const now = new Date(nowMs)
    const gone = await kysely.deleteFrom('alarm_blocks').where('until', '<=', now).returning('plant_id').execute()
    const plantIds = [...new Set(gone.map(({ plant_id }) => plant_id))]
    if (plantIds.length > 0) await settleBlocks(kysely, plantIds, now, null)
    return gone.length
  })
}

/** Open alarms are blocked exactly where a block covers them; what changes is noted, and counted in the rows of now. */
async function settleBlocks(
  kysely: Kysely<Tables>,
  plantIds: readonly number[],
  now: Date,
  userId: number | null,
): Promise<void> {
  const ids = sql`${[...plantIds]}::bigint[]`
  await sql`
    with judged as (
      select a.id, exists (select from alarm_blocks b where b.plant_id = a.plant_id and b.rule = a.rule
        and b.user_rule_id is not distinct from a.user_rule_id and (b.device_id is null or b.device_id = a.device_id)
        and (b.until is null or b.until > ${now})) as is_blocked
      from alarms a where a.plant_id = any(${ids}) and a.closed_at is null),
    changed as (
      update alarms a set is_blocked = j.is_blocked from judged j where j.id = a.id and a.is_blocked <> j.is_blocked
      returning a.id, a.plant_id, a.is_blocked)
    insert into alarm_events (alarm_id, plant_id, kind, at, found_at, user_id, notified_at)
    select id, plant_id, case when is_blocked then 'blocked' else 'unblocked' end, ${now}, ${now}, ${userId}, ${now}
    from changed`.execute(kysely)
  await sql`
    with held as (select plant_id from plant_now where plant_id = any(${ids}) order by plant_id for no key update),
      counted as (select plant_id, count(*)::int as n, max(level) as level from alarms
        where plant_id = any(${ids}) and closed_at is null and not is_blocked group by plant_id)
    update plant_now n set open_alarms = coalesce(c.n, 0), alarm_level = c.level
    from held h left join counted c on c.plant_id = h.plant_id where n.plant_id = h.plant_id`.execute(kysely)
  await notifyAlarms(kysely, [...new Set(plantIds)])
}

async function isAt(kysely: Kysely<Tables>, plantId: number, deviceId: number | null): Promise<boolean> {
  if (deviceId === null) return true
  const row = await kysely
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  return row !== undefined
}

/** A person's own rule can be blocked where it has raised an alarm, whosever it is. @throws Refusal PARAM_ERROR */
async function readRule(
  kysely: Kysely<Tables>,
  plantId: number,
  rule: string,
): Promise<{ rule: AnyRuleId; user_rule_id: string | null }> {
  if (isRuleId(rule)) return { rule, user_rule_id: null }
  const met = await kysely
    .selectFrom('alarms as a')
    .innerJoin('alarm_user_rules as r', 'r.id', 'a.user_rule_id')
    .select('r.id')
    .where('a.plant_id', '=', plantId)
    .where(sql<boolean>`r.id::text = ${rule}`)
    .limit(1)
    .executeTakeFirst()
  if (met === undefined) throw new Refusal('PARAM_ERROR', { field: 'ruleId' })
  return { rule: USER_RULE, user_rule_id: met.id }
}
