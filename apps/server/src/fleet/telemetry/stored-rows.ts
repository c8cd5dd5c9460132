import type pg from 'pg'
import { rowsOfBlock } from './block.ts'
import { nextUtcMonth, utcDay, utcMonth } from './days.ts'
import type { Row } from './sample.ts'
import { rowsOfMonth } from './sealed-months.ts'
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

/** A device's stored samples after an instant, oldest first. */
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

/** In pages that grow: a near row is cheap and a distant one is reached. */
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

// A month with one statement, so in one snapshot: its days become one row at any moment.
const SEALED_TEXT = `with next as materialized (
    select date_trunc('month', least(
      (select min(day) from sealed_days where plant_id = $1 and device_id = $2 and day >= $3),
      (select min(month) from sealed_months where plant_id = $1 and device_id = $2 and month >= $4))::timestamp)::date
      as month)
  (select next.month, null::int[], d.block from next
    join sealed_days d on d.plant_id = $1 and d.device_id = $2 and d.day >= $3
      and d.day >= next.month and d.day < (next.month + interval '1 month')::date
    order by d.day)
  union all
  (select next.month, m.starts, m.block from next
    join sealed_months m on m.plant_id = $1 and m.device_id = $2 and m.month = next.month)`

async function* walkSealed(client: pg.ClientBase, { plantId, deviceId }: DeviceKey, from: number): AsyncGenerator<Row> {
  for (let [day, month] = [utcDay(from), utcMonth(from)]; ; ) {
    const found = await readText(client, SEALED_TEXT, [plantId, deviceId, day, month])
    const ofMonth = found.find(([, starts]) => starts != null)
    const days = found.filter(([, starts]) => starts == null).map(([, , bytes]) => toBytes(bytes ?? ''))
    // Days beside their month came later, and are few; of a month of days one is in memory.
    if (ofMonth) {
      const rows = mergeRows(rowsOfMonth(ofMonth[1] ?? '', ofMonth[2] ?? ''), days.flatMap(rowsOfBlock))
      yield* rows.filter((row) => row.atMs > from)
    } else for (const day of days) yield* rowsOfBlock(day).filter((row) => row.atMs > from)
    const last = found[0]?.[0]
    if (last == null) return
    day = nextUtcMonth(last)
    month = day
  }
}

/** How many samples of a plant are stored. */
export async function countStoredSamples(client: pg.Pool | pg.ClientBase, plantId: number): Promise<number> {
  const text = `select (select coalesce(sum(samples), 0) from sealed_months where plant_id = $1)
    + (select coalesce(sum(samples), 0) from sealed_days where plant_id = $1)
    + (select count(*) from samples where plant_id = $1)`
  const [row] = await readText(client, text, [plantId])
  return Number(row?.[0])
}
