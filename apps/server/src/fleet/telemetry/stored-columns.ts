import type { Db } from '../../platform/db/database.ts'
import { type Block, decodeBlock } from './block.ts'
import { utcDay, utcMonth } from './days.ts'
import { decodePicked, pickPieces, piecesOf } from './sealed-months.ts'
import { msOf, readText, type TextRow, toBytes, toDoubles, toStamp } from './statement.ts'
import type { DeviceKey } from './stored-rows.ts'

/** Selected columns of a device's samples, ascending; NaN where a sample has no value. The fast way, for curves. */
export type StoredColumns = Readonly<{
  atMs: readonly number[]
  origin: readonly number[]
  columns: readonly (readonly number[])[]
}>

type Growing = { atMs: number[]; origin: number[]; columns: number[][] }

const emptyColumns = (count: number): Growing => ({
  atMs: [],
  origin: [],
  columns: Array.from({ length: count }, () => []),
})

/**
 * Hot rows first and sealed ones afterwards: a sample that is sealed in between is seen twice, never missed.
 * @param columns positions in the device's list
 */
export async function readColumns(
  db: Db,
  key: DeviceKey,
  columns: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<StoredColumns> {
  const hot = await readHot(db, key, columns, fromMs, toMs)
  return joinStored(hot, await readSealed(db, key, columns, fromMs, toMs))
}

/** @param newer what is not sealed yet, or not in a month yet */
export function joinStored(newer: StoredColumns, older: StoredColumns): StoredColumns {
  if (newer.atMs.length === 0) return older
  if (older.atMs.length === 0) return newer
  const isAfter = (newer.atMs[0] as number) > (older.atMs.at(-1) as number)
  return isAfter ? join(older, newer) : merge(older, newer)
}

/** One row of arrays costs both sides less than a row per sample: the instants, how they were found, the columns. */
export const hotArrays = (positions: readonly string[]): string =>
  [msOf('at'), 'time_source', ...positions.map((position) => `values[${position}]`)]
    .map((element) => `array_agg(${element} order by at)`)
    .join(', ')

export function columnsOfHot(row: TextRow, count: number): StoredColumns {
  const [instants, sources, ...numbers] = row.map((list) => toDoubles(list ?? ''))
  return {
    atMs: (instants ?? []).map((atMs) => Math.round(atMs ?? 0)),
    origin: (sources ?? []).map((source) => source ?? 0),
    columns: Array.from({ length: count }, (_, i) => (numbers[i] ?? []).map((value) => value ?? Number.NaN)),
  }
}

async function readHot(
  db: Db,
  key: DeviceKey,
  columns: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<StoredColumns> {
  // Positions are parameters, so there is one prepared statement for each number of columns.
  const text = `select ${hotArrays(columns.map((_, i) => `$${i + 5}`))} from samples
    where plant_id = $1 and device_id = $2 and at >= $3 and at < $4`
  const values = [key.plantId, key.deviceId, toStamp(fromMs), toStamp(toMs), ...columns.map((column) => column + 1)]
  const [row = []] = await readText(db.pool, text, values, `telemetry-columns-${columns.length}`)
  return columnsOfHot(row, columns.length)
}

async function readSealed(
  db: Db,
  key: DeviceKey,
  columns: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<StoredColumns> {
  const rows = await readText(
    db.pool,
    SEALED_TEXT,
    [key.plantId, key.deviceId, utcDay(fromMs), utcDay(toMs - 1), utcMonth(fromMs), piecesOf(columns)],
    'telemetry-blocks',
  )
  return columnsOfSealed(
    rows.map(([starts = null, bytes]) => [starts, bytes ?? '']),
    columns,
    fromMs,
    toMs,
  )
}

const SEALED_TEXT = `(select null::int[], block from sealed_days
    where plant_id = $1 and device_id = $2 and day >= $3 and day <= $4 order by day)
  union all
  (select m.starts, ${pickPieces('m', '$6::int[]')} from sealed_months m
    where plant_id = $1 and device_id = $2 and month >= $5 and month <= $4 order by month)`

/** As PostgreSQL prints it: a sealed day, or with its starts the picked pieces of a sealed month. */
export type Sealed = readonly [starts: string | null, bytes: string]

/** @param sealed days and months, each ascending: a day beside its month came later */
export function columnsOfSealed(
  sealed: readonly Sealed[],
  columns: readonly number[],
  fromMs: number,
  toMs: number,
): StoredColumns {
  const days = sealed.flatMap(([starts, bytes]) => (starts === null ? [decodeBlock(toBytes(bytes), columns)] : []))
  const months = sealed.flatMap(([starts, bytes]) =>
    starts === null ? [] : [decodePicked(starts, bytes, columns, { fromMs, toMs })],
  )
  const inSpan = (blocks: readonly Block[]) => columnsOfBlocks(blocks, columns.length, fromMs, toMs)
  return joinStored(inSpan(days), inSpan(months))
}

/** @param blocks ascending */
function columnsOfBlocks(blocks: readonly Block[], count: number, fromMs: number, toMs: number): StoredColumns {
  const found = emptyColumns(count)
  for (const { atMs, origin, columns: read } of blocks) {
    if (atMs.length === 0) continue
    const first = atMs[0] as number
    const start = first >= fromMs ? 0 : firstAtOrAfter(atMs, fromMs)
    const end = (atMs.at(-1) as number) < toMs ? atMs.length : firstAtOrAfter(atMs, toMs)
    // Column by column in plain loops: a year has a hundred thousand rows.
    for (let row = start; row < end; row++) found.atMs.push(atMs[row] as number)
    for (let row = start; row < end; row++) found.origin.push(origin[row] as number)
    for (let i = 0; i < count; i++) {
      const from = read[i]
      const to = found.columns[i] as number[]
      if (from) for (let row = start; row < end; row++) to.push(from[row] as number)
      else for (let row = start; row < end; row++) to.push(Number.NaN)
    }
  }
  return found
}

function firstAtOrAfter(instants: readonly number[], atMs: number): number {
  const found = instants.findIndex((instant) => instant >= atMs)
  return found === -1 ? instants.length : found
}

const join = (a: StoredColumns, b: StoredColumns): StoredColumns => ({
  atMs: a.atMs.concat(b.atMs),
  origin: a.origin.concat(b.origin),
  columns: a.columns.map((column, i) => column.concat(b.columns[i] ?? [])),
})

/** Late records of sealed days or months: the two lists are merged; samples sealed in between are in both. */
function merge(a: StoredColumns, b: StoredColumns): StoredColumns {
  const merged = emptyColumns(a.columns.length)
  const take = (from: StoredColumns, row: number): void => {
    merged.atMs.push(from.atMs[row] as number)
    merged.origin.push(from.origin[row] as number)
    from.columns.forEach((column, i) => {
      merged.columns[i]?.push(column[row] as number)
    })
  }
  for (let i = 0, k = 0; i < a.atMs.length || k < b.atMs.length; ) {
    const atA = a.atMs[i] ?? Infinity
    const atB = b.atMs[k] ?? Infinity
    if (atA <= atB) take(a, i++)
    else take(b, k)
    if (atB <= atA) k++
  }
  return merged
}
