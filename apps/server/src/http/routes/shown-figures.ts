import type { Energies } from '@heliograph/contract/codecs/energies.ts'
import type { PlantFigures as OurFigures } from '@heliograph/contract/codecs/plant-figures.ts'
import type { FlowEquipment, PlantNow as OurNow } from '@heliograph/contract/codecs/plant-now.ts'
import { withDirections } from '@heliograph/contract/codecs/powers.ts'
import type { FlowNode } from '@heliograph/contract/maintain-s/system.ts'
import { gridTypeParts } from '@heliograph/domain/plant.ts'
import type { PowerRole } from '../../fleet/now/now.ts'
import {
  type EnergyFigures,
  namesOf,
  type PlantFacts,
  type PlantFigures,
  type PlantNow,
} from '../../fleet/plants/plants.ts'

export function toPlantNow(now: PlantNow): OurNow {
  const { facts, power } = now
  return {
    ...withDirections({
      pvW: power.pvW,
      loadW: power.loadW,
      gridW: power.gridW ?? fedInW(now),
      batteryW: power.batteryW,
      generatorW: power.generatorW,
      socPercent: power.socPercent,
    }),
    plantId: facts.plantId,
    unaccountedW: power.unaccountedW,
    capacityShare: power.pvW === null ? null : power.pvW / facts.capacityWp,
    todayWh: now.todayWh,
    nodes: toNodes(now),
    equipment: toEquipment(now),
    status: now.status,
    reason: now.reason,
    intervalS: now.intervalMs / 1000,
    sunUp: now.sunUp,
    zero: toZero(facts),
    nextSunriseMs: now.nextSunriseMs,
    sampledAtMs: now.lastAtMs,
    serverAtMs: now.nowMs,
  }
}

const toZero = ({ generationZero: { belowW, atNight } }: PlantFacts) =>
  belowW === null && !atNight ? null : { belowW, atNight }

function toNodes(now: PlantNow): FlowNode[] {
  const { power, sources } = now
  const node = (role: FlowNode['role'], source: PowerRole, powerW: number | null): FlowNode[] =>
    sources[source].length === 0
      ? []
      : [
          {
            role,
            power: powerW,
            metered: role === 'grid' && sources.gridIsMetered,
            derived: false,
            devices: [...namesOf(now, source)],
          },
        ]
  const load: FlowNode[] =
    sources.load.length > 0 || sources.loadCanFollow
      ? [
          {
            role: 'load',
            power: power.loadW,
            metered: false,
            derived: power.loadIsDerived,
            devices: power.loadIsDerived ? [] : [...namesOf(now, 'load')],
          },
        ]
      : []
  const { smartLoads, smartLoadW } = now.equipment
  const smartLoad: FlowNode[] =
    smartLoads.length === 0
      ? []
      : [{ role: 'smartLoad', power: smartLoadW, metered: false, derived: false, devices: [...smartLoads] }]
  return [
    ...node('pv', 'pv', power.inverterW),
    ...node('micro', 'micro', power.microW),
    ...node('grid', 'grid', power.gridW),
    ...fedIn(now),
    ...node('battery', 'battery', power.batteryW),
    ...load,
    ...smartLoad,
    ...node('generator', 'generator', power.generatorW),
    // The port exists on every hybrid inverter; it belongs to the plant only when something is connected.
    ...((power.upsW ?? 0) > 0 ? node('ups', 'ups', power.upsW) : []),
  ]
}

const toEquipment = ({ equipment: { meters, pcs, compensation, weather, loggers } }: PlantNow): FlowEquipment => ({
  meters: [...meters],
  pcs: [...pcs],
  compensation: [...compensation],
  weather: weather && { ...weather, devices: [...weather.devices] },
  loggers: { total: loggers.total, online: loggers.online },
})

/** A plant whose type feeds in all production needs no meter to show it. */
function feedsAll({ facts, sources }: PlantNow): boolean {
  const parts = gridTypeParts[facts.gridType]
  return parts.grid && !parts.load && sources.grid.length === 0 && sources.pv.length + sources.micro.length > 0
}

const fedInW = (now: PlantNow): number | null => (feedsAll(now) && now.power.pvW !== null ? 0 - now.power.pvW : null)

const fedIn = (now: PlantNow): FlowNode[] =>
  feedsAll(now) ? [{ role: 'grid', power: fedInW(now), metered: false, derived: true, devices: [] }] : []

export function toEnergies(figures: EnergyFigures): Energies {
  const { energy, split, planned, generationShares, useShares, money, gridChargeWh } = figures
  const { withoutVat, billed, ...parts } = money
  return {
    pvWh: energy.generation,
    loadWh: figures.useWh,
    importWh: energy.import,
    exportWh: energy.export,
    chargeWh: energy.charge,
    dischargeWh: energy.discharge,
    generatorWh: energy.generator,
    pvToLoadWh: planned?.toUseWh ?? split?.toUseWh ?? null,
    pvToBatteryWh: planned ? 0 : (split?.toBatteryWh ?? null),
    pvToGridWh: planned?.toGridWh ?? split?.toGridWh ?? null,
    loadFromPvWh: split?.fromPvWh ?? null,
    loadFromBatteryWh: split?.fromBatteryWh ?? null,
    loadFromGeneratorWh: split?.fromGeneratorWh ?? null,
    loadFromGridWh: split?.fromGridWh ?? null,
    pvToLoadPercent: generationShares?.toUse ?? null,
    pvToBatteryPercent: generationShares?.toBattery ?? null,
    pvToGridPercent: generationShares?.toGrid ?? null,
    loadFromPvPercent: useShares?.fromPv ?? null,
    loadFromBatteryPercent: useShares?.fromBattery ?? null,
    loadFromGeneratorPercent: useShares?.fromGenerator ?? null,
    loadFromGridPercent: useShares?.fromGrid ?? null,
    ...parts,
    ...(withoutVat && { withoutVat }),
    ...(billed && { billed }),
    ...(gridChargeWh !== null && { gridChargeWh }),
    specificYieldH: figures.fullPowerHours,
    refusedSteps: figures.quarantined,
    refusedWh: figures.refusedWh,
    counterResets: figures.resets,
    estimatedSamples: figures.estimated,
    estimatedWh: figures.generationEstimatedWh,
    estimatedOthersWh: figures.othersEstimatedWh,
    byPower: figures.fromPower,
    reportedWh: figures.reportedWh,
    derivedWh: figures.derivedWh,
    addedWh: figures.generationOffsetWh,
    addedUseWh: figures.useOffsetWh,
    fromLifetime: figures.fromLifetime,
    isUsePlanned: planned !== null,
  }
}

export const toPlantFigures = (figures: PlantFigures): OurFigures => ({
  now: toPlantNow(figures.now),
  day: toEnergies(figures.day),
  month: toEnergies(figures.month),
  year: toEnergies(figures.year),
  total: toEnergies(figures.total),
  yesterdaySpecificYieldH: figures.yesterdayHours,
  operatingDays: figures.operatingDays,
  countersWh: figures.now.counterTotalWh,
  disagreements: [...figures.disagreements],
  waitingInverters: figures.waitingDevices,
  overLimitDevices: figures.refusedPowerDevices,
  currency: figures.now.facts.currency,
  price: figures.price,
  isPriced: figures.hasPrices,
})
