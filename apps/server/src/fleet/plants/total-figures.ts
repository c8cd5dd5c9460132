import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { countsAs } from '@heliograph/domain/meter-role.ts'
import { lifetimeFlows, type MeteredFlow, type PlantMetering, sourcesOf } from '@heliograph/domain/metering.ts'
import type { Db } from '../../platform/db/database.ts'
import { listDevicesOfPlants, type PlantDevice } from '../devices/devices.ts'
import { getLatestOfPlants, type Latest } from '../telemetry/telemetry.ts'
import { addOffset, type EnergyFigures, planUse } from './energy-figures.ts'
import type { PlantFacts } from './plant-facts.ts'

/** Sums of the lifetime counters of a plant's devices, Wh; missing: not all of them have one. */
export type Lifetimes = Readonly<Partial<Record<Flow, number>>>
type Metered = Readonly<{ plantId: number; metering: PlantMetering }>

/**
 * Of the energies whose total is by its method what the lifetime counters show. Costs nothing where there is none.
 * @param assigned what devices would measure, in place of what they do
 */
export async function readLifetimes(
  db: Db,
  plants: readonly Metered[],
  assigned: ReadonlyMap<number, Readonly<{ flows: readonly Flow[] }>> = new Map(),
): Promise<ReadonlyMap<number, Lifetimes>> {
  const wanted = plants.filter(({ metering }) => lifetimeFlows(metering).length > 0)
  if (wanted.length === 0) return new Map()
  const ids = wanted.map(({ plantId }) => plantId)
  const [devices, newest] = await Promise.all([
    listDevicesOfPlants(db, ids, { withRemoved: true }),
    getLatestOfPlants(db, ids),
  ])
  return new Map(
    wanted.map(({ plantId, metering }) => {
      const valuesOf = new Map((newest.get(plantId) ?? []).map(({ deviceId, values }) => [deviceId, values]))
      const sumOf = (flow: MeteredFlow): number => {
        const carriers = (devices.get(plantId) ?? []).filter(({ deviceId, flows: own }) =>
          (assigned.get(deviceId)?.flows ?? own).includes(flow),
        )
        const counters = carriers.map((device) => lifetimeOf(device, flow, valuesOf.get(device.deviceId)))
        return counters.length === 0 ? Number.NaN : counters.reduce<number>((sum, wh) => sum + (wh ?? Number.NaN), 0)
      }
      const sums = lifetimeFlows(metering).map((flow) => [flow, sumOf(flow)] as const)
      return [plantId, Object.fromEntries(sums.filter(([, wh]) => !Number.isNaN(wh)))]
    }),
  )
}

/** A device's lifetime counter for a flow of its plant, Wh: a wired meter may count it by another, times its ratio. */
function lifetimeOf(
  { wiring, quantities }: Pick<PlantDevice, 'wiring' | 'quantities'>,
  flow: Flow,
  values: Latest['values'] = {},
): number | undefined {
  if (wiring === undefined) return values[flowCounters[flow].total]?.value
  const found = flows.find((counter) => countsAs(wiring, quantities)[counter] === flow)
  const shown = found && values[flowCounters[found].total]?.value
  return shown === undefined ? undefined : shown * wiring.ratio
}

/**
 * The total of all time as the plant's metering wants it. Shares and income stay those of the days, which measured all
 * energies over the same time.
 * @param ofDays the figures of all days, with what people added to days
 */
export function totalFigures(
  ofDays: EnergyFigures,
  { capacityWp, metering }: Pick<PlantFacts, 'capacityWp' | 'metering'>,
  lifetimes: Lifetimes = {},
): EnergyFigures {
  const { generationOffsetWh, useOffsetWh, plannedUsePercent } = metering.totals
  const fromLifetime = Object.keys(lifetimes) as Flow[]
  if (fromLifetime.length === 0 && generationOffsetWh === 0 && useOffsetWh === 0) return ofDays
  const { energy } = ofDays
  // A lifetime counter went on while nothing was heard: it has what people added to single days.
  const isLifetime = lifetimes.generation !== undefined
  const generationWh = addOffset(lifetimes.generation ?? energy.generation, generationOffsetWh)
  const isLoadTotal = lifetimes.load !== undefined && ofDays.useWh !== null && countsLoad(ofDays, metering)
  const useWh = addOffset(isLoadTotal ? (lifetimes.load ?? null) : ofDays.useWh, useOffsetWh)
  return {
    ...ofDays,
    energy: { ...energy, ...lifetimes, generation: generationWh },
    useWh,
    fullPowerHours: generationWh === null ? null : generationWh / capacityWp,
    generationOffsetWh: generationOffsetWh + (isLifetime ? 0 : ofDays.generationOffsetWh),
    useOffsetWh: useOffsetWh + (isLoadTotal ? 0 : ofDays.useOffsetWh),
    planned: planUse(generationWh, plannedUsePercent),
    fromLifetime,
  }
}

/** The consumption is read, not what the balance leaves. */
const countsLoad = ({ energy }: EnergyFigures, metering: PlantMetering): boolean =>
  sourcesOf(metering).consumption !== null || (energy.import === null && energy.export === null)

/** The same for the generation alone, Wh. */
export function totalGenerationWh(
  ofDaysWh: number | null,
  { metering }: Pick<PlantFacts, 'metering'>,
  lifetimes: Lifetimes = {},
): number | null {
  return addOffset(lifetimes.generation ?? ofDaysWh, metering.totals.generationOffsetWh)
}
