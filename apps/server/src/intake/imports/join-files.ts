import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { FlowParts, Part } from './count-series.ts'
import type { Between, ImportFlow } from './mapping.ts'
import { partialEdges } from './overlap.ts'
import type { Series } from './read-series.ts'

/** The columns of one file, with their headings. */
export type FileSeries = Readonly<{ heads: readonly string[]; series: readonly Series[] }>

export type JoinedFiles = Readonly<{
  counted: readonly FlowParts[]
  /** Rows that another file has as well. */
  twiceRows: number
  /** Days on which two files say different energies of a flow. */
  conflictDays: number
}>

type Layout = { stepMs: number; parts: readonly FlowParts[] }

/** Two rows that are further apart than this many steps have a gap between them. */
const GAP_FACTOR = 1.5
const DAY_ROW_MS = 26 * HOUR_MS
const DIFFERENT_SHARE = 0.1
const DIFFERENT_WH = 500

/**
 * Energies of several files as those of one device. Files of one layout are one table: equal rows count once, also where
 * they overlap. Where files of different layouts overlap, the one with the finer steps counts.
 * @param between add: the files are of several devices, and all of them count
 * @param count the energies of a column
 */
export function joinFiles(
  files: readonly FileSeries[],
  between: Between,
  count: (series: Series) => readonly FlowParts[],
  zone: string,
): JoinedFiles {
  const own = files.map(({ series }) => series.flatMap(count))
  const conflictDays = files.length > 1 ? countConflicts(own, zone) : 0
  if (files.length === 1) return { counted: own.flat(), twiceRows: 0, conflictDays }
  if (between === 'add') return { counted: alignSteps(own.flat(), stepsOf(files)), twiceRows: 0, conflictDays }
  const twice = new Set<number>()
  const layouts = [...groupByLayout(files).values()].map((group): Layout => {
    const series = group.reduce((all, one) =>
      all.map((item, i) => joinSeries(item, one[i] as Series, (at) => twice.add(at))),
    )
    return { stepMs: Math.min(...series.map(({ stepMs }) => stepMs)), parts: series.flatMap(count) }
  })
  const inOrder = layouts.sort((a, b) => a.stepMs - b.stepMs)
  const covered = new Map<ImportFlow, Part[]>()
  const counted = inOrder.flatMap(({ parts }, at) => {
    const coarser = inOrder.slice(at + 1).flatMap((layout) => layout.parts)
    const edges = coarser.length > 0 ? partialEdges(parts, zone) : new Map<ImportFlow, ReadonlySet<string>>()
    const kept = parts.map((item) => ({
      ...item,
      parts: item.parts.filter((part) => {
        const isPartial = edges.get(item.flow)?.has(localDate(part.fromMs, zone)) === true
        const isKept = !isCovered(covered.get(item.flow), part) && !(isPartial && hasDayRow(coarser, item.flow, part))
        if (!isKept) twice.add(part.toMs)
        return isKept
      }),
    }))
    for (const { flow, parts: more } of kept) covered.set(flow, unite([...(covered.get(flow) ?? []), ...more]))
    return kept
  })
  return { counted, twiceRows: twice.size, conflictDays }
}

const stepsOf = (files: readonly FileSeries[]): ReadonlySet<number> =>
  new Set(files.flatMap(({ series }) => series.map(({ stepMs }) => stepMs)))

function groupByLayout(files: readonly FileSeries[]): ReadonlyMap<string, readonly (readonly Series[])[]> {
  const groups = new Map<string, (readonly Series[])[]>()
  for (const { heads, series } of files) {
    const key = JSON.stringify(
      series.map(({ column: { column, name, flow, form, signs } }) => [heads[column], name, flow, form, signs]),
    )
    const group = groups.get(key)
    if (group) group.push(series)
    else groups.set(key, [series])
  }
  return groups
}

