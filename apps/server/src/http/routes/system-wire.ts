import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type {
  FastSystem,
  FlowEquipment,
  FlowNode,
  OperatingSystem,
  EnergyFigures as WireFigures,
} from '@heliograph/contract/maintain-s/system.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { gridTypeParts } from '@heliograph/domain/plant.ts'
import type { PowerRole } from '../../fleet/now/now.ts'
import {
  type EnergyFigures,
  namesOf,
  type PlantFacts,
  type PlantFigures,
  type PlantNow,
} from '../../fleet/plants/plants.ts'
import { toWireMoney } from './finance-wire.ts'
import { partOf, toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

export function toFastSystem(now: PlantNow): FastSystem {
  const { facts, power } = now
  const { pvW, batteryW, loadW } = power
  const gridW = power.gridW ?? fedInW(now)
  return {
    systemId: facts.plantId,
    generationPower: pvW,
    usePower: loadW,
    wirePower: gridW,
    buyPower: partOf(gridW, 1),
    gridPower: partOf(gridW, -1),
    batteryPower: batteryW,
    chargePower: partOf(batteryW, -1),
    dischargePower: partOf(batteryW, 1),
    generatorPower: power.generatorW,
    batterySoc: power.socPercent,
    unaccountedPower: power.unaccountedW,
    genStatus: (pvW ?? 0) > 0 ? 'OUT' : 'STATIC',
    wireStatus: (gridW ?? 0) > 0 ? 'PURCHASE' : (gridW ?? 0) < 0 ? 'GRID_CONNECTED' : 'STATIC',
    batteryStatus: (batteryW ?? 0) > 0 ? 'DISCHARGE' : (batteryW ?? 0) < 0 ? 'CHARGE' : 'STATIC',
    useStatus: (loadW ?? 0) > 0 ? 'IN' : 'STATIC',
    generationCapacity: pvW === null ? null : pvW / facts.capacityWp,
    generationValue: toKwh(now.todayWh),
    nodes: toNodes(now),
    equipment: toEquipment(now),
    status: now.status,
    reason: statusReason.toWire(now.reason),
    intervalS: now.intervalMs / 1000,
    sunUp: now.sunUp,
    generationZero: toZero(facts),
    nextSunrise: toSecondsOrNull(now.nextSunriseMs),
    lastUpdateTime: toSecondsOrNull(now.lastAtMs),
    serverTime: toSeconds(now.nowMs),
  }
}

const toZero = ({ generationZero: { belowW, atNight } }: PlantFacts) =>
  belowW === null && !atNight ? null : { below: belowW, atNight }

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

function toEquipment({ equipment: { meters, pcs, compensation, weather, loggers } }: PlantNow): FlowEquipment {
  return {
    meters: [...meters],
    pcs: [...pcs],
    compensation: [...compensation],
    weather: weather && {
      devices: [...weather.devices],
      irradiance: weather.irradianceWm2,
      ambientTemperature: weather.ambientC,
      moduleTemperature: weather.moduleC,
      windSpeed: weather.windMs,
    },
    collectors: { total: loggers.total, online: loggers.online },
  }
}

/** A plant whose type feeds in all production needs no meter to show it. */
function feedsAll({ facts, sources }: PlantNow): boolean {
  const parts = gridTypeParts[facts.gridType]
  return parts.grid && !parts.load && sources.grid.length === 0 && sources.pv.length + sources.micro.length > 0
}

const fedInW = (now: PlantNow): number | null => (feedsAll(now) && now.power.pvW !== null ? 0 - now.power.pvW : null)

const fedIn = (now: PlantNow): FlowNode[] =>
  feedsAll(now) ? [{ role: 'grid', power: fedInW(now), metered: false, derived: true, devices: [] }] : []

/** Names of the energies on the wire. */
export const fieldOfFlow = {
  generation: 'generationValue',
  load: 'useValue',
  import: 'buyValue',
  export: 'gridValue',
  charge: 'chargeValue',
  discharge: 'dischargeValue',
  generator: 'generatorValue',
} as const satisfies Record<Flow, keyof WireFigures>

export function toWireFigures(figures: EnergyFigures): WireFigures {
  const { energy, split, planned, generationShares, useShares } = figures
  return {
    generationValue: toKwh(energy.generation),
    useValue: toKwh(figures.useWh),
    gridValue: toKwh(energy.export),
    buyValue: toKwh(energy.import),
    chargeValue: toKwh(energy.charge),
    dischargeValue: toKwh(energy.discharge),
    generatorValue: toKwh(energy.generator),
    genForUse: toKwh(planned?.toUseWh ?? split?.toUseWh ?? null),
    genForCharge: toKwh(planned ? 0 : (split?.toBatteryWh ?? null)),
    genForGrid: toKwh(planned?.toGridWh ?? split?.toGridWh ?? null),
    useFromGen: toKwh(split?.fromPvWh ?? null),
    useFromBuy: toKwh(split?.fromGridWh ?? null),
    useFromDischarge: toKwh(split?.fromBatteryWh ?? null),
    useFromGenerator: toKwh(split?.fromGeneratorWh ?? null),
    generationRatio: generationShares?.toUse ?? null,
    gridRatio: generationShares?.toGrid ?? null,
    chargeRatio: generationShares?.toBattery ?? null,
    useRatio: useShares?.fromPv ?? null,
    buyRatio: useShares?.fromGrid ?? null,
    useDischargeRatio: useShares?.fromBattery ?? null,
    useGeneratorRatio: useShares?.fromGenerator ?? null,
    incomeValue: figures.money.income,
    costValue: figures.money.cost,
    feedInValue: figures.money.feedIn,
    withoutPlantValue: figures.money.withoutPlant,
    savedValue: figures.money.savings,
    netOfVat: toWireMoney(figures.money).netOfVat,
    fullPowerHoursDay: figures.fullPowerHours,
    quarantined: figures.quarantined,
    refusedValue: figures.refusedWh / 1000,
    resets: figures.resets,
    estimated: figures.estimated,
    estimatedValue: figures.generationEstimatedWh / 1000,
    estimatedOthersValue: figures.othersEstimatedWh / 1000,
    fromPower: figures.fromPower.map((flow) => fieldOfFlow[flow]),
    reportedValue: figures.reportedWh / 1000,
    derivedValue: figures.derivedWh / 1000,
    ...(figures.gridChargeWh !== null && { chargeFromBuy: toKwh(figures.gridChargeWh) ?? 0 }),
    generationOffset: figures.generationOffsetWh / 1000,
    useOffset: figures.useOffsetWh / 1000,
    theoryUse: figures.planned !== null,
    uploadedTotals: figures.fromLifetime.map((flow) => fieldOfFlow[flow]),
  }
}

export const toOperatingSystem = (figures: PlantFigures): OperatingSystem => ({
  ...toFastSystem(figures.now),
  day: toWireFigures(figures.day),
  month: toWireFigures(figures.month),
  year: toWireFigures(figures.year),
  total: toWireFigures(figures.total),
  fullPowerYesterdayHours: figures.yesterdayHours,
  operatingTotalDays: figures.operatingDays,
  counterTotal: toKwh(figures.now.counterTotalWh),
  disagreements: [...figures.disagreements],
  waitingDevices: figures.waitingDevices,
  refusedPowerDevices: figures.refusedPowerDevices,
  currency: figures.now.facts.currency,
  price: figures.price,
  hasPrices: figures.hasPrices,
})
