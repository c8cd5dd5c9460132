import { DAY_MS } from '@heliograph/domain/duration.ts'
import { addDays } from '@heliograph/domain/time.ts'

export const SHOWN_WEEKS = 14

export type CalendarDay = Readonly<{
  day: string
  /** null: the alarm was not open on it. */
  openMs: number | null
  /** Of a whole day, 0 to 1. */
  share: number
  isFuture: boolean
}>

/** The last weeks from Monday to Sunday, the present one last. @param today YYYY-MM-DD */
export function weeksOf(
  calendar: readonly Readonly<{ day: string; openMs: number }>[],
  today: string,
): readonly (readonly CalendarDay[])[] {
  const open = new Map(calendar.map(({ day, openMs }) => [day, openMs]))
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const first = addDays(today, -weekday - 7 * (SHOWN_WEEKS - 1))
  return Array.from({ length: SHOWN_WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, at): CalendarDay => {
      const day = addDays(first, week * 7 + at)
      const openMs = open.get(day) ?? null
      return { day, openMs, share: openMs === null ? 0 : Math.min(1, openMs / DAY_MS), isFuture: day > today }
    }),
  )
}

const STEP_MS = 300_000

/** Instants five minutes apart as stretches; a stretch ends one step after its last instant. */
export function toStretches(instants: readonly number[]): readonly Readonly<{ fromMs: number; toMs: number }>[] {
  const stretches: { fromMs: number; toMs: number }[] = []
  for (const atMs of [...instants].sort((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last !== undefined && atMs <= last.toMs) last.toMs = Math.max(last.toMs, atMs + STEP_MS)
    else stretches.push({ fromMs: atMs, toMs: atMs + STEP_MS })
  }
  return stretches
}