/** One column of two files: rows of the second one count where the first one has none. */
function joinSeries(first: Series, second: Series, onTwice: (atMs: number) => void): Series {
  const picked: number[] = []
  for (const [i, at] of second.atMs.entries()) {
    const after = lowerBound(first.atMs, at)
    const [before, next] = [first.atMs[after - 1], first.atMs[after]]
    const isInside = before !== undefined && next !== undefined && next - before <= GAP_FACTOR * first.stepMs
    if (next === at || isInside) onTwice(at)
    else picked.push(i)
  }
  const rows = [
    ...Array.from(first.atMs, (at, i) => ({ at, from: first, i })),
    ...picked.map((i) => ({ at: second.atMs[i] as number, from: second, i })),
  ].sort((a, b) => a.at - b.at)
  const pick = (key: 'atMs' | 'fromMs' | 'toMs' | 'values'): Float64Array =>
    Float64Array.from(rows, ({ from, i }) => from[key][i] as number)
  return {
    column: first.column,
    stepMs: Math.min(first.stepMs, second.stepMs),
    atMs: pick('atMs'),
    fromMs: pick('fromMs'),
    toMs: pick('toMs'),
    values: pick('values'),
    rows: Int32Array.from(rows, ({ from, i }) => from.rows[i] as number),
  }
}

function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Parts in the order of time; those that touch are one. */
function unite(parts: readonly Part[]): Part[] {
  const united: Part[] = []
  for (const { fromMs, toMs } of [...parts].sort((a, b) => a.fromMs - b.fromMs)) {
    const open = united.at(-1)
    if (open && fromMs <= open.toMs + 1_000) open.toMs = Math.max(open.toMs, toMs)
    else united.push({ fromMs, toMs, wh: 0 })
  }
  return united
}

function isCovered(covered: readonly Part[] | undefined, { fromMs, toMs }: Part): boolean {
  if (covered === undefined) return false
  let [low, high] = [0, covered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((covered[middle] as Part).toMs <= fromMs + 1_000) low = middle + 1
    else high = middle
  }
  const found = covered[low]
  return found !== undefined && found.fromMs < toMs - 1_000
}

/** Whether a row of a whole day holds a part of it. */
const hasDayRow = (parts: readonly FlowParts[], flow: ImportFlow, { fromMs, toMs }: Part): boolean =>
  parts.some(
    (item) =>
      item.flow === flow &&
      item.parts.some((day) => day.fromMs <= fromMs && day.toMs >= toMs && day.toMs - day.fromMs <= DAY_ROW_MS),
  )

/** Days of which two files have a flow as a whole, and not the same. */
function countConflicts(files: readonly (readonly FlowParts[])[], zone: string): number {
  const first = new Map<string, number>()
  const conflicts = new Set<string>()
  for (const counted of files) {
    const edges = partialEdges(counted, zone)
    const sums = new Map<string, number>()
    for (const { flow, parts } of counted)
      for (const { fromMs, toMs, wh } of parts) {
        const date = localDate(fromMs, zone)
        if (toMs - fromMs > DAY_ROW_MS || edges.get(flow)?.has(date)) continue
        const key = `${date} ${flow}`
        sums.set(key, (sums.get(key) ?? 0) + wh)
      }
    for (const [key, wh] of sums) {
      const before = first.get(key)
      if (before === undefined) first.set(key, wh)
      else if (Math.abs(before - wh) > Math.max(DIFFERENT_WH, DIFFERENT_SHARE * Math.max(before, wh)))
        conflicts.add(key.slice(0, 10))
    }
  }
  return conflicts.size
}

/** Energies of different steps add up on the finer ones: else a whole day would come at once. */
function alignSteps(counted: readonly FlowParts[], steps: ReadonlySet<number>): readonly FlowParts[] {
  if (steps.size === 1) return counted
  return [...new Set(counted.map(({ flow }) => flow))].map((flow) => {
    const parts = counted.filter((item) => item.flow === flow).flatMap((item) => item.parts)
    const bounds = [...new Set(parts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))].sort((a, b) => a - b)
    const place = new Map(bounds.map((at, i) => [at, i]))
    const sums = new Float64Array(bounds.length)
    const isIn = new Uint8Array(bounds.length)
    for (const { fromMs, toMs, wh } of parts)
      for (let i = place.get(fromMs) as number; (bounds[i] as number) < toMs; i++) {
        const share = ((bounds[i + 1] as number) - (bounds[i] as number)) / (toMs - fromMs)
        sums[i] = (sums[i] as number) + wh * share
        isIn[i] = 1
      }
    return {
      flow,
      form: 'energy',
      parts: bounds.flatMap((fromMs, i) =>
        isIn[i] === 1 ? [{ fromMs, toMs: bounds[i + 1] as number, wh: sums[i] as number }] : [],
      ),
    }
  })
}
