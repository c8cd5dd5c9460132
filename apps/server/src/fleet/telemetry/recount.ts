import { DAY_MS } from '@heliograph/domain/duration.ts'
import pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { LostRace } from '../../platform/db/transaction.ts'
import { readAccepted } from './accepted-steps.ts'
import { emptyAccumulator, mergeInto, readAccumulator, writeAccumulator } from './accumulator.ts'
import { takeNewest } from './book.ts'
import { byteReader, byteWriter, writtenBytes } from './bytes.ts'
import { periodOf } from './calendar.ts'
import { type DeviceState, decodeState, emptyState, revisionOf } from './device-state.ts'
import { BEGINNING_MS } from './late-meters.ts'
import { findTotalOf, type Layout, layoutOf } from './layout.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { lockDevices } from './lock-devices.ts'
import { estimatesOf } from './power-book.ts'
import { addQuantities, readQuantities } from './quantity-lists.ts'
import { writeRefusedPowers } from './refused-powers.ts'
import { findRowTypes, type RowTypes } from './row-array.ts'
import type { DeviceMeta } from './sample.ts'
import { cutSealedPeriods } from './sealed-hours.ts'
import { msOf, readMs, readText, toArray, toBytes, toStamp } from './statement.ts'
import { countStoredSamples, walkRows } from './stored-rows.ts'
import type { Book } from './targets.ts'
import {
  type DeviceRows,
  writeCheckpoints,
  writePlantDays,
  writeQuarantine,
  writeRollups,
  writeStates,
} from './writes.ts'

export type RecountOptions = Readonly<{
  /** Stops before anything is changed. */
  signal: AbortSignal
  /** Samples counted so far, and in total. */
  onProgress: (done: number, total: number) => void
}>

/** Tables that are rebuilt: temporary tables of the same names hide them until everything is ready. */
const anew = ['device_rollups', 'sealed_periods', 'meter_days', 'quarantine', 'refused_powers'] as const
const ROWS_AT_ONCE = 5_000
const ATTEMPTS = 3

/**
 * Recounts a plant's history from its samples: periods, days, refused steps. New readings continue meanwhile; they are
 * included at the end, when the new values replace the old ones in one transaction. Months whose samples are no longer
 * kept stay unchanged.
 * @param devices all of the plant's devices with samples, with the rules and the zone that apply from now on
 * @throws the signal's reason
 */
export async function recount(
  db: Db,
  plantId: number,
  devices: readonly DeviceMeta[],
  { signal, onProgress }: RecountOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Its own connection, for its temporary tables and for statements prepared with them.
    const client = new pg.Client(db.pool.options)
    await client.connect()
    try {
      if (await recountOn(client, db, plantId, devices, { signal, onProgress })) return
    } finally {
      await client.end()
    }
    if (attempt === ATTEMPTS) throw new Error(`Late records keep changing the history of plant ${plantId}`)
  }
}

/** A device during the recount. `stored`: the previous content of its row, to see whether late samples arrived. */
type Counting = Readonly<{ book: Book; keptFromMs: number; storedBefore: number; upToMs: number }>

async function recountOn(
  client: pg.Client,
  db: Db,
  plantId: number,
  devices: readonly DeviceMeta[],
  { signal, onProgress }: RecountOptions,
): Promise<boolean> {
  for (const table of anew)
    await client.query(`create temporary table ${table} (like public.${table} including all) on commit preserve rows`)
  const types = await findRowTypes(client)
  const ledger = emptyLedger()
  const total = await countStoredSamples(client, plantId)
  let done = 0
  const counted: Counting[] = []
  for (const device of devices) {
    // The state first: quantities that come between the two only make the layout wider.
    const bytes = await readStateBytes(client, device)
    if (!bytes) continue
    const layout = await layoutOfDevice(client, db, device)
    const before = decodeState(bytes.last, bytes.open, layout)
    const book = await openBook(client, device, layout, ledger)
    let firstAtMs = Number.NaN
    let waiting = 0
    for await (const row of walkRows(client, device, BEGINNING_MS)) {
      if (row.atMs > before.atMs) break
      if (row.values.length > layout.columns.length) return false
      if (Number.isNaN(firstAtMs)) firstAtMs = row.atMs
      takeNewest(book, row)
      if (++waiting < ROWS_AT_ONCE) continue
      signal.throwIfAborted()
      await flush(client, types, ledger)
      done += waiting
      waiting = 0
      onProgress(done, total)
    }
    await flush(client, types, ledger)
    done += waiting
    onProgress(Math.min(done, total), total)
    counted.push({
      book,
      storedBefore: before.stored,
      upToMs: before.atMs,
      keptFromMs: findKeptStart(before, layout, firstAtMs, device.zone),
    })
  }
  signal.throwIfAborted()
  return await replace(client, types, plantId, counted, ledger)
}

