import type {
  Alarm,
  AlarmEvidence,
  AlarmInfluence,
  AlarmLevel,
  AlarmParameters,
  EndReason,
} from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'

export type AlarmRow = {
  id: string
  plant_id: number
  logger_id: number | null
  device_id: number | null
  part: string
  rule: AnyRuleId
  user_rule_id: string | null
  level: AlarmLevel
  influence: AlarmInfluence
  opened_ms: number
  found_ms: number
  seen_ms: number
  closed_ms: number | null
  end_reason: EndReason | null
  parameters: AlarmParameters
  evidence: AlarmEvidence
  lost_wh: number | null
  escalation: number
  reopened: number
}

const plain = [
  'id',
  'plant_id',
  'logger_id',
  'device_id',
  'part',
  'rule',
  'user_rule_id',
  'level',
  'influence',
  'end_reason',
  'parameters',
  'evidence',
  'lost_wh',
  'escalation',
  'reopened',
]
const instants = {
  opened_ms: 'opened_at',
  found_ms: 'found_at',
  seen_ms: 'last_seen_at',
  closed_ms: 'closed_at',
}

/** The columns of an alarm, for `toAlarm`. @param areNamed they already have the names of AlarmRow */
export const alarmColumns = (table: string, areNamed = false): string =>
  [
    ...plain.map((name) => `${table}.${name}`),
    ...Object.entries(instants).map(([name, column]) =>
      areNamed
        ? `${table}.${name}`
        : `round(date_part('epoch', ${table}.${column})::numeric * 1000)::float8 as ${name}`,
    ),
  ].join(', ')

export const toAlarm = (row: AlarmRow): Alarm => ({
  id: row.id,
  target: { plantId: row.plant_id, loggerId: row.logger_id, deviceId: row.device_id, part: row.part },
  rule: row.rule,
  userRuleId: row.user_rule_id,
  level: row.level,
  influence: row.influence,
  openedAtMs: row.opened_ms,
  foundAtMs: row.found_ms,
  lastSeenMs: row.seen_ms,
  closedAtMs: row.closed_ms,
  endReason: row.end_reason,
  parameters: row.parameters,
  evidence: row.evidence,
  lostWh: row.lost_wh,
  escalation: row.escalation,
  reopened: row.reopened,
})
