import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** A rule whose alarms at a device or a plant notify no one; they are recorded and counted all the same. */
export type AlarmBlock = Readonly<{
  id: number
  rule: AnyRuleId
  userRuleId: string | null
  userRuleName: string | null
  /** Of its newest alarm; null: there was none. */
  level: AlarmLevel | null
  deviceId: number | null
  deviceName: string | null
  untilMs: number | null
  createdAtMs: number
  createdBy: string | null
  /** Alarms recorded while it held. */
  alarms: number
}>

/** A block with its plant, and whether the holder may end it. */
export type FleetBlock = AlarmBlock & Readonly<{ plantId: number; plantName: string; zone: string; mayAct: boolean }>

type Row = {
  id: number
  rule: AnyRuleId
  user_rule_id: string | null
  user_rule_name: string | null
  level: AlarmLevel | null
  device_id: number | null
  device_name: string | null
  until: Date | null
  created_at: Date
  created_by: string | null
  alarms: number
}

const covered = sql`a.plant_id = b.plant_id and a.rule = b.rule
  and a.user_rule_id is not distinct from b.user_rule_id and (b.device_id is null or a.device_id = b.device_id)`

const columns = sql`b.id, b.rule, b.user_rule_id, r.rule->>'name' as user_rule_name, b.device_id, d.name as device_name,
  b.until, b.created_at, u.nickname as created_by,
  (select level from alarms a where ${covered} order by a.opened_at desc limit 1) as level,
  (select count(*)::int from alarms a where ${covered} and a.end_reason is distinct from 'withdrawn'
    and (a.closed_at is null or a.closed_at > b.created_at)) as alarms`

const joins = sql`left join devices d on d.id = b.device_id left join users u on u.id = b.created_by
  left join alarm_user_rules r on r.id = b.user_rule_id`

const holds = (nowMs: number): RawBuilder<boolean> => sql`(b.until is null or b.until > ${new Date(nowMs)})`

/** The blocks of a plant that hold now, newest first. */
export async function listBlocks({ kysely }: Db, plantId: number, nowMs: number): Promise<readonly AlarmBlock[]> {
  const { rows } = await sql<Row>`
    select ${columns} from alarm_blocks b ${joins}
    where b.plant_id = ${plantId} and ${holds(nowMs)} order by b.id desc`.execute(kysely)
  return rows.map(toBlock)
}

/** A page of the blocks that hold now on all plants whose alarms the holder may see, newest first. */
export async function listFleetBlocks(
  { kysely }: Db,
  { userId, organizationId }: Holder,
  { page, size }: Readonly<{ page: number; size: number }>,
  nowMs: number,
): Promise<Readonly<{ total: number; blocks: readonly FleetBlock[] }>> {
  const from = sql`from alarm_blocks b join plants p on p.id = b.plant_id
    join plant_holders m on m.plant_id = b.plant_id and 'viewPlantAlert' = any(m.rights)
      and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
      and ${organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`}`
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${from} where ${holds(nowMs)}`.execute(kysely),
    sql<Row & { plant_id: number; plant_name: string; zone: string; may_act: boolean }>`
      select ${columns}, p.id as plant_id, p.name as plant_name, p.zone, 'editPlant' = any(m.rights) as may_act
      ${from} ${joins} where ${holds(nowMs)} order by b.id desc limit ${size} offset ${(page - 1) * size}`.execute(
      kysely,
    ),
  ])
  const blocks = found.rows.map((row) => ({
    ...toBlock(row),
    plantId: row.plant_id,
    plantName: row.plant_name,
    zone: row.zone,
    mayAct: row.may_act,
  }))
  return { total: counted.rows[0]?.total ?? 0, blocks }
}

const toBlock = (row: Row): AlarmBlock => ({
  id: row.id,
  rule: row.rule,
  userRuleId: row.user_rule_id,
  userRuleName: row.user_rule_name,
  level: row.level,
  deviceId: row.device_id,
  deviceName: row.device_name,
  untilMs: row.until?.getTime() ?? null,
  createdAtMs: row.created_at.getTime(),
  createdBy: row.created_by,
  alarms: row.alarms,
})