const openBook = async (client: pg.ClientBase, device: DeviceMeta, layout: Layout, ledger: Ledger): Promise<Book> => ({
  device,
  layout,
  ledger,
  state: emptyState(layout.ids.length),
  isAccepted: await readAccepted(client, { device, layout }),
  revision: Buffer.alloc(0),
})

/** Includes what holds the energy of a device without a total, or without a counter (append.ts does the same). */
async function layoutOfDevice(client: pg.ClientBase, db: Db, device: DeviceMeta): Promise<Layout> {
  const { deviceId } = device
  const list = (await readQuantities(client, [deviceId])).get(deviceId) ?? []
  const totals = list.map(findTotalOf).filter((id) => id !== undefined && !list.includes(id))
  const missing = [...totals.filter((id) => id !== undefined), ...estimatesOf(device, layoutOf(list))]
  if (missing.length === 0) return layoutOf(list)
  const lists = await addQuantities(db.pool, new Map([[deviceId, new Set(missing)]]))
  return layoutOf(lists.get(deviceId) ?? list)
}

/** undefined: nothing of the device is stored. */
export async function readStateBytes(
  client: pg.ClientBase,
  { plantId, deviceId }: DeviceMeta,
): Promise<Readonly<{ last: Buffer; open: Buffer }> | undefined> {
  const text = 'select last, open from public.device_latest where plant_id = $1 and device_id = $2'
  const [row] = await readText(client, text, [plantId, deviceId])
  const last = toBytes(row?.[0] ?? '')
  return last.length === 0 ? undefined : { last, open: toBytes(row?.[1] ?? '') }
}

/** The start of the replaced range: the first month with all samples, or the beginning. */
export function findKeptStart(before: DeviceState, { columns }: Layout, firstRowMs: number, zone: string): number {
  const firstEver = columns.reduce((least, _, i) => {
    const atMs = before.firstAtMs[i] as number
    return atMs < least ? atMs : least
  }, Number.POSITIVE_INFINITY)
  if (!(firstEver < firstRowMs)) return BEGINNING_MS
  let atMs = firstRowMs
  const { monthStartMs } = periodOf(atMs, zone)
  while (periodOf(atMs, zone).monthStartMs === monthStartMs) atMs += DAY_MS
  return periodOf(atMs, zone).monthStartMs
}

/** Writes periods, checkpoints and refused steps to the temporary tables; plant days stay in the ledger. */
async function flush(client: pg.ClientBase, types: RowTypes, ledger: Ledger): Promise<void> {
  await writeRollups(client, types, ledger)
  await writeCheckpoints(client, types, ledger)
  await writeQuarantine(client, types, ledger)
  await writeRefusedPowers(client, ledger)
  ledger.rollups.clear()
  ledger.checkpoints.clear()
  ledger.quarantine.clear()
  ledger.refusedPowers.clear()
}

/** @returns false when late samples or new quantities arrived meanwhile: the count lacks them */
async function replace(
  client: pg.ClientBase,
  types: RowTypes,
  plantId: number,
  counted: readonly Counting[],
  ledger: Ledger,
): Promise<boolean> {
  await client.query('begin')
  try {
    // As every append does; the plant's days wait for these locks too.
    const ids = counted.map(({ book }) => book.device.deviceId)
    await lockDevices(client, ids)
    const quantities = await readQuantities(client, ids)
    const hasGrown = ({ device, layout }: Book) => (quantities.get(device.deviceId)?.length ?? 0) > layout.ids.length
    const rows: DeviceRows[] = []
    for (const one of counted) {
      const revision = hasGrown(one.book) ? undefined : await catchUp(client, one)
      if (!revision) {
        await client.query('rollback')
        return false
      }
      rows.push({ device: one.book.device, book: { ...one.book, revision }, rows: [] })
    }
    await flush(client, types, ledger)
    for (const one of counted) await replaceDevice(client, one)
    await replacePlantDays(client, types, plantId, counted, ledger)
    if (rows.length > 0) await writeStates(client, types, rows)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof LostRace) return false
    throw error
  }
}

