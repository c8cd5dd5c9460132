import { setImmediate } from 'node:timers/promises'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { readAcceptedOf } from './accepted-steps.ts'
import { takeLate, takeNewest } from './book.ts'
import { columnsOfLast, copyNewest, type DeviceState, decodeState, emptyState, newestOf } from './device-state.ts'
import { readLateMeters } from './late-meters.ts'
import { findTotalOf, type Layout, layoutOf } from './layout.ts'
import { emptyLedger, generationOf, type Ledger, resolveChange } from './ledger.ts'
import { readAround } from './neighbors.ts'
import { estimatesOf } from './power-book.ts'
import { addQuantities, readQuantities } from './quantity-lists.ts'
import { isBeyond, writeRefusedPowers } from './refused-powers.ts'
import { type RowTypes, rowTypesOf } from './row-array.ts'
import {
  type AppendResult,
  type DeviceMeta,
  type Newest,
  type NewSample,
  originOf,
  type Row,
  type SampleOutcome,
} from './sample.ts'
import { readText, toArray, toBytes } from './statement.ts'
import { type Book, noneAccepted } from './targets.ts'
import {
  type DeviceRows,
  writeCheckpoints,
  writePlantDays,
  writeQuarantine,
  writeRollups,
  writeSamples,
  writeStates,
} from './writes.ts'

export const MAX_BATCH = 2_000

/** One device's part of a batch. */
type Part = {
  readonly device: DeviceMeta
  layout: Layout
  /** With their positions in the batch, ascending by instant; instants are unique. */
  readonly samples: { readonly index: number; readonly sample: NewSample }[]
}

type Lists = Map<number, readonly QuantityId[]>
/** More work in the same transaction: called while the samples are written; its result is called just before the commit. */
type Within = (result: AppendResult, storing: PoolClient) => (client: PoolClient) => Promise<void>

/**
 * Stores samples and everything that follows from them, in one transaction; resolves after the commit. A device and
 * instant are stored once. Samples may arrive in any order: the roll-ups are the same in the end.
 * @param within runs again after a lost race
 * @throws RangeError for an empty or too large batch, or an instant that is not a whole number
 */
export async function append(db: Db, batch: readonly NewSample[], within?: Within): Promise<AppendResult> {
  if (batch.length === 0 || batch.length > MAX_BATCH) throw new RangeError(`A batch of ${batch.length} samples`)
  const types = await rowTypesOf(db.pool)
  const parts = toParts(batch)
  const lists: Lists = new Map()
  await learnQuantities(db, parts, lists)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await runClientTransaction(db.pool, (client) =>
      store(client, types, parts, lists, batch.length, within),
    )
    if (result) return result
    await addDeviceRows(db, parts)
  }
  throw new Error('The rows of new devices vanish: they are being removed')
}

/** Runs in its own transaction: inserting rows while holding locks on others could deadlock. */
async function addDeviceRows(db: Db, parts: readonly Part[]): Promise<void> {
  const text = `insert into device_latest (plant_id, device_id)
    select plant_id, device_id from unnest($1::bigint[], $2::bigint[]) as n(plant_id, device_id)
    order by plant_id, device_id on conflict do nothing`
  await db.pool.query(text, keysOf(parts))
}

const keysOf = (parts: readonly Part[]): [string, string] => [
  toArray(parts.map((part) => part.device.plantId)),
  toArray(parts.map((part) => part.device.deviceId)),
]

/** By device in the order in which rows are locked, so that two batches never deadlock. */
function toParts(batch: readonly NewSample[]): Part[] {
  const parts = new Map<number, Part>()
  batch.forEach((sample, index) => {
    const { device, atMs } = sample
    if (!Number.isSafeInteger(atMs)) throw new RangeError(`The instant ${atMs} of a sample`)
    const part = parts.get(device.deviceId)
    if (part) part.samples.push({ index, sample })
    else parts.set(device.deviceId, { device, layout: layoutOf(device.quantities), samples: [{ index, sample }] })
  })
  for (const { samples } of parts.values()) if (samples.length > 1) sortOnce(samples)
  return [...parts.values()].sort(
    (a, b) => a.device.plantId - b.device.plantId || a.device.deviceId - b.device.deviceId,
  )
}

function sortOnce(samples: Part['samples']): void {
  samples.sort((a, b) => a.sample.atMs - b.sample.atMs || a.index - b.index)
  const once = samples.filter(({ sample }, i) => sample.atMs !== samples[i - 1]?.sample.atMs)
  samples.splice(0, samples.length, ...once)
}

