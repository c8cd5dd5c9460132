import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { emptyMeter, type MeterRule, plausibleWh, readMeter } from '@heliograph/domain/meter.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { SunWeight } from '../../platform/sun/sun.ts'
import { countSeries, type FlowParts, type Part } from './count-series.ts'
import { joinFiles } from './join-files.ts'
import { type Between, factorOf, type ImportFlow, type ImportMapping, type Overlap, powerOf } from './mapping.ts'
import { believeSeries, type LeftOutValues } from './odd-values.ts'
import { INSIDE_MS, type KnownData, listDays, takeParts } from './overlap.ts'
import { joinCounters, type PackedSamples, type WrittenCounter } from './packed-samples.ts'
import { readSeries, type Series, type UnreadRows } from './read-series.ts'
import type { FoundTable } from './understand/find-tables.ts'

type Energies = Readonly<Partial<Record<ImportFlow, number>>>
/** Wh by day at the plant and flow. */
export type EnergyDays = ReadonlyMap<string, Energies>

/** Samples and energies that a file adds, before anything is stored. */
export type ImportResult = Readonly<{
  /** Ascending; the energies are lifetime counters, as a device would send them. */
  samples: PackedSamples
  /** As the plant will count it. */
  days: EnergyDays
  /** Wh by flow that is more than the plant can make or take: its meters refuse it. */
  refusedWh: Energies
  fromMs: number
  toMs: number
  /** The usual distance of two rows, ms. */
  stepMs: number
  unread: readonly UnreadOfFile[]
  /** Rows that another file has as well. */
  twiceRows: number
  /** Days on which two files say different things. */
  conflictDays: number
  /** Rows of days or hours that the plant knows already. */
  leftOutRows: number
  leftOutValues: readonly (LeftOutValues & OfFile)[]
}>

/** `file`: its place among those that are imported together. */
type OfFile = Readonly<{ file: number }>
export type UnreadOfFile = UnreadRows & OfFile
/** A table, and how it is read. */
export type MappedTable = Readonly<{ table: FoundTable; mapping: ImportMapping }>

type Beside = Readonly<{ overlap: Overlap; known: KnownData }>

/** Facts of the plant that a file is for. */
export type ImportPlant = Readonly<{
  zone: string
  /** Rows later than this are refused. */
  nowMs: number
  /** The bounds of the plant's own meters. */
  ruleOf: (flow: ImportFlow) => MeterRule
  /** Divides what was produced over days; missing: evenly. */
  sun?: SunWeight
}>

/** The content of a file without its cells: many files fit into memory together. */
export type ReadTable = Readonly<{
  heads: readonly string[]
  rowCount: number
  unread: readonly UnreadRows[]
  believed: readonly Series[]
  leftOutValues: readonly LeftOutValues[]
}>

export function readTable({ table, mapping }: MappedTable, nowMs: number): ReadTable {
  const { series, unread } = readSeries(table, mapping, (unit) => factorOf[unit], nowMs)
  return { heads: table.heads, rowCount: table.rows.length, unread, ...believeSeries(table, series) }
}

/**
 * Turns what files say into readings of a device: powers and energies of intervals become counters, counters stay what they
 * are, and all columns of a flow add up. Several files are as of one device, unless they add up.
 * @param beside how the import treats what the plant has; missing: nothing is left out
 */
export function toSamples(
  read: readonly ReadTable[],
  plant: Omit<ImportPlant, 'nowMs'>,
  { between = 'once', beside }: Readonly<{ between?: Between; beside?: Beside | undefined }> = {},
): ImportResult {
  const { zone, ruleOf, sun } = plant
  const { counted, twiceRows, conflictDays } = joinFiles(
    read.map(({ heads, believed }) => ({ heads, series: believed })),
    between,
    (series) => countSeries(series, zone, ruleOf(series.column.flow)),
    zone,
  )
  const { taken: kept, leftOutRows } = beside
    ? takeParts(counted, beside.overlap, beside.known, zone)
    : { taken: counted, leftOutRows: 0 }
  const counters: WrittenCounter[] = []
  const days = new Map<string, Partial<Record<ImportFlow, number>>>()
  const refusedWh: Partial<Record<ImportFlow, number>> = {}
  for (const flow of new Set(kept.map((item) => item.flow))) {
    const { counter, parts } = writeCounter(
      kept.filter((item) => item.flow === flow),
      flow,
    )
    counters.push(counter)
    const curve = flow === 'generation' ? sun : undefined
    refusedWh[flow] = sumDays(counter, parts, flow, { zone, rule: ruleOf(flow), days, sun: curve })
  }
  const samples = joinCounters(counters)
  return {
    samples,
    unread: read.flatMap(({ unread }, file) => unread.map((rows) => ({ file, ...rows }))),
    leftOutValues: read.flatMap(({ leftOutValues }, file) => leftOutValues.map((value) => ({ file, ...value }))),
    leftOutRows,
    twiceRows,
    conflictDays,
    days: new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1))),
    refusedWh,
    stepMs: Math.min(...read.flatMap(({ believed }) => believed.map((item) => item.stepMs)), 400 * DAY_MS),
    fromMs: samples.atMs[0] ?? 0,
    toMs: samples.atMs.at(-1) ?? 0,
  }
}

