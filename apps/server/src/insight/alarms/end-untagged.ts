import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import { USER_RULE } from '@heliograph/domain/alarms/rule-ids.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { applyAlarmChanges } from './apply-changes.ts'
import { touchRules } from './watched-devices.ts'

type Row = {
  plant_id: number
  logger_id: number | null
  device_id: number | null
  part: string
  user_rule_id: string
}

/**
 * The tags of plants changed: every node reads the rules for them again, and open alarms of rules that came to a plant
 * through a tag that it has no longer end, because nothing looks at them any more.
 */
export async function followTags(db: Db, plantIds: readonly number[], nowMs: number): Promise<void> {
  if (plantIds.length === 0) return
  await runClientTransaction(db.pool, async (client) => {
    await touchRules(client, plantIds)
    const { rows } = await client.query<Row>(
      `select a.plant_id, a.logger_id, a.device_id, a.part, a.user_rule_id
       from alarms a join alarm_user_rules r on r.id = a.user_rule_id
       where a.plant_id = any($1::bigint[]) and a.closed_at is null and r.tag is not null
         and not exists (select from tagged_plants g join plant_tags t on t.id = g.tag_id
           where g.plant_id = a.plant_id and lower(t.name) = lower(r.tag)
             and (t.user_id = r.user_id or t.organization_id = r.organization_id))`,
      [plantIds],
    )
    if (rows.length === 0) return
    const changes = rows.map(
      (row): AlarmChange => ({
        kind: 'close',
        target: { plantId: row.plant_id, loggerId: row.logger_id, deviceId: row.device_id, part: row.part },
        rule: USER_RULE,
        userRuleId: row.user_rule_id,
        atMs: nowMs,
        reason: 'gone',
      }),
    )
    await applyAlarmChanges(client, changes, nowMs)
    // Else the tag, put on again, would find them open already.
    for (const { plant_id, user_rule_id } of rows)
      await client.query('update alarm_watches set watches = watches - $2::text where plant_id = $1', [
        plant_id,
        `${USER_RULE} ${user_rule_id}`,
      ])
  })
}
