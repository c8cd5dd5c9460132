import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { PoolClient } from 'pg'
import { readAcceptedOf } from './accepted-steps.ts'
import { applyLists, keysOf, type Lists, type Part } from './batch-parts.ts'
import { columnsOfLast, copyNewest, type DeviceState, decodeState, emptyState, revisionOf } from './device-state.ts'
import type { Layout } from './layout.ts'
import type { Ledger } from './ledger.ts'
import { lockDevices } from './lock-devices.ts'
import { readQuantities } from './quantity-lists.ts'
import { isBeyond } from './refused-powers.ts'
import { type Newest, type NewSample, originOf, type Row } from './sample.ts'
import { readText, toBytes } from './statement.ts'
import { type Book, noneAccepted } from './targets.ts'

/** The books of one device, and what of the batch is entered into them. */
export type OpenBook = Readonly<{
  part: Part
  book: Book
  /** Before the batch. */
  before: Newest | undefined
  newest: readonly Readonly<{ index: number; row: Row }>[]
  late: readonly Readonly<{ index: number; row: Row }>[]
}>

/** Locks the devices and reads their state. undefined: a device has no row to lock yet. */
export async function openBooks(
  client: PoolClient,
  parts: readonly Part[],
  lists: Lists,
  ledger: Ledger,
): Promise<readonly OpenBook[] | undefined> {
  const locked = await lockRows(client, parts)
  if (locked.size < parts.length) return undefined
  await followLists(client, parts, lists, locked)
  const opened = parts.map((part) => openBook(part, locked.get(part.device.deviceId), ledger))
  return acceptPowers(client, opened)
}

/** device_latest, as it was stored. */
type Locked = Readonly<{ last: Buffer; open: Buffer }>

const STATES_TEXT = `select device_id, last, open from device_latest
  where (plant_id, device_id) in (select * from unnest($1::bigint[], $2::bigint[]))`

async function lockRows(client: PoolClient, parts: readonly Part[]): Promise<ReadonlyMap<number, Locked>> {
  const locked = new Map<number, Locked>()
  // Sent without waiting: the second statement begins when the first one has the locks.
  const locking = lockDevices(
    client,
    parts.map(({ device }) => device.deviceId),
  )
  const reading = readText(client, STATES_TEXT, keysOf(parts), 'telemetry-states-before')
  const [, rows] = await Promise.all([locking, reading])
  for (const [deviceId, last, open] of rows)
    locked.set(Number(deviceId), { last: toBytes(last ?? ''), open: toBytes(open ?? '') })
  return locked
}

/** Another node may have extended the list of a device since it was cached. */
async function followLists(
  client: PoolClient,
  parts: readonly Part[],
  lists: Lists,
  locked: ReadonlyMap<number, Locked>,
): Promise<void> {
  const grown = parts.filter(({ device, layout }) => {
    const last = locked.get(device.deviceId)?.last
    return last && last.length > 0 && columnsOfLast(last) > layout.ids.length
  })
  if (grown.length === 0) return
  const ids = grown.map((part) => part.device.deviceId)
  for (const [id, list] of await readQuantities(client, ids)) lists.set(id, list)
  applyLists(parts, lists)
}

const stateOf = (row: Locked | undefined, layout: Layout): DeviceState =>
  row === undefined || row.last.length === 0 ? emptyState(layout.ids.length) : decodeState(row.last, row.open, layout)

function openBook(part: Part, stored: Locked | undefined, ledger: Ledger): OpenBook {
  const { device, layout } = part
  const state = stateOf(stored, layout)
  const revision = revisionOf(stored?.open ?? Buffer.alloc(0))
  const rows = part.samples.map(({ index, sample }) => ({ index, row: toRow(layout, sample) }))
  const firstNew = rows.findIndex(({ row }) => !(row.atMs <= state.atMs))
  const cut = firstNew === -1 ? rows.length : firstNew
  return {
    part,
    book: { device, layout, state, ledger, isAccepted: noneAccepted, revision },
    before: Number.isNaN(state.atMs) || rows.length === cut ? undefined : copyNewest(layout, state),
    late: cut === 0 ? [] : rows.slice(0, cut),
    newest: cut === 0 ? rows : rows.slice(cut),
  }
}

function toRow({ indexOf }: Layout, { atMs, timeSource, slot, values }: NewSample): Row {
  const numbers: (number | null)[] = []
  for (const id in values) {
    const value = values[id as QuantityId]
    const index = indexOf.get(id)
    if (index === undefined || value === undefined || !Number.isFinite(value)) continue
    while (numbers.length < index) numbers.push(null)
    // Minus zero is not a separate reading, and not every column here could keep it.
    numbers[index] = value + 0
  }
  return { atMs, origin: originOf(timeSource, slot), values: numbers }
}

/** A person may have accepted powers of this day that are beyond what the device can do. */
async function acceptPowers(client: PoolClient, opened: readonly OpenBook[]): Promise<readonly OpenBook[]> {
  const suspects = opened.filter(({ part, newest, late }) =>
    [...newest, ...late].some(({ row }) => isBeyond(part.device, part.layout, row)),
  )
  if (suspects.length === 0) return opened
  const accepted = await readAcceptedOf(
    client,
    suspects.map(({ book }) => book),
  )
  return opened.map((item) => {
    const isAccepted = accepted.get(item.part.device.deviceId)
    return isAccepted === undefined ? item : { ...item, book: { ...item.book, isAccepted } }
  })
}
