import type { AlarmEventKind } from '@heliograph/domain/alarms/alarm.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type ShownEvent = Readonly<{
  kind: AlarmEventKind
  atMs: number
  /** null: the server, or a deleted account. */
  by: string | null
  /** Of a note; the name of the assigned person, '' for none. */
  text: string
  untilMs: number | null
}>

const MOST = 500

/** Newest first. Late samples may move the beginning of an alarm after it was found. */
export async function readEvents({ kysely }: Db, alarmId: string): Promise<readonly ShownEvent[]> {
  const { rows } = await sql<{
    kind: AlarmEventKind
    at: Date
    by: string | null
    detail: Readonly<Record<string, unknown>>
    assignee: string | null
  }>`
    select e.kind, case when e.kind = 'opened' then a.opened_at else e.at end as at, coalesce(nullif(u.nickname, ''), u.account) as by, e.detail, coalesce(nullif(g.nickname, ''), g.account) as assignee
    from alarm_events e join alarms a on a.id = e.alarm_id left join users u on u.id = e.user_id left join users g on g.id = (e.detail->>'userId')::bigint
    where e.alarm_id = ${alarmId}::uuid order by 2 desc, e.id desc limit ${MOST}`.execute(kysely)
  return rows.map(({ kind, at, by, detail, assignee }) => ({
    kind,
    atMs: at.getTime(),
    by,
    text: typeof detail.text === 'string' ? detail.text : (assignee ?? ''),
    untilMs: typeof detail.untilMs === 'number' ? detail.untilMs : null,
  }))
}

/** The block that covers an alarm; null: none. */
export async function findBlock(
  { kysely }: Db,
  alarm: Readonly<{ plantId: number; deviceId: number | null; rule: string; userRuleId: string | null }>,
  nowMs: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from alarm_blocks where plant_id = ${alarm.plantId} and rule = ${alarm.rule}
      and user_rule_id is not distinct from ${alarm.userRuleId}::uuid
      and (device_id is null or device_id = ${alarm.deviceId}::bigint) and (until is null or until > ${new Date(nowMs)})
    order by device_id nulls last limit 1`.execute(kysely)
  return rows[0]?.id ?? null
}
