import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { FlowParts, Part } from './count-series.ts'
import type { ImportFlow, Overlap } from './mapping.ts'

/** Data that a plant has of its own. */
export type KnownData = Readonly<{
  /** Flows by date. */
  days: ReadonlyMap<string, ReadonlySet<ImportFlow>>
  /** Starts of hours by flow, ascending; they are asked for `fill` only. */
  hours?: Readonly<Partial<Record<ImportFlow, Float64Array>>> | undefined
}>

/** Before the end of an interval that ends at midnight, so that its energy belongs to the day that it was made. */
export const INSIDE_MS = 1_000
/** Of one part: two years and a leap day. */
const MOST_DAYS = 800
/** A day at the edge of a file replaces one of the plant only if it is known from the morning to the afternoon. */
const EDGE_MS = 9 * HOUR_MS

/** The days at the plant that a part touches. */
export function listDays({ fromMs, toMs }: Part, zone: string): readonly string[] {
  const first = localDate(fromMs, zone)
  if (toMs - fromMs < HOUR_MS) return [first]
  const last = localDate(toMs - INSIDE_MS, zone)
  const dates = [first]
  for (let date = first; date < last && dates.length < MOST_DAYS; ) {
    date = addDays(date, 1)
    dates.push(date)
  }
  return dates
}

/** The parts of a file that are taken beside what the plant has, and how many are left out. */
export function takeParts(
  counted: readonly FlowParts[],
  overlap: Overlap,
  known: KnownData,
  zone: string,
): Readonly<{ taken: readonly FlowParts[]; leftOutRows: number }> {
  if (overlap === 'add' || known.days.size === 0) return { taken: counted, leftOutRows: 0 }
  const leftOut = new Set<number>()
  const isLeftOut = ruleOf(counted, overlap, known, zone)
  const taken = counted.map((item) => ({
    ...item,
    parts: item.parts.filter((part) => {
      const isOut = isLeftOut(part, item.flow)
      if (isOut) leftOut.add(part.toMs)
      return !isOut
    }),
  }))
  return { taken, leftOutRows: leftOut.size }
}

type IsLeftOut = (part: Part, flow: ImportFlow) => boolean

function ruleOf(counted: readonly FlowParts[], overlap: Overlap, known: KnownData, zone: string): IsLeftOut {
  const isKnown = (date: string, flow: ImportFlow): boolean => known.days.get(date)?.has(flow) === true
  if (overlap === 'fill') {
    const { hours = {} } = known
    const withHours = new Map<ImportFlow, ReadonlySet<string>>()
    for (const [flow, starts] of Object.entries(hours) as [ImportFlow, Float64Array][])
      withHours.set(flow, new Set(Array.from(starts, (at) => localDate(at, zone))))
    // A day of which no hour is known is known as a whole.
    return (part, flow) =>
      hasHour(hours[flow], part) ||
      listDays(part, zone).some((date) => isKnown(date, flow) && withHours.get(flow)?.has(date) !== true)
  }
  if (overlap === 'keep') return (part, flow) => listDays(part, zone).some((date) => isKnown(date, flow))
  const partial = partialEdges(counted, zone)
  return (part, flow) =>
    listDays(part, zone).some((date) => partial.get(flow)?.has(date) === true && isKnown(date, flow))
}

function hasHour(starts: Float64Array | undefined, { fromMs, toMs }: Part): boolean {
  if (starts === undefined) return false
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) + HOUR_MS > fromMs) high = middle
    else low = middle + 1
  }
  return low < starts.length && (starts[low] as number) < toMs
}

/** The first and the last day of each flow, where the file has only a part of them. */
export function partialEdges(
  counted: readonly FlowParts[],
  zone: string,
): ReadonlyMap<ImportFlow, ReadonlySet<string>> {
  const edges = new Map<ImportFlow, { fromMs: number; toMs: number }>()
  for (const { flow, parts } of counted)
    for (const { fromMs, toMs } of parts) {
      const edge = edges.get(flow)
      if (edge === undefined) edges.set(flow, { fromMs, toMs })
      else {
        edge.fromMs = Math.min(edge.fromMs, fromMs)
        edge.toMs = Math.max(edge.toMs, toMs)
      }
    }
  return new Map(
    [...edges].map(([flow, { fromMs, toMs }]) => {
      const [first, last] = [localDate(fromMs, zone), localDate(toMs - INSIDE_MS, zone)]
      const partial = new Set<string>()
      if (fromMs > dayBounds(first, zone).fromMs + EDGE_MS) partial.add(first)
      if (toMs < dayBounds(last, zone).toMs - EDGE_MS) partial.add(last)
      return [flow, partial]
    }),
  )
}
