import { addDays, dayBounds, daysBetween, isDaylightSaving } from '../time.ts'
import { type BillDirection, type BilledFlow, billDirections, billedWh, type UtilityBill } from './utility-bill.ts'

/** A day as the plant measured it, Wh. null: no value arrived. */
export type MeteredDay = Readonly<{ date: string; purchasedWh: number | null; fedInWh: number | null }>

/** A part of the difference between bill and plant, Wh with its sign: the reasons and what is unexplained add up to it. */
export type BillReason = Readonly<{ energyWh: number }> &
  (
    | Readonly<{ kind: 'conversion'; readWh: number; factor: number }>
    | Readonly<{ kind: 'missing'; days: number; dailyWh: number }>
    | Readonly<{ kind: 'swapped' }>
    | Readonly<{ kind: 'factor'; factor: number }>
    | Readonly<{ kind: 'shifted'; from: string; to: string }>
    | Readonly<{ kind: 'steady'; share: number; bills: number }>
    | Readonly<{ kind: 'accuracy' | 'clock' | 'reading-time'; mostWh: number }>
    | Readonly<{ kind: 'rounding' }>
  )

/** equal: but for rounding. unmeasured: too few days have values. */
export type BillVerdict = 'equal' | 'explained' | 'partly' | 'unexplained' | 'unmeasured'

export type FlowComparison = Readonly<{
  billedWh: number
  /** Of the days with values; null: none has. */
  meteredWh: number | null
  knownDays: number
  /** Billed less metered, Wh; null where nothing was metered. */
  differenceWh: number | null
  verdict: BillVerdict
  reasons: readonly BillReason[]
  unexplainedWh: number
}>
export type BillComparison = Readonly<{ days: number }> & Readonly<Record<BillDirection, FlowComparison | null>>

/** Bills and readings are whole kWh: a difference of two of them is off by less than one. */
const ROUNDING_WH = 1_000
/** Class B of the EU's directive on measuring instruments: 1 % at usual loads, for each of the two meters. */
const CLASS_B_SHARE = 0.01
/** A bill that fits other days, another direction or a factor fits them this well. */
const FIT_SHARE = 0.005
const FACTOR_FIT_SHARE = 0.015
/** Below it a whole kWh is so large a part that some factor nearly always fits. */
const ROUNDED_FACTOR_WH = 30_000
/** Two directions that hardly differ cannot be told apart. */
const APART_SHARE = 0.05
/** With fewer days no usual day is known. */
const LEAST_KNOWN_SHARE = 0.25
/** Single and triple phases, and the usual ratios of current transformers; either side may have left them out. */
const FACTORS = [2, 3, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 160, 200, 1_000].flatMap((n) => [n, 1 / n])
/** Other bills that must agree, and how well, before a share counts as steady. */
const STEADY = { leastBills: 2, spread: 0.03, fit: 0.015 } as const
const HOURS_OF_DAY = 24

const keyOf = { purchased: 'purchasedWh', fedIn: 'fedInWh' } as const
const otherOf = { purchased: 'fedIn', fedIn: 'purchased' } as const

/**
 * Explains the difference between a utility's bill and what the plant measured. Each reason has a computed size; none is
 * given that the figures do not show.
 * @param days of the bill and one more on either side where they are known, in any order
 * @param zone of the plant, IANA
 * @param shares of other bills, per direction: (billed - metered) / metered, where both were known on all days
 * @throws RangeError for invalid dates or an unknown zone
 */
export function compareBill(
  bill: UtilityBill,
  {
    days,
    zone,
    shares,
  }: Readonly<{
    days: readonly MeteredDay[]
    zone: string
    shares: Readonly<Record<BillDirection, readonly number[]>>
  }>,
): BillComparison {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const meterOf = (direction: BillDirection): Meter =>
    meterBy(bill, (date) => byDate.get(date)?.[keyOf[direction]] ?? null)
  const meters = { purchased: meterOf('purchased'), fedIn: meterOf('fedIn') }
  const compare = (direction: BillDirection): FlowComparison | null => {
    const flow = bill[direction]
    return billedWh(flow) === null
      ? null
      : compareFlow(flow, {
          bill,
          direction,
          zone,
          own: meters[direction],
          other: meters[otherOf[direction]],
          otherBilledWh: billedWh(bill[otherOf[direction]]),
          shares: shares[direction],
        })
  }
  const [purchased, fedIn] = billDirections.map(compare)
  return { days: daysBetween(bill.from, bill.to) + 1, purchased: purchased ?? null, fedIn: fedIn ?? null }
}

/** The share by which a bill differs from full measurements; null: it has none. For the other bills of a plant. */
export function shareOf(comparison: FlowComparison | null, days: number): number | null {
  if (comparison === null || comparison.meteredWh === null || comparison.knownDays < days) return null
  return comparison.meteredWh > 0 && comparison.differenceWh !== null
    ? comparison.differenceWh / comparison.meteredWh
    : null
}

type Meter = Readonly<{
  days: number
  known: number
  sumWh: number
  /** Of a usual day, Wh; null: too few days are known. */
  dailyWh: number | null
  /** With usual days for those that are missing, Wh. */
  fullWh: number | null
  on: (date: string) => number | null
}>

