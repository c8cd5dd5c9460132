import type { AlarmChange } from '@heliograph/domain/alarms/change.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { applyAlarmChanges } from './apply-changes.ts'

type Client = Parameters<typeof applyAlarmChanges>[0]
type Row = {
  logger_id: number | null
  device_id: number | null
  part: string
  rule: AnyRuleId
  user_rule_id: string | null
}

/** Ends the open alarms of devices and of a logger that are no longer at a plant: nothing would look at them again. */
export async function endAlarmsOfGone(
  client: Client,
  {
    plantId,
    deviceIds,
    loggerId,
  }: Readonly<{ plantId: number; deviceIds: readonly number[]; loggerId: number | null }>,
  nowMs: number,
): Promise<void> {
  const { rows } = await client.query<Row>(
    `select logger_id, device_id, part, rule, user_rule_id from alarms
     where plant_id = $1 and closed_at is null and (device_id = any($2::bigint[]) or logger_id = $3)`,
    [plantId, [...deviceIds], loggerId],
  )
  const changes = rows.map(
    (row): AlarmChange => ({
      kind: 'close',
      target: { plantId, loggerId: row.logger_id, deviceId: row.device_id, part: row.part },
      rule: row.rule,
      userRuleId: row.user_rule_id,
      atMs: nowMs,
      reason: 'gone',
    }),
  )
  await applyAlarmChanges(client, changes, nowMs)
  await client.query('delete from alarm_watches where plant_id = $1 and device_id = any($2::bigint[])', [
    plantId,
    [...deviceIds],
  ])
}
