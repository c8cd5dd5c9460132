import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { emptyMeter, type MeterRule, plausibleWh, readMeter } from '@heliograph/domain/meter.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { countSeries, type FlowParts, type Part } from './count-series.ts'
import { factorOf, type ImportFlow, type ImportMapping, type Overlap, powerOf } from './mapping.ts'
import { believeSeries, type LeftOutValues } from './odd-values.ts'
import { INSIDE_MS, type KnownData, listDays, takeParts } from './overlap.ts'
import { readSeries, type UnreadRows } from './read-series.ts'
import type { FoundTable } from './understand/find-tables.ts'

export type ImportSample = Readonly<{ atMs: number; values: Values }>
type Energies = Readonly<Partial<Record<ImportFlow, number>>>
/** Wh by day at the plant and flow. */
export type EnergyDays = ReadonlyMap<string, Energies>

/** Samples and energies that a file adds, before anything is stored. */
export type ImportResult = Readonly<{
  /** Ascending; the energies are lifetime counters, as a device would send them. */
  samples: readonly ImportSample[]
  /** As the plant will count it. */
  days: EnergyDays
  /** Wh by flow that is more than the plant can make or take: its meters refuse it. */
  refusedWh: Energies
  fromMs: number
  toMs: number
  /** The usual distance of two rows, ms. */
  stepMs: number
  unread: readonly UnreadRows[]
  /** Rows of days or hours that the plant knows already. */
  leftOutRows: number
  leftOutValues: readonly LeftOutValues[]
}>

/** Facts of the plant that a file is for. */
export type ImportPlant = Readonly<{
  zone: string
  /** Rows later than this are refused. */
  nowMs: number
  /** The bounds of the plant's own meters. */
  ruleOf: (flow: ImportFlow) => MeterRule
}>

/**
 * Turns rows into readings of a device: powers and energies of intervals become counters, counters stay what they are, and
 * all columns of a flow add up.
 * @param beside how the import treats what the plant has; missing: nothing is left out
 */
export function toSamples(
  table: FoundTable,
  mapping: ImportMapping,
  plant: ImportPlant,
  beside?: Readonly<{ overlap: Overlap; known: KnownData }>,
): ImportResult {
  const { zone, nowMs, ruleOf } = plant
  const { series, unread } = readSeries(table, mapping, (unit) => factorOf[unit], nowMs)
  const { believed, leftOutValues } = believeSeries(table, series)
  const counted = believed.flatMap((item) => countSeries(item, zone, ruleOf(item.column.flow)))
  const { taken: kept, leftOutRows } = beside
    ? takeParts(counted, beside.overlap, beside.known, zone)
    : { taken: counted, leftOutRows: 0 }
  const values = new Map<number, Partial<Record<QuantityId, number>>>()
  const days = new Map<string, Partial<Record<ImportFlow, number>>>()
  const refusedWh: Partial<Record<ImportFlow, number>> = {}
  for (const flow of new Set(kept.map((item) => item.flow))) {
    const own = kept.filter((item) => item.flow === flow)
    const counter = writeCounter(own, flow, values)
    refusedWh[flow] = sumDays(counter, flow, { zone, rule: ruleOf(flow), days })
  }
  const samples = [...values].sort(([a], [b]) => a - b).map(([atMs, one]): ImportSample => ({ atMs, values: one }))
  return {
    samples,
    unread,
    leftOutValues,
    leftOutRows,
    days: new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1))),
    refusedWh,
    stepMs: Math.min(...series.map((item) => item.stepMs), 400 * DAY_MS),
    fromMs: samples[0]?.atMs ?? 0,
    toMs: samples.at(-1)?.atMs ?? 0,
  }
}

type CounterReading = Readonly<{ atMs: number; wh: number }>