/** @returns the revision of its row; undefined: late samples arrived, or it was deleted */
async function catchUp(client: pg.ClientBase, { book, storedBefore, upToMs }: Counting): Promise<Buffer | undefined> {
  const bytes = await readStateBytes(client, book.device)
  // Deleted meanwhile: only what deletes nothing is written.
  if (!bytes) return undefined
  const now = decodeState(bytes.last, bytes.open, book.layout)
  let more = 0
  for await (const row of walkRows(client, book.device, upToMs)) {
    takeNewest(book, row)
    more++
  }
  book.layout.columns.forEach((_, i) => {
    const first = now.firstAtMs[i] as number
    if (first < (book.state.firstAtMs[i] as number)) book.state.firstAtMs[i] = first
  })
  return now.stored - storedBefore === more ? revisionOf(bytes.open) : undefined
}

async function replaceDevice(client: pg.ClientBase, { book, keptFromMs }: Counting): Promise<void> {
  const { plantId, deviceId } = book.device
  const from = toStamp(keptFromMs)
  const key = [plantId, deviceId, from]
  const own = 'plant_id = $1 and device_id = $2'
  await client.query(`delete from public.device_rollups where ${own} and start >= $3`, key)
  await cutSealedPeriods(client, book.device, book.layout, keptFromMs)
  await client.query(
    `insert into public.device_rollups select * from device_rollups where ${own} and start >= $3
       and (resolution <> 'y' or $4)`,
    [...key, keptFromMs === BEGINNING_MS],
  )
  if (keptFromMs !== BEGINNING_MS) await rebuildYears(client, book)
  await client.query(`delete from public.meter_days where ${own}`, [plantId, deviceId])
  await client.query(`insert into public.meter_days select * from meter_days where ${own}`, [plantId, deviceId])
  await client.query(`delete from public.quarantine where ${own} and at >= $3`, key)
  await client.query(`insert into public.quarantine select * from quarantine where ${own} and at >= $3`, key)
  const since = `${own} and day >= ($3::timestamptz at time zone 'UTC')::date`
  await client.query(`delete from public.refused_powers where ${since}`, key)
  await client.query(`insert into public.refused_powers select * from refused_powers where ${since}`, key)
}

/** Years of which only some months could be recounted: months are always kept. */
async function rebuildYears(client: pg.ClientBase, { device, layout }: Book): Promise<void> {
  const { plantId, deviceId, zone } = device
  const text = `select ${msOf('start')}, acc from public.device_rollups
    where plant_id = $1 and device_id = $2 and resolution = 'm' order by start`
  const years = new Map<number, ReturnType<typeof emptyAccumulator>>()
  for (const [start, acc] of await readText(client, text, [plantId, deviceId])) {
    const startMs = readMs(start ?? '')
    const { yearStartMs } = periodOf(startMs, zone)
    const whole = years.get(yearStartMs) ?? emptyAccumulator(layout.ids.length)
    years.set(yearStartMs, whole)
    mergeInto(whole, readAccumulator(byteReader(toBytes(acc ?? '')), layout, startMs, layout.ids.length), layout)
  }
  for (const [yearStartMs, whole] of years) {
    const w = byteWriter(1024)
    writeAccumulator(w, whole, layout, yearStartMs)
    await client.query(
      `insert into public.device_rollups values ($1, $2, 'y', $3, $4)
       on conflict (plant_id, device_id, resolution, start) do update set acc = excluded.acc`,
      [plantId, deviceId, toStamp(yearStartMs), writtenBytes(w)],
    )
  }
}

/** Days without a sample of a current device stay: they belong to deleted devices. */
async function replacePlantDays(
  client: pg.ClientBase,
  types: RowTypes,
  plantId: number,
  counted: readonly Counting[],
  ledger: Ledger,
): Promise<void> {
  const keptFromMs = Math.max(BEGINNING_MS, ...counted.map((item) => item.keptFromMs))
  const zone = counted[0]?.book.device.zone ?? 'UTC'
  const fromDate = periodOf(keptFromMs, zone).date
  for (const [key, { date }] of ledger.plantDays) if (date < fromDate) ledger.plantDays.delete(key)
  const dates = [...ledger.plantDays.values()].map(({ date }) => date)
  if (dates.length === 0) return
  // Their neighbors too: in another zone a day's first or last samples may belong there.
  const text = `delete from plant_days where plant_id = $1
    and day in (select d + n from unnest($2::date[]) d, generate_series(-1, 1) n where d + n >= $3)`
  await client.query(text, [plantId, toArray(dates), fromDate])
  await writePlantDays(client, types, ledger)
}
