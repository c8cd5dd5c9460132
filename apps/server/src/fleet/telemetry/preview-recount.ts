import { type Flow, type FlowEnergy, flows } from '@heliograph/domain/energy-flow.ts'
import type { Db } from '../../platform/db/database.ts'
import { readAccepted } from './accepted-steps.ts'
import { SUM_UNIT } from './accumulator.ts'
import { takeNewest } from './book.ts'
import { periodOf } from './calendar.ts'
import { decodeState, emptyState, revisionOf } from './device-state.ts'
import { BEGINNING_MS } from './late-meters.ts'
import { type Layout, layoutOf } from './layout.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { estimatesOf } from './power-book.ts'
import { readQuantities } from './quantity-lists.ts'
import { findKeptStart, readStateBytes } from './recount.ts'
import type { DeviceMeta, Row } from './sample.ts'
import { readText } from './statement.ts'
import { walkRows } from './stored-rows.ts'

/** A day whose energies a recount would change, Wh. */
export type ChangedDay = Readonly<{ day: string; before: FlowEnergy; after: FlowEnergy }>

const ROWS_AT_ONCE = 5_000

/**
 * The days that a recount by these rules would change; nothing is written.
 * @param devices all of the plant's devices, by the rules in question
 * @throws the signal's reason
 */
export async function previewRecount(
  db: Db,
  plantId: number,
  devices: readonly DeviceMeta[],
  signal: AbortSignal,
): Promise<readonly ChangedDay[]> {
  const client = await db.pool.connect()
  let failure: Error | undefined
  try {
    // One view of samples and days: what arrives meanwhile is in neither.
    await client.query('begin isolation level repeatable read read only')
    const ledger = emptyLedger()
    let keptFromMs = BEGINNING_MS
    for (const device of devices) {
      const list = (await readQuantities(client, [device.deviceId])).get(device.deviceId) ?? []
      const layout = layoutOf([...list, ...estimatesOf(device, layoutOf(list))])
      const bytes = await readStateBytes(client, device)
      if (!bytes) continue
      const stored = decodeState(bytes.last, bytes.open, layout)
      const isAccepted = await readAccepted(client, { device, layout })
      const state = emptyState(layout.ids.length)
      const book = { device, layout, ledger, state, isAccepted, revision: revisionOf(bytes.open) }
      const counters = findCounters(layout)
      let firstAtMs = Number.NaN
      let waiting = 0
      for await (const row of walkRows(client, device, BEGINNING_MS)) {
        if (Number.isNaN(firstAtMs)) firstAtMs = row.atMs
        takeNewest(book, onlyColumns(row, counters, layout.ids.length))
        if (++waiting < ROWS_AT_ONCE) continue
        signal.throwIfAborted()
        forget(ledger)
        waiting = 0
      }
      forget(ledger)
      keptFromMs = Math.max(keptFromMs, findKeptStart(stored, layout, firstAtMs, device.zone))
    }
    const fromDate = periodOf(keptFromMs, devices[0]?.zone ?? 'UTC').date
    const changed = compare(await readDays(client, plantId, fromDate), ledger, fromDate)
    await client.query('commit')
    return changed
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A closed connection ends the transaction as well.
    client.release(failure)
  }
}

/** Days are made of the counters of energies: all else would be summed up in vain. */
const findCounters = ({ columns, hybrid, integrals }: Layout): readonly number[] =>
  columns
    .flatMap(({ flow, today, yesterday }, column) => (flow === undefined ? [] : [column, today, yesterday]))
    .concat(hybrid ? [hybrid.pv, hybrid.battery] : [])
    .concat(integrals.flatMap(({ powers }) => powers))
    .filter((column) => column >= 0)

function onlyColumns({ atMs, origin, values }: Row, wanted: readonly number[], count: number): Row {
  const kept: (number | null)[] = new Array(count).fill(null)
  for (const column of wanted) kept[column] = values[column] ?? null
  return { atMs, origin, values: kept }
}

/** Only the days matter here. */
function forget(ledger: Ledger): void {
  ledger.rollups.clear()
  ledger.checkpoints.clear()
  ledger.quarantine.clear()
  ledger.refusedPowers.clear()
}

type Client = Parameters<typeof readText>[0]

async function readDays(client: Client, plantId: number, from: string): Promise<ReadonlyMap<string, FlowEnergy>> {
  const text = `select day, ${flows.map((flow) => `${flow}_wh`).join(', ')} from plant_days
    where plant_id = $1 and day >= $2`
  const rows = await readText(client, text, [plantId, from])
  return new Map(
    rows.map(([day, ...energies]) => {
      const wh = energies.map((energy) => (energy == null ? null : Number(energy)))
      return [day ?? '', Object.fromEntries(flows.map((flow, i) => [flow, wh[i] ?? null])) as FlowEnergy]
    }),
  )
}

const nothing = Object.fromEntries(flows.map((flow) => [flow, null])) as FlowEnergy
/** Sums differ by less than this without a change of rules, Wh. */
const NOISE_WH = 0.01

/** Days that only deleted devices measured stay as they are. */
function compare(stored: ReadonlyMap<string, FlowEnergy>, ledger: Ledger, from: string): readonly ChangedDay[] {
  return [...ledger.plantDays.values()]
    .filter(({ date }) => date >= from)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(({ date, energy }) => {
      const before = stored.get(date) ?? nothing
      const after = Object.fromEntries(
        flows.map((flow): [Flow, number | null] => {
          const units = energy[flow]
          return [flow, units === null ? null : units / SUM_UNIT]
        }),
      ) as FlowEnergy
      const isChanged = flows.some(
        (flow) =>
          (before[flow] === null) !== (after[flow] === null) ||
          Math.abs((before[flow] ?? 0) - (after[flow] ?? 0)) > NOISE_WH,
      )
      return isChanged ? [{ day: date, before, after }] : []
    })
}
