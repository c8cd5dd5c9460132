/** The days of a report as cells, and its worst first. */
import { receivedPercent } from '@heliograph/domain/communication.ts'
import { addDays, daysBetween } from '@heliograph/domain/time.ts'
import type { MissedStretch, ReportedLogger } from '../../../api/communication.ts'

type Counted = Readonly<{ expected: number; received: number }>

export const sumOf = (days: readonly Counted[]): Counted => ({
  expected: days.reduce((sum, { expected }) => sum + expected, 0),
  received: days.reduce((sum, { received }) => sum + received, 0),
})

export const shareOf = ({ received, expected }: Counted): number | null => receivedPercent(received, expected)

/** Bands of a day: all, nearly all, most, half, less, and a day in which nothing was due. */
export const looks = ['full', 'good', 'fair', 'poor', 'none', 'idle'] as const
export type DayLook = (typeof looks)[number]

export function lookOfShare(percent: number | null): DayLook {
  if (percent === null) return 'idle'
  return percent >= 99.5 ? 'full' : percent >= 95 ? 'good' : percent >= 75 ? 'fair' : percent > 0 ? 'poor' : 'none'
}

export const listDates = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))

/** The worst first; loggers of which nothing was expected come last. */
export const byShare = (loggers: readonly ReportedLogger[]): readonly ReportedLogger[] =>
  loggers.toSorted((a, b) => (shareOf(sumOf(a.days)) ?? 101) - (shareOf(sumOf(b.days)) ?? 101))

/** The days of a logger in which something is to be said, the latest first. */
export const daysWithTrouble = ({ days }: ReportedLogger): ReportedLogger['days'] =>
  days
    .filter(({ gapCount, restarts, missing }) => gapCount > 0 || restarts > 0 || missing.length > 0)
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))

export type JoinedGap = Omit<MissedStretch, 'records' | 'deviceId'> & Readonly<{ count: number }>

/** Gaps in a row, where single records came between them, become one line; the earliest first. */
export function joinGaps(gaps: readonly MissedStretch[]): readonly JoinedGap[] {
  const joined: JoinedGap[] = []
  for (const { fromMs, toMs, cause, deviceName } of gaps.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1)
    if (last && last.toMs === fromMs && last.cause === cause && last.deviceName === deviceName)
      joined[joined.length - 1] = { ...last, toMs, count: last.count + 1 }
    else joined.push({ fromMs, toMs, cause, deviceName, count: 1 })
  }
  return joined
}