function meterBy({ from, to }: UtilityBill, on: Meter['on']): Meter {
  const days = daysBetween(from, to) + 1
  const values = Array.from({ length: days }, (_, at) => on(addDays(from, at))).flatMap((wh) => wh ?? [])
  const sumWh = values.reduce((sum, wh) => sum + wh, 0)
  const known = values.length
  const dailyWh = known > 0 && known >= days * LEAST_KNOWN_SHARE ? sumWh / known : null
  return { days, known, sumWh, dailyWh, fullWh: dailyWh === null ? null : sumWh + dailyWh * (days - known), on }
}

type Question = Readonly<{
  bill: UtilityBill
  direction: BillDirection
  zone: string
  own: Meter
  other: Meter
  otherBilledWh: number | null
  shares: readonly number[]
}>

function compareFlow(flow: BilledFlow, question: Question): FlowComparison {
  const { own } = question
  const billed = billedWh(flow) ?? 0
  const metered = { billedWh: billed, meteredWh: own.known > 0 ? own.sumWh : null, knownDays: own.known }
  const differenceWh = own.known > 0 ? billed - own.sumWh : null
  if (own.dailyWh === null || own.fullWh === null || differenceWh === null)
    return { ...metered, differenceWh, verdict: 'unmeasured', reasons: [], unexplainedWh: differenceWh ?? 0 }
  const reasons: BillReason[] = []
  const rest = (): number => differenceWh - reasons.reduce((sum, { energyWh }) => sum + energyWh, 0)
  const done = (verdict: BillVerdict): FlowComparison => ({
    ...metered,
    differenceWh,
    verdict,
    reasons,
    unexplainedWh: verdict === 'partly' || verdict === 'unexplained' ? rest() : 0,
  })
  if (Math.abs(differenceWh) <= ROUNDING_WH) return done('equal')
  const missing = own.days - own.known
  const missingWh = own.fullWh - own.sumWh
  // A bill that lacks those days as well is not explained by them.
  const isLacking = missing > 0 && Math.abs(differenceWh - missingWh) < Math.abs(differenceWh)
  if (isLacking) reasons.push({ kind: 'missing', energyWh: missingWh, days: missing, dailyWh: own.dailyWh })
  const converted = findConversion(flow)
  if (converted !== null) reasons.push(converted)
  const readWh = billed - (converted?.energyWh ?? 0)
  const found = explainRest(rest(), readWh, isLacking ? own.fullWh : own.sumWh, question)
  reasons.push(...found)
  const isWhole = Math.abs(rest()) < 1
  if (isWhole) return done('explained')
  return done(reasons.length > 0 ? 'partly' : 'unexplained')
}

/** A bill that asks for another energy than its own readings differ by. */
function findConversion({ energyWh, readings }: BilledFlow): BillReason | null {
  if (energyWh === null || readings === null) return null
  const readWh = readings.endWh - readings.startWh
  const energy = energyWh - readWh
  if (readWh <= 0 || Math.abs(energy) <= Math.max(ROUNDING_WH, readWh * FIT_SHARE)) return null
  return { kind: 'conversion', energyWh: energy, readWh, factor: energyWh / readWh }
}

/** @param restWh what is still to be explained @param readWh what the bill says, without a conversion @param fullWh metered */
function explainRest(restWh: number, readWh: number, fullWh: number, question: Question): readonly BillReason[] {
  const small = explainSmall(restWh, readWh)
  if (small !== null) return small
  const whole = findSwapped(readWh, fullWh, question) ?? findFactor(readWh, fullWh)
  if (whole !== null) return [whole, ...(explainSmall(restWh - whole.energyWh, readWh) ?? [])]
  const steady = findSteady(restWh, fullWh, question)
  if (steady !== null) return [steady, ...(explainSmall(restWh - steady.energyWh, readWh) ?? [])]
  const clock = findClock(restWh, question)
  if (clock !== null) return [clock]
  const shifted = findShift(restWh, readWh, question)
  if (shifted !== null) return [shifted, ...(explainSmall(restWh - shifted.energyWh, readWh) ?? [])]
  const during = findReadingTime(restWh, question)
  return during === null ? [] : [during]
}

/** Rounding, or the accuracy of two meters. null: it is more. */
function explainSmall(restWh: number, readWh: number): readonly BillReason[] | null {
  const size = Math.abs(restWh)
  if (size < 1) return []
  if (size <= ROUNDING_WH) return [{ kind: 'rounding', energyWh: restWh }]
  const mostWh = readWh * 2 * CLASS_B_SHARE
  return size <= mostWh ? [{ kind: 'accuracy', energyWh: restWh, mostWh }] : null
}

const fits = (leftWh: number, rightWh: number, share: number): boolean =>
  Math.abs(leftWh - rightWh) <= Math.max(ROUNDING_WH, rightWh * share)

