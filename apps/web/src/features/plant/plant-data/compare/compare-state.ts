/** Which days are compared with which, from the address, which is not trusted. */
import { billingCycle } from '@heliograph/domain/billing-cycle.ts'
import { addDays, daysBetween, isDate } from '@heliograph/domain/time.ts'

export const presets = ['bill', 'lastBill', 'days'] as const
export type Preset = (typeof presets)[number]
export const comparisons = ['before', 'year'] as const
export type ComparisonKind = (typeof comparisons)[number] | 'chosen'

/** Bills end where they end; other days are as many as those that they are compared with. */
export type Other = Readonly<{ kind: ComparisonKind; from: string; to?: string }>

export type CompareState = Readonly<{
  preset: Preset
  from: string
  to: string
  /** In the order in which they are shown. */
  others: readonly Other[]
  chosen: string | undefined
}>

const dateIn = (params: URLSearchParams, name: string): string | undefined => {
  const text = params.get(name) ?? ''
  return isDate(text) && text >= '1970' && text < '2200' ? text : undefined
}

/** The same date of the year before; of February 29 the 28th. */
export function aYearBefore(date: string): string {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return isDate(before) ? before : addDays(`${before.slice(0, 7)}-01`, 27)
}

/** @param billingDay of the month on which a bill begins; null: unknown, so bills are calendar months */
export function readCompare(params: URLSearchParams, today: string, billingDay: number | null): CompareState {
  const preset = presets.find((item) => item === params.get('compare')) ?? 'bill'
  const { from, to } = rangeOf(preset, params, today, billingDay ?? 1)
  const wanted = (params.get('with') ?? 'before.year').split('.')
  const chosen = dateIn(params, 'since')
  const before: Omit<Other, 'kind'> =
    preset === 'days' ? { from: addDays(from, -(daysBetween(from, to) + 1)) } : billingCycle(from, billingDay ?? 1, 1)
  const year = { from: aYearBefore(from), ...(preset === 'days' ? {} : { to: aYearBefore(to) }) }
  return {
    preset,
    from,
    to,
    chosen,
    others: [
      ...(wanted.includes('before') ? [{ kind: 'before', ...before } as const] : []),
      ...(wanted.includes('year') ? [{ kind: 'year', ...year } as const] : []),
      ...(chosen === undefined ? [] : [{ kind: 'chosen', from: chosen } as const]),
    ],
  }
}

function rangeOf(preset: Preset, params: URLSearchParams, today: string, day: number) {
  if (preset !== 'days') return billingCycle(today, day, preset === 'bill' ? 0 : 1)
  const to = dateIn(params, 'to') ?? today
  const from = dateIn(params, 'from') ?? addDays(to, -29)
  return from <= to ? { from, to } : { from: to, to: from }
}

/** `with` of the address with one comparison more or less. */
export function toggleComparison(state: CompareState, kind: (typeof comparisons)[number]): string {
  const on = comparisons.filter((comparison) => state.others.some((other) => other.kind === comparison))
  const next = on.includes(kind) ? on.filter((item) => item !== kind) : [...on, kind]
  return next.length === 0 ? 'none' : next.join('.')
}

/**
 * Whether a difference of two periods says something: one of two days against 23 speaks of what was not recorded. A tenth
 * of the days may be missing.
 */
export const areComparable = (one: Known, other: Known): boolean =>
  Math.abs(one.known / one.days.length - other.known / other.days.length) <= 0.1
type Known = Readonly<{ days: readonly unknown[]; known: number }>

/** The difference in percent; null where there is nothing to compare with. */
export const changeOf = (own: number | null, other: number | null): number | null =>
  own === null || other === null || other === 0 ? null : (own / other - 1) * 100