/** Gives new quantities of a device a position in its list before anything is stored. */
async function learnQuantities(db: Db, parts: readonly Part[], lists: Lists): Promise<void> {
  const news = new Map<number, Set<QuantityId>>()
  for (const { device, layout, samples } of parts)
    for (const { sample } of samples)
      for (const id in sample.values) {
        if (layout.indexOf.has(id)) continue
        const unknown = news.get(device.deviceId) ?? new Set()
        news.set(device.deviceId, unknown.add(id as QuantityId))
        // Energy is stored with the total, even for a device without one.
        const total = findTotalOf(id as QuantityId)
        if (total && !layout.indexOf.has(total)) unknown.add(total)
      }
  if (news.size > 0) await learn(db, parts, lists, news)
  // Energies that only a power measures are known once the powers are.
  const estimates = new Map(
    parts.flatMap(({ device, layout }) => {
      const ids = estimatesOf(device, layout)
      return ids.length === 0 ? [] : [[device.deviceId, new Set(ids)]]
    }),
  )
  if (estimates.size > 0) await learn(db, parts, lists, estimates)
}

async function learn(
  db: Db,
  parts: readonly Part[],
  lists: Lists,
  news: ReadonlyMap<number, ReadonlySet<QuantityId>>,
): Promise<void> {
  for (const [deviceId, list] of await addQuantities(db.pool, news)) lists.set(deviceId, list)
  applyLists(parts, lists)
}

function applyLists(parts: readonly Part[], lists: Lists): void {
  for (const part of parts) {
    const list = lists.get(part.device.deviceId)
    if (list && list.length > part.layout.ids.length) part.layout = layoutOf(list)
  }
}

const MANY_DEVICES = 50

/** undefined when a device has no row to lock yet. */
async function store(
  client: PoolClient,
  types: RowTypes,
  parts: readonly Part[],
  lists: Lists,
  size: number,
  within: Within | undefined,
): Promise<AppendResult | undefined> {
  const ledger = emptyLedger()
  const books = await openBooks(client, parts, lists, ledger)
  if (!books) return undefined
  const outcomes: SampleOutcome[] = Array.from({ length: size }, () => ({ stored: false, late: false }))
  const late = await takeLateOnes(client, books, outcomes)
  const written: DeviceRows[] = []
  for (const { book, part, newest } of books) {
    const rows = late.get(book) ?? []
    for (const { index, row } of newest) {
      takeNewest(book, row)
      outcomes[index] = { stored: true, late: false }
      rows.push(row)
    }
    if (rows.length > 0) written.push({ device: part.device, book, rows })
  }
  const result: AppendResult = {
    outcomes,
    refused: [...ledger.quarantine.values()].flatMap((change) => {
      const { step, deviceId, quantity, atMs } = change
      return resolveChange(change) === 'kept' ? [{ deviceId, quantity, atMs, ...step }] : []
    }),
    plantIds: [...new Set(written.map(({ device }) => device.plantId))],
    changes: books.flatMap(({ part, book, before, newest }) =>
      newest.length === 0
        ? []
        : [{ device: part.device, before, after: newestOf(book.layout, book.state), count: newest.length }],
    ),
    late: [...late].flatMap(([{ device }, [first]]) =>
      first === undefined ? [] : [{ plantId: device.plantId, deviceId: device.deviceId, fromMs: first.atMs }],
    ),
    generatedOn: (plantId, date) => generationOf(ledger, plantId, date),
    quantities: lists,
  }
  if (written.length === 0) {
    await within?.(result, client)(client)
    return result
  }
  // Sent without waiting for the one before: the database stores while the next is encoded and the follow-up work is computed.
  const planning = planOnce(client)
  const inserting = writeSamples(client, types, written)
  const compute = async () => {
    // A large statement does not fit into the socket at once: without a turn of the loop the database would wait for its rest.
    if (within && written.length >= MANY_DEVICES) await setImmediate()
    return within?.(result, client)
  }
  const [finish] = await allDone([
    compute(),
    planning,
    inserting,
    writeStates(client, types, written),
    writeRollups(client, types, ledger),
    writeCheckpoints(client, types, ledger),
    writeQuarantine(client, types, ledger),
    writeRefusedPowers(client, ledger),
  ])
  // Last: the devices of a plant share these rows, so they are locked for the shortest time. The follow-up work is sent right behind.
  await allDone([writePlantDays(client, types, ledger), finish?.(client) ?? Promise.resolve()])
  return result
}

