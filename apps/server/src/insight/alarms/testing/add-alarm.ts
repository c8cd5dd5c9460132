import type { AlarmEvidence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { Db } from '../../../platform/db/database.ts'

/** Stores an alarm as the engine would. @returns its id */
export async function addAlarm(
  db: Db,
  options: Readonly<{
    plantId: number
    deviceId?: number
    part?: string
    rule?: AnyRuleId
    userRuleId?: string
    level?: AlarmLevel
    openedAtMs: number
    closedAtMs?: number
    lostWh?: number
    evidence?: AlarmEvidence
  }>,
): Promise<string> {
  const { openedAtMs, closedAtMs } = options
  const { id } = await db.kysely
    .insertInto('alarms')
    .values({
      plant_id: options.plantId,
      logger_id: null,
      device_id: options.deviceId ?? null,
      part: options.part ?? '',
      rule: options.rule ?? 'stringDead',
      user_rule_id: options.userRuleId ?? null,
      level: options.level ?? 2,
      influence: 1,
      opened_at: new Date(openedAtMs),
      found_at: new Date(openedAtMs),
      last_seen_at: new Date(closedAtMs ?? openedAtMs),
      closed_at: closedAtMs === undefined ? null : new Date(closedAtMs),
      end_reason: closedAtMs === undefined ? null : 'recovered',
      lost_wh: options.lostWh ?? null,
      evidence: JSON.stringify(options.evidence ?? {}),
      acknowledged_at: null,
      acknowledged_by: null,
      snoozed_until: null,
      assigned_to: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
