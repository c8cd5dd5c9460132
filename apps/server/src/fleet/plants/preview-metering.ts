import { type Flow, type FlowEnergy, flows } from '@heliograph/domain/energy-flow.ts'
import { noMoney } from '@heliograph/domain/tariff/day-money.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Assigned, listDevicesOfPlants, previewPlantFlows } from '../devices/devices.ts'
import { type ChangedDay, countStoredSamples, plantTotals } from '../telemetry/telemetry.ts'
import { applyChange, type MeteringChange } from './edit-metering.ts'
import { type EnergyFigures, figuresOf } from './energy-figures.ts'
import { refuseIdleSources } from './metering-sources.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'
import { type Lifetimes, readLifetimes, totalFigures } from './total-figures.ts'

/** Counts a plant's history as if its devices counted so, and changes nothing (ingest). */
export type PreviewRecount = (
  db: Db,
  plantId: number,
  assigned: ReadonlyMap<number, Assigned>,
  signal: AbortSignal,
) => Promise<readonly ChangedDay[]>

/** A total as it is shown, and as it would be, Wh. */
export type PreviewedTotal = Readonly<{ flow: Flow; beforeWh: number | null; afterWh: number | null }>
export type MeteringPreview = Readonly<{
  days: number
  firstDay: string | null
  lastDay: string | null
  totals: readonly PreviewedTotal[]
}>

/** A few seconds of work. */
const MOST_SAMPLES = 4_000_000
const LONGEST_MS = 20_000

/**
 * Totals under a change of the metering. undefined: the history is too long to count it for that.
 * @throws Refusal NOT_FOUND, PARAM_ERROR as the change itself
 */
export async function previewMetering(
  db: Db,
  recount: PreviewRecount,
  plantId: number,
  change: MeteringChange,
  nowMs: number,
): Promise<MeteringPreview | undefined> {
  const facts = await getFacts(db, plantId)
  const after: PlantFacts = { ...facts, metering: applyChange(facts, change, nowMs) }
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  refuseIdleSources(change.sources, devices)
  if ((await countStoredSamples(db.pool, plantId)) > MOST_SAMPLES) return undefined
  const query = async (text: string, values: unknown[]) => (await db.pool.query(text, values)).rows
  const assigned = await previewPlantFlows(query, plantId, after.metering.versions)
  const signal = AbortSignal.timeout(LONGEST_MS)
  const changed = await recount(db, plantId, assigned, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined
    throw error
  })
  if (changed === undefined) return undefined
  const [totals, lifetimes, lifetimesAfter] = await Promise.all([
    plantTotals(db, [plantId]),
    readLifetimes(db, [facts]),
    readLifetimes(db, [after], assigned),
  ])
  const measured = totals.get(plantId)
  const shown = (plant: PlantFacts, energy: FlowEnergy | undefined, lifetime: Lifetimes | undefined): EnergyFigures =>
    totalFigures(
      figuresOf(measured && energy && { ...measured, energy, balanced: energy }, plant, noMoney),
      plant,
      lifetime,
    )
  const before = shown(facts, measured?.energy, lifetimes.get(plantId))
  const next = shown(after, measured && addChanges(measured.energy, changed), lifetimesAfter.get(plantId))
  return {
    days: changed.length,
    firstDay: changed.at(0)?.day ?? null,
    lastDay: changed.at(-1)?.day ?? null,
    totals: flows
      .map((flow) => ({ flow, beforeWh: shownWh(before, flow), afterWh: shownWh(next, flow) }))
      .filter(({ beforeWh, afterWh }) => beforeWh !== null || afterWh !== null),
  }
}

/** The consumption that a page shows follows from the balance where the grid is measured. */
const shownWh = (figures: EnergyFigures, flow: Flow): number | null =>
  flow === 'load' ? figures.useWh : figures.energy[flow]

function addChanges(energy: FlowEnergy, changed: readonly ChangedDay[]): FlowEnergy {
  const sums: Record<Flow, number | null> = { ...energy }
  for (const { before, after } of changed)
    for (const flow of flows) {
      if (before[flow] === null && after[flow] === null) continue
      sums[flow] = (sums[flow] ?? 0) + (after[flow] ?? 0) - (before[flow] ?? 0)
    }
  return Object.fromEntries(
    flows.map((flow) => [flow, sums[flow] === null ? null : Math.round((sums[flow] ?? 0) * 1e4) / 1e4]),
  ) as FlowEnergy
}