/** For the rest of the transaction: planning a statement anew for each batch costs more than a small batch itself. */
async function planOnce(client: PoolClient): Promise<void> {
  await client.query('set local plan_cache_mode = force_generic_plan')
}

/** Waits for all even when one fails: no statement may be sent after the rollback. */
async function allDone<First>(works: readonly [Promise<First>, ...Promise<void>[]]): Promise<[First]> {
  await Promise.allSettled(works)
  const [first] = await Promise.all(works)
  return [first]
}

type OpenBook = Readonly<{
  part: Part
  book: Book
  /** Before the batch. */
  before: Newest | undefined
  newest: readonly Readonly<{ index: number; row: Row }>[]
  late: readonly Readonly<{ index: number; row: Row }>[]
}>

const LOCK_TEXT = `select device_id, last, open from device_latest
  where (plant_id, device_id) in (select * from unnest($1::bigint[], $2::bigint[]))
  order by plant_id, device_id for no key update`

async function openBooks(
  client: PoolClient,
  parts: readonly Part[],
  lists: Lists,
  ledger: Ledger,
): Promise<OpenBook[] | undefined> {
  const locked = new Map<number, { last: Buffer; open: Buffer }>()
  for (const [deviceId, last, open] of await readText(client, LOCK_TEXT, keysOf(parts), 'telemetry-lock'))
    locked.set(Number(deviceId), { last: toBytes(last ?? ''), open: toBytes(open ?? '') })
  if (locked.size < parts.length) return undefined
  const grown = parts.filter(({ device, layout }) => {
    const last = locked.get(device.deviceId)?.last
    return last && last.length > 0 && columnsOfLast(last) > layout.ids.length
  })
  if (grown.length > 0) {
    // Another node has extended the list since it was cached.
    for (const [id, list] of await readQuantities(
      client,
      grown.map((part) => part.device.deviceId),
    ))
      lists.set(id, list)
    applyLists(parts, lists)
  }
  const opened = parts.map((part) => {
    const { last = Buffer.alloc(0), open = last } = locked.get(part.device.deviceId) ?? {}
    const state = last.length === 0 ? emptyState(part.layout.ids.length) : decodeState(last, open, part.layout)
    return openBook(part, state, ledger)
  })
  const suspects = opened.filter(({ part, newest, late }) =>
    [...newest, ...late].some(({ row }) => isBeyond(part.device, part.layout, row)),
  )
  if (suspects.length === 0) return opened
  // Powers of this day may have been accepted.
  const accepted = await readAcceptedOf(
    client,
    suspects.map(({ book }) => book),
  )
  return opened.map((item) => {
    const isAccepted = accepted.get(item.part.device.deviceId)
    return isAccepted === undefined ? item : { ...item, book: { ...item.book, isAccepted } }
  })
}

function openBook(part: Part, state: DeviceState, ledger: Ledger): OpenBook {
  const { device, layout } = part
  const rows = part.samples.map(({ index, sample }) => ({ index, row: toRow(layout, sample) }))
  const firstNew = rows.findIndex(({ row }) => !(row.atMs <= state.atMs))
  const cut = firstNew === -1 ? rows.length : firstNew
  return {
    part,
    book: { device, layout, state, ledger, isAccepted: noneAccepted },
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

/** The late samples that are new, already in the books; by book. */
async function takeLateOnes(
  client: PoolClient,
  books: readonly OpenBook[],
  outcomes: SampleOutcome[],
): Promise<Map<Book, Row[]>> {
  const taken = new Map<Book, Row[]>()
  const asked = books.flatMap(({ book, part, late }) => {
    // The newest sample sent again is the most common case, and needs no look-up.
    const rows = late.map(({ row }) => row).filter((row) => row.atMs !== book.state.atMs)
    return rows.length === 0 ? [] : [{ key: part.device, layout: book.layout, rows, book, late }]
  })
  if (asked.length === 0) return taken
  const around = await readAround(client, asked)
  for (const one of asked) {
    const { isStored = () => true, neighborsOf = () => ({}) } = around.get(one) ?? {}
    const rows = one.rows.filter((row) => !isStored(row.atMs))
    const stored = new Set(rows)
    for (const { index, row } of one.late) if (stored.has(row)) outcomes[index] = { stored: true, late: true }
    takeLate(one.book, rows, neighborsOf)
    if (rows.length > 0) taken.set(one.book, rows)
  }
  await readLateMeters(
    client,
    [...taken].map(([book, rows]) => ({ book, rows })),
  )
  return taken
}
