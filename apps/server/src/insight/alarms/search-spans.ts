import type { AlarmEventKind } from '@heliograph/domain/alarms/alarm.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, type Interval, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { FoundAlarm } from './search.ts'

/** Days of the occurrence calendar: a year, from a Monday or Sunday on. */
const CALENDAR_DAYS = 371
const STEP_MS = 5 * MINUTE_MS
const MOST_ALARMS = 2_000

type Turn = Readonly<{ kind: AlarmEventKind; atMs: number }>

/** When an alarm was open: an alarm that came back within its window has several stretches. */
export function openSpans(
  alarm: Readonly<{ openedAtMs: number; closedAtMs: number | null }>,
  turns: readonly Turn[],
  nowMs: number,
): readonly Interval[] {
  const spans: Interval[] = []
  let fromMs: number | null = alarm.openedAtMs
  for (const { kind, atMs } of turns.toSorted((a, b) => a.atMs - b.atMs)) {
    if (kind === 'closed' && fromMs !== null) {
      spans.push({ fromMs, toMs: Math.max(fromMs, atMs) })
      fromMs = null
    }
    if (kind === 'reopened' && fromMs === null) fromMs = atMs
  }
  if (fromMs !== null) spans.push({ fromMs, toMs: Math.max(fromMs, alarm.closedAtMs ?? nowMs) })
  return spans
}

/** The stretches of all alarms of the same rule at the same target that reach into a range. */
export async function readSpans(
  { kysely }: Db,
  alarm: Pick<FoundAlarm, 'plantId' | 'loggerId' | 'deviceId' | 'part' | 'rule' | 'userRuleId'>,
  { fromMs, toMs }: Interval,
  nowMs: number,
): Promise<readonly Interval[]> {
  const { rows } = await sql<{ opened_at: Date; closed_at: Date | null; turns: Turn[] }>`
    select a.opened_at, a.closed_at, coalesce((select jsonb_agg(jsonb_build_object('kind', e.kind,
        'atMs', (extract(epoch from e.at) * 1000)::float8)) from alarm_events e
      where e.alarm_id = a.id and e.kind in ('closed', 'reopened')), '[]') as turns
    from alarms a
    where a.plant_id = ${alarm.plantId} and a.rule = ${alarm.rule} and a.part = ${alarm.part}
      and a.device_id is not distinct from ${alarm.deviceId} and a.logger_id is not distinct from ${alarm.loggerId}
      and a.user_rule_id is not distinct from ${alarm.userRuleId} and a.end_reason is distinct from 'withdrawn'
      and a.opened_at < ${new Date(toMs)} and (a.closed_at is null or a.closed_at >= ${new Date(fromMs)})
    order by a.opened_at desc limit ${MOST_ALARMS}`.execute(kysely)
  return rows
    .flatMap(({ opened_at, closed_at, turns }) =>
      openSpans({ openedAtMs: opened_at.getTime(), closedAtMs: closed_at?.getTime() ?? null }, turns, nowMs),
    )
    .filter((span) => span.fromMs < toMs && span.toMs >= fromMs)
    .sort((a, b) => a.fromMs - b.fromMs)
}

/** Of each day at the plant that a stretch touches, how long it was open. */
export function spansByDay(
  spans: readonly Interval[],
  zone: string,
  nowMs: number,
): readonly Readonly<{ day: string; openMs: number }>[] {
  const first = addDays(localDate(nowMs, zone), 1 - CALENDAR_DAYS)
  const days = new Map<string, number>()
  for (const { fromMs, toMs } of spans) {
    const last = localDate(toMs, zone)
    let day = localDate(fromMs, zone)
    if (day < first) day = first
    for (; day <= last; day = addDays(day, 1)) {
      const bounds = dayBounds(day, zone)
      const openMs = Math.max(0, Math.min(toMs, bounds.toMs) - Math.max(fromMs, bounds.fromMs))
      days.set(day, (days.get(day) ?? 0) + openMs)
    }
  }
  return [...days].map(([day, openMs]) => ({ day, openMs })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** The last year of days. */
export const calendarRange = (nowMs: number): Interval => ({ fromMs: nowMs - CALENDAR_DAYS * DAY_MS, toMs: nowMs + 1 })

/** Instants five minutes apart while it was open on a day, from the beginning of each stretch on. */
export function instantsOf(spans: readonly Interval[], bounds: Interval): readonly number[] {
  const instants = new Set<number>()
  for (const { fromMs, toMs } of spans) {
    const startMs = Math.max(fromMs, bounds.fromMs)
    const endMs = Math.min(toMs, bounds.toMs - 1)
    for (let atMs = startMs; atMs <= endMs; atMs += STEP_MS) instants.add(atMs)
  }
  return [...instants].sort((a, b) => a - b)
}
