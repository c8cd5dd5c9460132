import { DAY_MS } from '../duration.ts'
import { type Disagreement, disagreementOf, emptyMeter, type MeterEvent, type MeterRule, readMeter } from '../meter.ts'

export type Shown = Readonly<{
  atMs: number
  totalWh: number | null
  todayWh: number | null
  yesterdayWh?: number | null
}>

export type Counted = Readonly<{
  /** Energy in Wh by day number, each step on the day of its later reading. */
  days: ReadonlyMap<number, number>
  sumWh: number
  /** Refused steps that were not taken back. */
  refused: number
  resets: number
  /** How the counters disagreed, each way once, in order of appearance. */
  disagreements: readonly Disagreement[]
  events: readonly MeterEvent[]
}>

/** Counts readings as one plant in UTC would, in order of time. */
export function countMeter(readings: readonly Shown[], rule: MeterRule, zoneMs = 0): Counted {
  const meter = emptyMeter()
  const events: MeterEvent[] = []
  const days = new Map<number, number>()
  const disagreements = new Set<Disagreement>()
  let sumWh = 0
  let refused = 0
  let resets = 0
  const dayOf = (atMs: number): number => Math.floor((atMs + zoneMs) / DAY_MS)
  for (const { atMs, totalWh, todayWh, yesterdayWh = null } of [...readings].sort((a, b) => a.atMs - b.atMs)) {
    const reading = { atMs, dayStartMs: dayOf(atMs) * DAY_MS - zoneMs, totalWh, todayWh, yesterdayWh }
    const emit = (event: MeterEvent): void => {
      events.push(event)
      if (event.kind === 'refused') refused += event.sign
      else if (event.kind === 'reset') resets += event.sign
      else if (event.kind === 'energy') {
        const day = dayOf(event.toMs)
        days.set(day, (days.get(day) ?? 0) + event.sign * event.wh)
        sumWh += event.sign * event.wh
      }
    }
    readMeter(meter, reading, rule, () => false, emit)
    const disagreement = disagreementOf(meter)
    if (disagreement) disagreements.add(disagreement)
  }
  return { days, sumWh, refused, resets, disagreements: [...disagreements], events }
}
