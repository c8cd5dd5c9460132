import type pg from 'pg'
import { rowsOfBlock } from './block.ts'
import { nextUtcDay, utcDay } from './days.ts'
import type { Row } from './sample.ts'
import { msOf, readMs, readText, type TextRow, toBytes, toDoubles, toStamp } from './statement.ts'

export type DeviceKey = Readonly<{ plantId: number; deviceId: number }>

export const toRow = ([atMs, origin, values]: TextRow): Row => ({
  atMs: readMs(atMs ?? ''),
  origin: Number(origin),
  values: toDoubles(values ?? ''),
})

/** Merges two ascending lists; a sample in both (sealed between two reads) appears once. */
export function mergeRows(some: readonly Row[], others: readonly Row[]): readonly Row[] {
  if (some.length === 0) return others
  if (others.length === 0) return some
  const all = [...some, ...others].sort((a, b) => a.atMs - b.atMs)
  return all.filter((row, i) => row.atMs !== all[i - 1]?.atMs)
}

/** A device's stored samples after an instant, oldest first, in pages that grow: a near row is cheap and a distant one is reached. */
export async function* walkRows(client: pg.ClientBase, key: DeviceKey, atMs: number): AsyncGenerator<Row> {
  const hot = walkHot(client, key, atMs)
  const sealed = walkSealed(client, key, atMs)
  let a = await hot.next()
  let b = await sealed.next()
  while (!a.done || !b.done) {
    if (!a.done && (b.done || a.value.atMs < b.value.atMs)) {
      yield a.value
      a = await hot.next()
    } else if (!b.done) {
      yield b.value
      b = await sealed.next()
    }
  }
}

async function* walkHot(client: pg.ClientBase, key: DeviceKey, from: number): AsyncGenerator<Row> {
  const text = `select ${msOf('at')}, time_source, values from samples
    where plant_id = $1 and device_id = $2 and at > $3 order by at limit $4`
  let atMs = from
  for (let limit = 8; ; limit = Math.min(limit * 8, 4096)) {
    const rows = (await readText(client, text, [key.plantId, key.deviceId, toStamp(atMs), limit])).map(toRow)
    yield* rows
    if (rows.length < limit) return
    atMs = (rows.at(-1) as Row).atMs
  }
}

async function* walkSealed(client: pg.ClientBase, key: DeviceKey, from: number): AsyncGenerator<Row> {
  const text = `select day, block from sealed_days
    where plant_id = $1 and device_id = $2 and day > $3 order by day limit $4`
  let day = nextUtcDay(utcDay(from), -1)
  for (let limit = 1; ; limit = Math.min(limit * 8, 64)) {
    const found = await readText(client, text, [key.plantId, key.deviceId, day, limit])
    for (const [, block] of found) yield* rowsOfBlock(toBytes(block ?? '')).filter((row) => row.atMs > from)
    if (found.length < limit) return
    day = found.at(-1)?.[0] ?? day
  }
}
