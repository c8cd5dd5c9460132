import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import {
  energyBetween,
  estimateOf,
  MOST_APART_MS,
  type PowerReading,
  powerBetween,
} from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { SunWeight } from '../../platform/sun/sun.ts'
import { SUM_UNIT } from './accumulator.ts'
import { periodOf } from './calendar.ts'
import type { Integral, Layout } from './layout.ts'
import { type Meters, meterAt, type PowerState, powerAt } from './meter-bytes.ts'
import { onlyBelieved } from './refused-powers.ts'
import type { DeviceMeta, Row } from './sample.ts'
import type { Book, IsAccepted } from './targets.ts'

/** Consequence of the readings of a power. `atMs`: within the hour to which the units of 0.0001 Wh belong. */
export type PowerEvent = Readonly<{ sign: 1 }> &
  (
    | Readonly<{ kind: 'integrated'; atMs: number; units: number }>
    /** Nothing is known of the power, nor of its energy, between two instants. */
    | Readonly<{ kind: 'paused'; fromMs: number; toMs: number }>
    | Readonly<{ kind: 'begun'; atMs: number; dayStartMs: number; todayWh: null }>
  )

/** The columns that a device still needs for energies which follow only from its powers. */
export const estimatesOf = ({ estimates = [] }: DeviceMeta, { estimable }: Layout): readonly QuantityId[] =>
  estimable.flatMap((flow) => (estimates.includes(flow) ? [estimateOf[flow]] : []))

/**
 * Integrates a sample's powers where no counter of their energy was heard so far. Runs before the counters are read: the
 * first of them ends it.
 */
export function movePowers(
  book: Pick<Book, 'device' | 'layout'>,
  meters: Meters,
  options: Row,
  isAccepted: IsAccepted,
  emit: (column: number, event: PowerEvent) => void,
): void {
  const { layout, device } = book
  if (layout.integrals.length === 0) return
  const row = onlyBelieved(book, options, isAccepted)
  const arrival = device.arrivals?.findLast(({ atMs }) => atMs <= row.atMs)
  for (const integral of layout.integrals) {
    const sinceMs = arrival?.atMs ?? Number.NEGATIVE_INFINITY
    const counter = meterAt(meters, integral.counter)
    if (counter && counter.emittedAtMs >= sinceMs) continue
    const powerW = powerOf(row, integral)
    if (powerW === null) continue
    const known = powerAt(meters, integral.column)
    // Readings at another plant do not count here.
    const before = known && known.atMs >= sinceMs ? known : undefined
    meters[integral.column] = follow(before, { atMs: row.atMs, powerW }, integral, device.zone, (event) =>
      emit(integral.column, event),
    )
  }
}

/** null: not all of its readings are there. */
function powerOf({ values }: Row, { powers }: Integral): number | null {
  let sumW = 0
  for (const column of powers) {
    const value = values[column]
    if (value == null) return null
    sumW += value
  }
  return sumW
}

/** A battery or generator that is not there reads 0 W: it has no energy, not even none. */
const speaksAtZero = ({ flow }: Integral): boolean => flow !== 'charge' && flow !== 'discharge' && flow !== 'generator'

function follow(
  before: PowerState | undefined,
  now: PowerReading,
  integral: Integral,
  zone: string,
  emit: (event: PowerEvent) => void,
): PowerState {
  let { hourStartMs, dayStartMs, hourEndMs } = periodOf(now.atMs, zone)
  // Readings that are never close enough yield nothing: no energy, and no gap in it.
  if (before === undefined) return { ...now, hourStartMs, hourWh: Number.NaN }
  const isFirst = Number.isNaN(before.hourWh)
  if (now.atMs - before.atMs > MOST_APART_MS) {
    if (speaksAtZero(integral) && !isFirst) emit({ kind: 'paused', sign: 1, fromMs: before.atMs, toMs: now.atMs })
    return { ...now, hourStartMs, hourWh: before.hourStartMs === hourStartMs || isFirst ? before.hourWh : 0 }
  }
  let hourWh = isFirst ? 0 : before.hourWh
  ;({ hourStartMs, hourEndMs, dayStartMs } = periodOf(before.atMs, zone))
  if (isFirst && speaksAtZero(integral)) emit({ kind: 'begun', sign: 1, atMs: before.atMs, dayStartMs, todayWh: null })
  for (let from: PowerReading = before; from.atMs < now.atMs; ) {
    const toMs = Math.min(now.atMs, hourEndMs)
    const to = toMs === now.atMs ? now : { atMs: toMs, powerW: powerBetween(before, now, toMs) }
    const startWh = hourWh
    hourWh += energyBetween(from, to, integral.sign)
    // Whole units of the hour's sum: the rounding of many short intervals must not add up.
    const units = Math.round(hourWh * SUM_UNIT) - Math.round(startWh * SUM_UNIT)
    if (units > 0 || speaksAtZero(integral)) emit({ kind: 'integrated', sign: 1, atMs: from.atMs, units })
    if (toMs === hourEndMs) {
      ;({ hourStartMs, hourEndMs } = periodOf(toMs, zone))
      hourWh = 0
    }
    from = to
  }
  return { ...now, hourStartMs, hourWh }
}

/** A pause that costs less than this share of a day's light costs nothing. */
const DARK_SHARE = 0.02

/**
 * The minutes of a pause by the plant's days, of its first and its last day: whole days between have no data at all.
 * Of production, only those with light.
 */
export function minutesOfPause(
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
  zone: string,
  sun: SunWeight | null,
): readonly Readonly<{ date: string; minutes: number }>[] {
  const [first, last] = [periodOf(fromMs, zone), periodOf(toMs, zone)]
  const parts =
    first.date === last.date
      ? [{ ...first, startMs: fromMs, endMs: toMs }]
      : [
          { ...first, startMs: fromMs, endMs: first.dayEndMs },
          { ...last, startMs: last.dayStartMs, endMs: toMs },
        ]
  return parts.map(({ date, dayStartMs, dayEndMs, startMs, endMs }) => ({
    date,
    minutes: Math.round((sun ? lightMs({ dayStartMs, dayEndMs, startMs, endMs }, sun) : endMs - startMs) / MINUTE_MS),
  }))
}

function lightMs(
  { dayStartMs, dayEndMs, startMs, endMs }: Readonly<Record<'dayStartMs' | 'dayEndMs' | 'startMs' | 'endMs', number>>,
  sun: SunWeight,
): number {
  if (sun(startMs, endMs) <= DARK_SHARE * sun(dayStartMs, dayEndMs)) return 0
  let ms = 0
  for (let atMs = startMs; atMs < Math.min(endMs, startMs + DAY_MS); atMs += HOUR_MS) {
    const end = Math.min(endMs, atMs + HOUR_MS)
    if (sun(atMs, end) > 0) ms += end - atMs
  }
  return ms
}