/** One lifetime counter of a flow that all of its columns drive; beside it the mean power, where a device has one. */
function writeCounter(
  all: readonly FlowParts[],
  flow: ImportFlow,
): Readonly<{ counter: WrittenCounter; parts: readonly Part[] }> {
  const isCounter = all.every(({ form }) => form === 'total')
  const power = isCounter || all.some(({ form }) => form === 'today') ? undefined : powerOf[flow]
  const { parts, isInterval } = merge(all)
  const [atMs, wh, watts] = [0, 1, 2].map(() => new Float64Array(2 * parts.length).fill(Number.NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  let [count, totalWh, endMs] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const part of parts) {
    // Else the energy of this interval would be divided over the gap before it.
    if (part.fromMs > endMs) {
      atMs[count] = part.fromMs
      wh[count++] = totalWh
    }
    totalWh += part.wh
    endMs = part.toMs
    atMs[count] = isInterval(part) ? endMs - INSIDE_MS : endMs
    watts[count] = (part.wh * HOUR_MS) / (endMs - part.fromMs)
    wh[count++] = totalWh
  }
  const { total } = flowCounters[flow]
  const written = { atMs: atMs.subarray(0, count), wh: wh.subarray(0, count), watts: watts.subarray(0, count) }
  return { counter: { total, power, ...written }, parts }
}

/** The parts of all columns in the order of their ends; those with the same end are one. */
function merge(all: readonly FlowParts[]): Readonly<{ parts: readonly Part[]; isInterval: (part: Part) => boolean }> {
  const ofIntervals = ({ form }: FlowParts): boolean => form === 'power' || form === 'energy'
  const [first] = all
  if (all.length === 1 && first !== undefined) {
    const isInterval = ofIntervals(first)
    return { parts: first.parts, isInterval: () => isInterval }
  }
  const byEnd = new Map<number, Part>()
  const intervals = new Set<Part>()
  for (const one of all)
    for (const { fromMs, toMs, wh } of one.parts) {
      const before = byEnd.get(toMs)
      if (before === undefined) {
        const part = { fromMs, toMs, wh }
        byEnd.set(toMs, part)
        if (ofIntervals(one)) intervals.add(part)
      } else {
        before.wh += wh
        before.fromMs = Math.min(before.fromMs, fromMs)
      }
    }
  return { parts: [...byEnd.values()].sort((a, b) => a.toMs - b.toMs), isInterval: (part) => intervals.has(part) }
}

/** A longer time is divided evenly, as the plant's own meters divide it. */
const MOST_BY_SUN_MS = 100 * DAY_MS

/** The share of each day in a part that touches several: by the sun where it was produced. */
function shareOut(part: Part, zone: string, sun: SunWeight | undefined): readonly (readonly [string, number])[] {
  const { fromMs, toMs, wh } = part
  const spans = listDays({ fromMs, toMs: toMs + INSIDE_MS, wh }, zone).map((date) => {
    const day = dayBounds(date, zone)
    return { date, fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs) }
  })
  const light = toMs - fromMs <= MOST_BY_SUN_MS ? sun : undefined
  const weigh = (weight: SunWeight): readonly (readonly [string, number])[] => {
    const weights = spans.map((span) => Math.max(0, span.toMs > span.fromMs ? weight(span.fromMs, span.toMs) : 0))
    const whole = weights.reduce((sum, one) => sum + one, 0)
    return whole > 0 ? spans.map(({ date }, i) => [date, (weights[i] as number) / whole] as const) : []
  }
  const shares = light === undefined ? [] : weigh(light)
  return (shares.length > 0 ? shares : weigh((from, to) => to - from)).filter(([, share]) => share > 0)
}

/** Adds to each day what the plant's own meter counts of a counter. @returns Wh that it refuses */
function sumDays(
  { atMs, wh: readings }: WrittenCounter,
  parts: readonly Part[],
  flow: ImportFlow,
  {
    zone,
    rule,
    days,
    sun,
  }: Readonly<{
    zone: string
    rule: MeterRule
    days: Map<string, Partial<Record<ImportFlow, number>>>
    sun: SunWeight | undefined
  }>,
): number {
  let now = { date: '', fromMs: 0, toMs: 0 }
  const add = (fromMs: number, toMs: number, wh: number): void => {
    // Most parts are of the same day as the one before.
    if (fromMs < now.fromMs || fromMs >= now.toMs) {
      const date = localDate(fromMs, zone)
      now = { date, ...dayBounds(date, zone) }
    }
    if (toMs <= now.toMs) {
      addDay(now.date, wh)
      return
    }
    for (const [date, share] of shareOut({ fromMs, toMs, wh }, zone, sun)) addDay(date, wh * share)
  }
  const addDay = (date: string, wh: number): void => {
    const day = days.get(date) ?? {}
    days.set(date, day)
    day[flow] = (day[flow] ?? 0) + wh
  }
  const isPlausible = readings.every(
    (wh, i) =>
      i === 0 ||
      wh - (readings[i - 1] as number) <= plausibleWh(rule, (atMs[i] as number) - (atMs[i - 1] as number), 0),
  )
  if (isPlausible) {
    for (const { fromMs, toMs, wh } of parts) add(fromMs, toMs, wh)
    return 0
  }
  const meter = emptyMeter()
  let countedWh = 0
  let day = { fromMs: 0, toMs: 0 }
  for (const [i, wh] of readings.entries()) {
    const at = atMs[i] as number
    if (at >= day.toMs) day = dayBounds(localDate(at, zone), zone)
    const reading = { atMs: at, dayStartMs: day.fromMs, totalWh: wh, todayWh: null, yesterdayWh: null }
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
  return Math.max(0, (readings.at(-1) ?? 0) - countedWh)
}
