import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { type Neighbors, STATE_CAP_MS } from './book.ts'
import type { Layout } from './layout.ts'
import { type RowWindow, readWindows } from './row-windows.ts'
import type { Row } from './sample.ts'
import type { DeviceKey } from './stored-rows.ts'

/** Late samples of one device, ascending. */
export type LateSamples = Readonly<{ key: DeviceKey; layout: Layout; rows: readonly Row[] }>

export type StoredAround = Readonly<{
  /** Instants that are stored already. */
  isStored: (atMs: number) => boolean
  neighborsOf: (column: number, atMs: number) => Neighbors
}>

/** Late samples further apart than this are looked up separately: otherwise all rows between them would be read. */
const APART_MS = 2 * HOUR_MS

/** Reads what is stored around late samples of all devices, before these are stored; the devices must be locked. */
export async function readAround(
  client: pg.ClientBase,
  all: readonly LateSamples[],
): Promise<ReadonlyMap<LateSamples, StoredAround>> {
  const found = new Map(all.map((owner) => [owner, [] as Row[]]))
  await readWindows(
    client,
    [...found].flatMap(([owner, rows]) => toWindows(owner, (row) => rows.push(row))),
  )
  return new Map([...found].map(([owner, rows]) => [owner, toAround(rows)]))
}

function toWindows({ key, layout, rows }: LateSamples, take: RowWindow['take']): RowWindow[] {
  // A state counts only through a short gap: readings beyond it change nothing.
  const columns = layout.columns.flatMap(({ rollUp }, column) => (rollUp === 'share' ? [column] : []))
  const reachMs = columns.length > 0 ? STATE_CAP_MS : 0
  const runs: { fromMs: number; toMs: number }[] = []
  for (const { atMs } of rows) {
    const run = runs.at(-1)
    if (run && atMs - run.toMs <= APART_MS) run.toMs = atMs
    else runs.push({ fromMs: atMs, toMs: atMs })
  }
  return runs.map(({ fromMs, toMs }) => ({ key, columns, fromMs: fromMs - reachMs, toMs: toMs + reachMs, take }))
}

/** @param rows ascending */
function toAround(rows: readonly Row[]): StoredAround {
  return {
    isStored: (atMs) => rows[placeOf(rows, atMs)]?.atMs === atMs,
    neighborsOf: (column, atMs) => {
      const place = placeOf(rows, atMs)
      const hasIt = (row: Row | undefined): row is Row => row?.values[column] != null
      const isNear = (row: Row | undefined): row is Row =>
        row !== undefined && Math.abs(row.atMs - atMs) <= STATE_CAP_MS
      let [before, after] = [place - 1, rows[place]?.atMs === atMs ? place + 1 : place]
      while (isNear(rows[before]) && !hasIt(rows[before])) before--
      while (isNear(rows[after]) && !hasIt(rows[after])) after++
      const readingAt = (i: number) => {
        const row = rows[i]
        return isNear(row) && hasIt(row) ? { atMs: row.atMs, value: row.values[column] as number } : undefined
      }
      // Before a distant reading a state lasts for its maximum time.
      return { before: readingAt(before), after: readingAt(after) ?? { atMs: Infinity, value: 0 } }
    },
  }
}

/** Of the first row that is not older. */
function placeOf(rows: readonly Row[], atMs: number): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rows[middle] as Row).atMs < atMs) from = middle + 1
    else to = middle
  }
  return from
}
