import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { keysOf, type Lists, learnQuantities, type Part, toParts } from './batch-parts.ts'
import { newestOf } from './device-state.ts'
import { type EnteredRows, enterSamples } from './enter-samples.ts'
import { emptyLedger, generationOf, type Ledger, resolveChange } from './ledger.ts'
import { type OpenBook, openBooks } from './open-books.ts'
import { writeRefusedPowers } from './refused-powers.ts'
import { type RowTypes, rowTypesOf } from './row-array.ts'
import type { AppendResult, NewSample, SampleOutcome } from './sample.ts'
import { writeCheckpoints, writePlantDays, writeQuarantine, writeRollups, writeSamples, writeStates } from './writes.ts'

export const MAX_BATCH = 2_000
const MANY_DEVICES = 50

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
  const lists = await learnQuantities(db, parts)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await runClientTransaction(db.pool, (client) =>
      store(client, types, { parts, lists, size: batch.length }, within),
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

type Batch = Readonly<{ parts: readonly Part[]; lists: Lists; size: number }>

/** undefined when a device has no row to lock yet. */
async function store(
  client: PoolClient,
  types: RowTypes,
  { parts, lists, size }: Batch,
  within: Within | undefined,
): Promise<AppendResult | undefined> {
  const ledger = emptyLedger()
  const books = await openBooks(client, parts, lists, ledger)
  if (!books) return undefined
  const outcomes: SampleOutcome[] = Array.from({ length: size }, () => ({ stored: false, late: false }))
  const entered = await enterSamples(client, books, outcomes)
  const result = resultOf(books, entered, ledger, outcomes, lists)
  if (entered.length === 0) {
    await within?.(result, client)(client)
    return result
  }
  // Each statement is sent without waiting for the one before: the database stores while the next is encoded and the
  // follow-up work is computed.
  const planning = planOnce(client)
  const inserting = writeSamples(client, types, entered)
  const compute = async () => {
    // A large statement does not fit into the socket at once: without a turn of the loop the database would wait for its rest.
    if (within && entered.length >= MANY_DEVICES) await setImmediate()
    return within?.(result, client)
  }
  const [finish] = await allDone([
    compute(),
    planning,
    inserting,
    writeStates(client, types, entered),
    writeRollups(client, types, ledger),
    writeCheckpoints(client, types, ledger),
    writeQuarantine(client, types, ledger),
    writeRefusedPowers(client, ledger),
  ])
  // Last: the devices of a plant share these rows, so they are locked for the shortest time. The follow-up work is sent right behind.
  await allDone([writePlantDays(client, types, ledger), finish?.(client) ?? Promise.resolve()])
  return result
}

const resultOf = (
  books: readonly OpenBook[],
  entered: readonly EnteredRows[],
  ledger: Ledger,
  outcomes: readonly SampleOutcome[],
  quantities: Lists,
): AppendResult => ({
  outcomes,
  refused: [...ledger.quarantine.values()].flatMap((change) => {
    const { step, deviceId, quantity, atMs } = change
    return resolveChange(change) === 'kept' ? [{ deviceId, quantity, atMs, ...step }] : []
  }),
  plantIds: [...new Set(entered.map(({ device }) => device.plantId))],
  changes: books.flatMap(({ part, book, before, newest }) =>
    newest.length === 0
      ? []
      : [{ device: part.device, before, after: newestOf(book.layout, book.state), count: newest.length }],
  ),
  late: entered.flatMap(({ device: { plantId, deviceId }, lateFromMs }) =>
    lateFromMs === undefined ? [] : [{ plantId, deviceId, fromMs: lateFromMs }],
  ),
  generatedOn: (plantId, date) => generationOf(ledger, plantId, date),
  quantities,
})

/**
 * For the rest of the transaction: planning a statement anew for each batch costs more than a small batch itself. A
 * cluster (Citus) plans by the values, which say where the rows are.
 */
async function planOnce(client: PoolClient): Promise<void> {
  const text = `select set_config('plan_cache_mode',
    case when current_setting('citus.version', true) is null then 'force_generic_plan' else 'auto' end, true)`
  await client.query({ name: 'telemetry-plan-mode', text })
}

/** Waits for all even when one fails: no statement may be sent after the rollback. */
async function allDone<First>(works: readonly [Promise<First>, ...Promise<void>[]]): Promise<[First]> {
  await Promise.allSettled(works)
  const [first] = await Promise.all(works)
  return [first]
}
