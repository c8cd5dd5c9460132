import type { AlarmParameters, EndReason } from '@heliograph/domain/alarms/alarm.ts'
import { type AlarmChange, groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { rules } from '@heliograph/domain/alarms/rules.ts'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { applyAlarmChanges } from './apply-changes.ts'

/** Alarms that must be open, found by one statement each: everything else of its rules is closed. */
export type Standing = Readonly<{
  /** The rules that the statement knows; it names one in each row. */
  rules: readonly RuleId[]
  /** Columns: rule, plant_id, logger_id, device_id, since (timestamptz), parameters (jsonb). */
  text: string
  values: readonly unknown[]
  /** Open alarms stay open, and no new ones open. */
  isHeld?: boolean
}>

type Row = {
  rule: RuleId
  plant_id: number
  logger_id: number | null
  device_id: number | null
  since_ms: number
  parameters: AlarmParameters
}
type OpenRow = Omit<Row, 'parameters' | 'since_ms'>

/** A regional outage is opened in pieces. */
const MOST = 5_000

/**
 * Opens what must be open and closes what must not, from the database alone: the next run corrects anything that a node
 * missed or did twice. @returns how many changes
 */
export async function reconcile(db: Db, standing: Standing, nowMs: number): Promise<number> {
  return runClientTransaction(db.pool, async (client) => {
    const opening = standing.isHeld ? [] : await findMissing(client, standing)
    const closing = await findEnded(client, standing)
    const changes: AlarmChange[] = [
      ...closing.map(
        (row): AlarmChange => ({ ...keyOf(row), kind: 'close', atMs: nowMs, reason: 'recovered' satisfies EndReason }),
      ),
      ...opening.map((row): AlarmChange => {
        const { level, influence } = rules[row.rule]
        return {
          ...keyOf(row),
          kind: 'open',
          level,
          influence,
          evidence: {},
          lostWh: null,
          openedAtMs: Math.round(row.since_ms),
          lastSeenMs: nowMs,
          parameters: row.parameters,
          groupKey: groupKeyOf(row.rule, row.plant_id),
        }
      }),
    ]
    await applyAlarmChanges(client, changes, nowMs)
    return changes.length
  })
}

const keyOf = ({ plant_id, logger_id, device_id, rule }: OpenRow) => ({
  target: { plantId: plant_id, loggerId: logger_id, deviceId: device_id, part: '' },
  rule,
  userRuleId: null,
})

const SAME = `a.plant_id = s.plant_id and a.rule = s.rule and a.logger_id is not distinct from s.logger_id
  and a.device_id is not distinct from s.device_id and a.part = ''`

/**
 * Names what an alarm is about. Compared as a list it is hashed, however little the planner knows of the tables: joined
 * row by row, 10,000 of one outage take minutes.
 */
const keyText = (alias: string): string =>
  `${alias}.rule || ' ' || ${alias}.plant_id || ' ' || coalesce(${alias}.logger_id, 0) || ' ' || coalesce(${alias}.device_id, 0)`

async function findMissing(client: pg.PoolClient, { text, values, rules: known }: Standing): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(
    `with standing as (${text})
     select s.rule, s.plant_id, s.logger_id, s.device_id, (date_part('epoch', s.since) * 1000)::float8 as since_ms, s.parameters
     from standing s where ${keyText('s')} not in (select ${keyText('a')} from alarms a
         where a.closed_at is null and a.part = '' and a.rule = any($${values.length + 1}::text[]))
       and not exists (select from alarms a where ${SAME} and a.opened_at = s.since and a.closed_at is not null
         and a.end_reason is distinct from 'recovered')
       and not exists (select from alarm_plants q where q.plant_id = s.plant_id and q.dormant_since is not null)
     order by s.plant_id limit ${MOST}`,
    [...values, known],
  )
  return rows
}

async function findEnded(client: pg.PoolClient, { text, values, rules: known }: Standing): Promise<readonly OpenRow[]> {
  const { rows } = await client.query<OpenRow>(
    `with standing as (${text})
     select a.rule, a.plant_id, a.logger_id, a.device_id from alarms a
     where a.closed_at is null and a.rule = any($${values.length + 1}::text[])
       and (a.part <> '' or ${keyText('a')} not in (select ${keyText('s')} from standing s))
     order by a.plant_id limit ${MOST}`,
    [...values, known],
  )
  return rows
}
