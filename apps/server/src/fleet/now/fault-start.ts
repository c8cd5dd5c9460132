import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { deviceSeries, toNewest } from '../telemetry/telemetry.ts'
import { faultQuantities, readFault } from './device-fault.ts'
import { type DevicePlan, readPlans } from './plant-plan.ts'
import { markPlantsChanged } from './plants-changed.ts'
import { lockPlantRows } from './rows.ts'

const BATCH = 100
const PAGE_MS = 7 * DAY_MS
/** A longer silence ends the search: a fault before it need not be the same one. */
const MOST_EMPTY_PAGES = 5

type Key = { plant_id: number; device_id: number; since_ms: number }

/**
 * Moves the start of faults back to the first sample that shows them: late samples may come after the row was written,
 * and of a batch the row sees the newest sample only. Safe on several nodes at once. @returns the number of faults examined
 */
export async function findFaultStarts(db: Db, { signal }: Readonly<{ signal?: AbortSignal }> = {}): Promise<number> {
  let looked = 0
  while (!signal?.aborted) {
    // Cleared before the search, so that a sample that comes meanwhile asks for another one.
    const { rows } = await db.pool.query<Key>(
      `update device_now d set fault_look = false from (
         select plant_id, device_id from device_now where fault_look order by plant_id, device_id limit $1 for update skip locked
       ) due where d.plant_id = due.plant_id and d.device_id = due.device_id and d.fault_since is not null
       returning d.plant_id, d.device_id, (date_part('epoch', d.fault_since) * 1000)::float8 as since_ms`,
      [BATCH],
    )
    for (const [index, row] of rows.entries())
      try {
        await moveBack(db, row)
      } catch (error) {
        await lookAgain(db, rows.slice(index))
        throw error
      }
    looked += rows.length
    if (rows.length < BATCH) break
  }
  return looked
}

async function moveBack(db: Db, { plant_id: plantId, device_id: deviceId, since_ms }: Key): Promise<void> {
  const plan = (await readPlans(db.pool, [plantId])).get(plantId)
  const device = plan?.devices[plan.placeOf.get(deviceId) ?? -1]
  if (device === undefined) return
  const sinceMs = Math.round(since_ms)
  const startMs = await findStart(db, plantId, device, sinceMs)
  if (startMs >= sinceMs) return
  await runClientTransaction(db.pool, async (client) => {
    await lockPlantRows(client, [plantId])
    const { rowCount } = await client.query(
      `update device_now set fault_since = $3 where plant_id = $1 and device_id = $2
         and fault_since <= $4::timestamptz + interval '1 millisecond' and fault_since > $3`,
      [plantId, deviceId, new Date(startMs), new Date(sinceMs)],
    )
    if (rowCount !== 0) await markPlantsChanged(client, [plantId])
  })
}

const lookAgain = (db: Db, rows: readonly Key[]) =>
  db.pool.query(
    `update device_now d set fault_look = true from unnest($1::bigint[], $2::bigint[]) u (plant_id, device_id)
     where d.plant_id = u.plant_id and d.device_id = u.device_id`,
    [rows.map(({ plant_id }) => plant_id), rows.map(({ device_id }) => device_id)],
  )

/** The first sample of the unbroken run of faulty ones that ends at an instant. */
async function findStart(db: Db, plantId: number, device: DevicePlan, sinceMs: number): Promise<number> {
  let startMs = sinceMs
  let toMs = sinceMs
  for (let empty = 0; empty < MOST_EMPTY_PAGES; ) {
    const fromMs = toMs - PAGE_MS
    const range = { plantId, deviceId: device.deviceId, fromMs, toMs, resolution: 'sample' as const }
    const reports = reportsOf(await deviceSeries(db, { ...range, quantities: faultQuantities }))
    empty = reports.length === 0 ? empty + 1 : 0
    for (const { atMs, values } of reports.reverse()) {
      const read = (quantity: QuantityId) => {
        const value = values.get(quantity)
        return value === undefined ? undefined : { value, atMs }
      }
      if (readFault(null, device, toNewest(atMs, read)) === null) return startMs
      startMs = atMs
    }
    toMs = fromMs
  }
  return startMs
}

type Report = Readonly<{ atMs: number; values: Map<QuantityId, number> }>

/** Reports of the device about itself, by instant, ascending. */
function reportsOf(series: Awaited<ReturnType<typeof deviceSeries>>): Report[] {
  const byInstant = new Map<number, Report>()
  for (const { quantity, points } of series)
    for (const { atMs, value } of points) {
      const report = byInstant.get(atMs) ?? { atMs, values: new Map() }
      report.values.set(quantity, value)
      byInstant.set(atMs, report)
    }
  return [...byInstant.values()].sort((a, b) => a.atMs - b.atMs)
}