function findSwapped(readWh: number, fullWh: number, { other, own, otherBilledWh }: Question): BillReason | null {
  if (other.fullWh === null || other.known < own.days) return null
  const isOther = fits(readWh, other.fullWh, 2 * CLASS_B_SHARE)
  const isApart = Math.abs(fullWh - other.fullWh) > Math.max(ROUNDING_WH, readWh * APART_SHARE)
  // Where the bill has both directions, both must fit crosswise.
  const isBoth = otherBilledWh === null || fits(otherBilledWh, fullWh, 2 * CLASS_B_SHARE)
  return isOther && isApart && isBoth ? { kind: 'swapped', energyWh: other.fullWh - fullWh } : null
}

function findFactor(readWh: number, fullWh: number): BillReason | null {
  const roundedWh = Math.min(readWh, fullWh) > ROUNDED_FACTOR_WH ? ROUNDING_WH : 0
  const isFit = (wh: number): boolean => Math.abs(readWh - wh) <= Math.max(roundedWh, wh * FACTOR_FIT_SHARE)
  const factor = FACTORS.find((n) => fullWh * n > ROUNDING_WH && isFit(fullWh * n))
  return factor === undefined || fullWh <= ROUNDING_WH
    ? null
    : { kind: 'factor', energyWh: fullWh * (factor - 1), factor }
}

/**
 * Meters that never change to daylight saving time end their days an hour later in summer: an hour after midnight is lost
 * at one end and won at the other. No sun feeds in at that hour.
 */
function findClock(restWh: number, { bill, direction, zone, own }: Question): BillReason | null {
  if (direction === 'fedIn') return null
  const edges = [bill.from, addDays(bill.to, 1)].filter((date) => isDaylightSaving(dayBounds(date, zone).fromMs, zone))
  const mostWh = Math.max(0, ...edges.map((date) => (own.on(date) ?? 0) / HOURS_OF_DAY))
  return Math.abs(restWh) <= mostWh ? { kind: 'clock', energyWh: restWh, mostWh } : null
}

/** Energy that a period has more with other first and last days, a day apart at most. null: a day is unknown. */
function moreOf({ on }: Meter, bill: UtilityBill, from: string, to: string): number | null {
  const edges = [
    ...(from < bill.from ? [on(from)] : []),
    ...(to > bill.to ? [on(to)] : []),
    ...(from > bill.from ? [less(on(bill.from))] : []),
    ...(to < bill.to ? [less(on(bill.to))] : []),
  ]
  return edges.reduce((sum, wh) => (sum === null || wh === null ? null : sum + wh), 0)
}
const less = (wh: number | null): number | null => (wh === null ? null : -wh)
const SHIFTS = [0, -1, 1]

/**
 * Readings of the evening before or the morning after. The smallest shift that fits, and of these the closest; where the
 * bill has both directions, both must fit.
 */
function findShift(restWh: number, readWh: number, { bill, own, other, otherBilledWh }: Question): BillReason | null {
  const isFit = (from: string, to: string, energyWh: number): boolean => {
    if (Math.abs(restWh - energyWh) > Math.max(ROUNDING_WH, readWh * FIT_SHARE)) return false
    if (otherBilledWh === null || other.fullWh === null) return true
    const more = moreOf(other, bill, from, to)
    return more !== null && fits(otherBilledWh, other.fullWh + more, 2 * CLASS_B_SHARE)
  }
  const shifts = SHIFTS.flatMap((first) =>
    SHIFTS.flatMap((last) => {
      const [from, to] = [addDays(bill.from, first), addDays(bill.to, last)]
      const energyWh = to < from ? null : moreOf(own, bill, from, to)
      const days = Math.abs(first) + Math.abs(last)
      return energyWh === null || days === 0 || !isFit(from, to, energyWh) ? [] : [{ from, to, energyWh, days }]
    }),
  )
  const [best] = shifts.toSorted(
    (a, b) => a.days - b.days || Math.abs(restWh - a.energyWh) - Math.abs(restWh - b.energyWh),
  )
  return best === undefined ? null : { kind: 'shifted', energyWh: best.energyWh, from: best.from, to: best.to }
}

/** A meter that was read during a day: less than that day's energy. */
function findReadingTime(restWh: number, { bill, own }: Question): BillReason | null {
  const dates = restWh > 0 ? [addDays(bill.from, -1), addDays(bill.to, 1)] : [bill.from, bill.to]
  const mostWh = Math.max(...dates.map((date) => own.on(date) ?? 0))
  return Math.abs(restWh) <= mostWh ? { kind: 'reading-time', energyWh: restWh, mostWh } : null
}

/**
 * The other bills differ by the same share, and by more than two meters do: something is always measured in one place
 * only.
 */
function findSteady(restWh: number, fullWh: number, { shares }: Question): BillReason | null {
  if (shares.length < STEADY.leastBills || fullWh <= 0) return null
  const share = shares.reduce((sum, item) => sum + item, 0) / shares.length
  const isSteady = Math.abs(share) > 2 * CLASS_B_SHARE && Math.max(...shares) - Math.min(...shares) <= STEADY.spread
  return isSteady && Math.abs(restWh / fullWh - share) <= STEADY.fit
    ? { kind: 'steady', energyWh: fullWh * share, share, bills: shares.length }
    : null
}
