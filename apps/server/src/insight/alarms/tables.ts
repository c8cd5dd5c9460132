import type {
  AlarmEventKind,
  AlarmEvidence,
  AlarmInfluence,
  AlarmLevel,
  AlarmParameters,
  EndReason,
} from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { UserRule } from '@heliograph/domain/alarms/user-rule.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Findings of the engine, and what people did with them (alarms/). */
    alarms: {
      id: Generated<string>
      plant_id: number
      logger_id: number | null
      device_id: number | null
      part: Generated<string>
      rule: AnyRuleId
      user_rule_id: string | null
      level: AlarmLevel
      influence: AlarmInfluence
      opened_at: Stamp
      found_at: Stamp
      last_seen_at: Stamp
      closed_at: Stamp | null
      end_reason: EndReason | null
      parameters: ColumnType<AlarmParameters, string | undefined, string>
      evidence: ColumnType<AlarmEvidence, string | undefined, string>
      lost_wh: number | null
      escalation: Generated<number>
      reopened: Generated<number>
      acknowledged_at: Stamp | null
      acknowledged_by: number | null
      snoozed_until: Stamp | null
      assigned_to: number | null
      is_blocked: Generated<boolean>
    }
    alarm_events: {
      id: Generated<number>
      alarm_id: string
      plant_id: number
      kind: AlarmEventKind
      at: Stamp
      found_at: Stamp
      user_id: number | null
      detail: ColumnType<Record<string, unknown>, string | undefined, string>
      group_key: Generated<string>
      notified_at: Stamp | null
    }
    alarm_user_rules: {
      id: Generated<string>
      user_id: number | null
      organization_id: number | null
      rule: ColumnType<UserRule, string, string>
      plant_id: number | null
      tag: string | null
      is_on: Generated<boolean>
      created_at: Stamp
      changed_at: Stamp
    }
    alarm_blocks: {
      id: Generated<number>
      plant_id: number
      device_id: number | null
      rule: AnyRuleId
      user_rule_id: string | null
      until: Stamp | null
      created_at: Stamp
      created_by: number | null
    }
    alarm_plants: {
      plant_id: number
      settings: ColumnType<Record<string, unknown>, string | undefined, string>
      dormant_since: Stamp | null
      awake_until: Stamp | null
      seen_day: string | null
      rules_version: Generated<number>
    }
    alarm_watches: { plant_id: number; device_id: number; watches: unknown }
    alarm_strings: { plant_id: number; device_id: number; shares: unknown; counted_on: string }
    alarm_looks: { plant_id: number; device_id: number; from_at: Stamp }
  }
}
