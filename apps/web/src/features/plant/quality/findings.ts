/** Gaps in a month's data, as findings of its days. */
import type { DayQuality } from '../../../api/quality.ts'

export type FindingKind = 'missing' | 'sparse' | 'refused' | 'reset' | 'unsure' | 'estimated' | 'reported'
export type Finding = Readonly<{
  date: string
  kind: FindingKind
  /** Hours, percent, counts or Wh, by its kind. */
  amount: number
  /** Refused steps: how many. */
  count: number
}>

/** Less of a silence is ordinary. */
const LEAST_HOURS = 0.5
/** Of the readings of hours in which some came; a smaller share is a finding. */
const LEAST_SHARE = 0.8
/** Amounts that round to nothing are no finding. */
const LEAST_WH = 5

/** As a figure of the page: one rounding for a cell and for the sentence about its day. */
export const wholePercent = (share: number): number => Math.round(share * 100)

/** The newest day first; of a day the gravest first. */
export function findingsOf(days: readonly DayQuality[]): readonly Finding[] {
  return days.toReversed().flatMap((day): readonly Finding[] => {
    const { date, missingHours, refusedSteps, refusedWh, resets, estimatedInstants, estimatedWh, reportedWh } = day
    const finding = (kind: FindingKind, amount: number, least: number, count = 0): readonly Finding[] =>
      amount >= least ? [{ date, kind, amount, count }] : []
    const heard = day.hours.filter((hour) => hour !== null && hour > 0)
    const share = heard.length === 0 ? 1 : heard.reduce((sum: number, item) => sum + (item ?? 0), 0) / heard.length
    return [
      ...finding('missing', missingHours, LEAST_HOURS),
      ...(share < LEAST_SHARE ? [{ date, kind: 'sparse', amount: wholePercent(share), count: 0 } as const] : []),
      ...(refusedSteps > 0 ? [{ date, kind: 'refused', amount: refusedWh, count: refusedSteps } as const] : []),
      ...finding('reset', resets, 1),
      ...finding('estimated', estimatedWh, LEAST_WH),
      ...finding('reported', reportedWh, LEAST_WH),
      ...finding('unsure', estimatedInstants, 1),
    ]
  })
}

/** The month in figures, for the first line. */
export function summaryOf(days: readonly DayQuality[]) {
  const known = days.flatMap(({ hours }) => hours.filter((share) => share !== null))
  const refused = days.reduce((sum, { refusedSteps }) => sum + refusedSteps, 0)
  return {
    /** Share of the due readings that came, 0 to 100 in tenths; null: none was due. */
    percent:
      known.length === 0 ? null : Math.round((known.reduce((sum, share) => sum + share, 0) / known.length) * 1000) / 10,
    missingHours: days.reduce((sum, { missingHours }) => sum + missingHours, 0),
    refused,
  }
}

export type CellLook = 'none' | 'full' | 'part' | 'gap'
/** A twentieth of the readings is jitter of clocks. */
const FULL = 0.95

export const lookOf = (share: number | null): CellLook =>
  share === null ? 'none' : share <= 0 ? 'gap' : share >= FULL ? 'full' : 'part'
