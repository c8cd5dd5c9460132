import { groupKeyOf } from '@heliograph/domain/alarms/change.ts'
import { sql } from 'kysely'
import { moneyOfLoss, type TariffAt, tariffAt } from '../../fleet/finance/finance.ts'
import { type AlarmMessage, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AlarmRow, alarmColumns, toAlarm } from './alarm-row.ts'

const BATCH = 500

type Row = AlarmRow & {
  event_id: number
  kind: string
  event_ms: number
  group_key: string
  /** How long an escalated alarm has lasted. */
  days: number | null
  is_quiet: boolean
  device_name: string | null
  rule_name: string | null
  tariff: TariffAt
  currency: string
}
const announced: ReadonlySet<string> = new Set(['opened', 'reopened', 'escalated', 'closed'])

/**
 * Hands what happened to alarms over to the messages, each event once: both are written in one transaction. Nobody is
 * told of a blocked alarm, of one that a person put off, or of one that began and ended before anybody knew.
 * @returns how many events were handed over
 */
export async function tellAlarms(db: Db, nowMs: number): Promise<number> {
  let count = 0
  for (;;) {
    const found = await db.transaction(async (transaction) => {
      const { rows } = await sql<Row>`
        select e.id::float8 as event_id, e.kind, (date_part('epoch', e.at) * 1000)::float8 as event_ms, e.group_key, (e.detail->>'days')::integer as days,
          (a.is_blocked or coalesce(a.snoozed_until > ${new Date(nowMs)}, false)
            or e.kind = 'escalated' and a.acknowledged_at is not null
            or a.closed_at is not null and exists (select from alarm_events o where o.alarm_id = a.id
              and o.kind = 'opened' and o.notified_at is null)) as is_quiet,
          coalesce(d.name, nullif(l.name, ''), l.address) as device_name, u.rule->>'name' as rule_name,
          ${tariffAt(sql`a.opened_at`)} as tariff, p.currency,
          ${sql.raw(alarmColumns('a'))}
        from (select * from alarm_events where notified_at is null order by id limit ${BATCH} for update skip locked) e
          join alarms a on a.id = e.alarm_id join plants p on p.id = a.plant_id
          left join devices d on d.id = a.device_id left join loggers l on l.id = a.logger_id
          left join alarm_user_rules u on u.id = a.user_rule_id
        order by e.id`.execute(transaction)
      if (rows.length === 0) return 0
      await postMessages(
        transaction,
        rows.filter((row) => announced.has(row.kind) && !row.is_quiet).map(toMessage),
        nowMs,
      )
      await sql`update alarm_events set notified_at = ${new Date(nowMs)}
        where id = any(${rows.map(({ event_id }) => event_id)}::bigint[])`.execute(transaction)
      return rows.length
    })
    count += found
    if (found < BATCH) return count
  }
}

function toMessage(row: Row): AlarmMessage {
  const alarm = toAlarm(row)
  const { lostWh } = alarm
  const lostIncome = moneyOfLoss(lostWh, row.tariff)
  return {
    kind: 'alarm',
    key: `alarm:${row.event_id}`,
    plantId: alarm.target.plantId,
    alarmId: alarm.id,
    rule: alarm.rule,
    level: alarm.level,
    change: row.kind as AlarmMessage['change'],
    atMs: Math.round(row.event_ms),
    parameters: {
      ...alarm.parameters,
      lostWh,
      lostIncome,
      currency: row.currency,
      ...(row.days === null ? {} : { days: row.days }),
      deviceName: row.device_name ?? '',
      ruleName: row.rule_name ?? '',
    },
    // The end of an outage is one message, too.
    groupKey: row.group_key === '' ? groupKeyOf(alarm.rule, alarm.target.plantId) : row.group_key,
  }
}