/** One lifetime counter of a flow that all of its columns drive; beside it the mean power, where a device has one. */
function writeCounter(
  all: readonly FlowParts[],
  flow: ImportFlow,
  values: Map<number, Partial<Record<QuantityId, number>>>,
): Readonly<{ readings: readonly CounterReading[]; parts: readonly Part[] }> {
  const { total } = flowCounters[flow]
  const isCounter = all.every(({ form }) => form === 'total')
  const power = isCounter || all.some(({ form }) => form === 'today') ? undefined : powerOf[flow]
  const parts = merge(all)
  const readings: CounterReading[] = []
  let totalWh = 0
  let endMs = Number.NEGATIVE_INFINITY
  const put = (atMs: number, wh: number, watts?: number): void => {
    readings.push({ atMs, wh })
    const at = values.get(atMs) ?? {}
    values.set(atMs, at)
    at[total] = wh
    if (power !== undefined && watts !== undefined) at[power] = watts
  }
  for (const { fromMs, toMs, wh, isInterval } of parts) {
    // Else the energy of this interval would be divided over the gap before it.
    if (fromMs > endMs) put(fromMs, totalWh)
    totalWh += wh
    endMs = toMs
    put(isInterval ? toMs - INSIDE_MS : toMs, totalWh, (wh * HOUR_MS) / (toMs - fromMs))
  }
  return { readings, parts }
}

type MergedPart = Part & { isInterval: boolean }

/** The parts of all columns in the order of their ends; those with the same end are one. */
function merge(all: readonly FlowParts[]): readonly MergedPart[] {
  const [first] = all
  const isInterval = ({ form }: FlowParts): boolean => form === 'power' || form === 'energy'
  if (all.length === 1 && first !== undefined)
    return first.parts.map(({ fromMs, toMs, wh }) => ({ fromMs, toMs, wh, isInterval: isInterval(first) }))
  const byEnd = new Map<number, MergedPart>()
  for (const one of all)
    for (const { fromMs, toMs, wh } of one.parts) {
      const before = byEnd.get(toMs)
      if (before === undefined) byEnd.set(toMs, { fromMs, toMs, wh, isInterval: isInterval(one) })
      else {
        before.wh += wh
        before.fromMs = Math.min(before.fromMs, fromMs)
      }
    }
  return [...byEnd.values()].sort((a, b) => a.toMs - b.toMs)
}

/** Adds to each day what the plant's own meter counts of a counter. @returns Wh that it refuses */
function sumDays(
  { readings, parts }: ReturnType<typeof writeCounter>,
  flow: ImportFlow,
  {
    zone,
    rule,
    days,
  }: Readonly<{ zone: string; rule: MeterRule; days: Map<string, Partial<Record<ImportFlow, number>>> }>,
): number {
  const add = (fromMs: number, toMs: number, wh: number): void => {
    if (toMs - fromMs > DAY_MS / 24 || localDate(fromMs, zone) !== localDate(toMs - 1, zone)) {
      for (const date of listDays({ fromMs, toMs: toMs + INSIDE_MS, wh }, zone)) {
        const day = dayBounds(date, zone)
        const share = (Math.min(toMs, day.toMs) - Math.max(fromMs, day.fromMs)) / (toMs - fromMs)
        if (share > 0) addDay(date, wh * share)
      }
    } else addDay(localDate(fromMs, zone), wh)
  }
  const addDay = (date: string, wh: number): void => {
    const day = days.get(date) ?? {}
    days.set(date, day)
    day[flow] = (day[flow] ?? 0) + wh
  }
  const isPlausible = readings.every(({ atMs, wh }, i) => {
    const before = readings[i - 1]
    return before === undefined || wh - before.wh <= plausibleWh(rule, atMs - before.atMs, 0)
  })
  if (isPlausible) {
    for (const { fromMs, toMs, wh } of parts) add(fromMs, toMs, wh)
    return 0
  }
  const meter = emptyMeter()
  let countedWh = 0
  let day = { fromMs: 0, toMs: 0 }
  for (const { atMs, wh } of readings) {
    if (atMs >= day.toMs) day = dayBounds(localDate(atMs, zone), zone)
    const reading = { atMs, dayStartMs: day.fromMs, totalWh: wh, todayWh: null, yesterdayWh: null }
    readMeter(
      meter,
      reading,
      rule,
      () => false,
      (event) => {
        if (event.kind !== 'energy') return
        countedWh += event.sign * event.wh
        add(event.fromMs, event.toMs, event.sign * event.wh)
      },
    )
  }
  return Math.max(0, (readings.at(-1)?.wh ?? 0) - countedWh)
}
