import type { QuantityId } from './quantities.ts'

/** The energies that cross the plant's boundary or its battery. Consumption follows from them (see `consumptionWh`). */
export const flows = ['generation', 'import', 'export', 'charge', 'discharge', 'generator', 'load'] as const
export type Flow = (typeof flows)[number]

/** The counters of a flow: `total` is the truth, `today` the finer reading of the same meter, used where both agree. */
export const flowCounters: Readonly<Record<Flow, Readonly<{ total: QuantityId; today: QuantityId }>>> = {
  generation: { total: 'generationTotalWh', today: 'generationTodayWh' },
  import: { total: 'gridImportTotalWh', today: 'gridImportTodayWh' },
  export: { total: 'gridExportTotalWh', today: 'gridExportTodayWh' },
  charge: { total: 'batteryChargeTotalWh', today: 'batteryChargeTodayWh' },
  discharge: { total: 'batteryDischargeTotalWh', today: 'batteryDischargeTodayWh' },
  generator: { total: 'generatorTotalWh', today: 'generatorTodayWh' },
  load: { total: 'loadTotalWh', today: 'loadTodayWh' },
}

/** Energies of one period in Wh, each >= 0; null where no device of the plant measures that flow. */
export type FlowEnergy = Readonly<Record<Flow, number | null>>

/** Momentary powers of a plant in W by the sign convention of quantities.ts; null where unknown. */
export type FlowPower = Readonly<{
  pvW: number | null
  gridW: number | null
  batteryW: number | null
  generatorW: number | null
  loadW: number | null
  socPercent: number | null
}>

/**
 * The consumption of the plant, in Wh. It is the balance at the boundary when the grid is measured (more reliable,
 * because it contains every loss), else the device's own load counter, else null.
 * @param isLoadChosen a person chose the source of the consumption: its counter comes first
 */
export function consumptionWh(e: FlowEnergy, isLoadChosen = false): number | null {
  if (isLoadChosen && e.load !== null) return e.load
  if (e.import !== null || e.export !== null) {
    const sources = (e.generation ?? 0) + (e.import ?? 0) + (e.discharge ?? 0) + (e.generator ?? 0)
    return Math.max(0, sources - (e.export ?? 0) - (e.charge ?? 0))
  }
  return e.load
}

/** The use of production and the source of consumption, in Wh. Both sides add up to their whole exactly. */
export type EnergySplit = Readonly<{
  generationWh: number
  toUseWh: number
  toBatteryWh: number
  toGridWh: number
  useWh: number
  fromPvWh: number
  fromBatteryWh: number
  fromGridWh: number
  fromGeneratorWh: number
}>

/** Possible sources of a charge, and the charge itself: energies of an hour in Wh, or powers of an instant in W. */
export type ChargeSources = Readonly<Record<'generation' | 'import' | 'export' | 'charge', number>>

/**
 * The part of a charge that the grid gave: what exceeds the production that stayed on site, at most what was purchased.
 * Over a day the production of noon hides a charge of the night, so this holds for an hour or an instant.
 */
export const chargeFromGrid = ({ generation, import: bought, export: fed, charge }: ChargeSources): number =>
  Math.min(bought, Math.max(0, charge - Math.max(0, generation - fed)))

/**
 * Splits a period's energies. Production is credited first to the grid (export is what left), then to the battery; the
 * rest was used directly. Export and charge larger than production are capped, so that no side exceeds its whole.
 * `isLoadChosen` as for `consumptionWh`.
 * @param gridChargeWh the part of the charge that came from the grid (`chargeFromGrid`): no production went into it
 */
export function splitEnergy(e: FlowEnergy, isLoadChosen = false, gridChargeWh = 0): EnergySplit | null {
  const use = consumptionWh(e, isLoadChosen)
  if (e.generation === null || use === null) return null
  const generationWh = e.generation
  const toGridWh = Math.min(generationWh, e.export ?? 0)
  const toBatteryWh = Math.min(generationWh - toGridWh, Math.max(0, (e.charge ?? 0) - gridChargeWh))
  const toUseWh = Math.min(generationWh - toGridWh - toBatteryWh, use)
  // Production left over when the direct use is known to be smaller: losses between the meters, shown with the battery
  // side.
  const rest = generationWh - toGridWh - toBatteryWh - toUseWh
  let open = use - toUseWh
  const fromBatteryWh = Math.min(open, e.discharge ?? 0)
  open -= fromBatteryWh
  const fromGeneratorWh = Math.min(open, e.generator ?? 0)
  open -= fromGeneratorWh
  return {
    generationWh,
    toUseWh: toUseWh + (e.charge === null ? rest : 0),
    toBatteryWh: toBatteryWh + (e.charge === null ? 0 : rest),
    toGridWh,
    useWh: use,
    fromPvWh: toUseWh,
    fromBatteryWh,
    fromGridWh: open,
    fromGeneratorWh,
  }
}

/** Power that the momentary readings leave unexplained, in W (positive: more comes in than goes out); null if a side is unknown. */
export function unaccountedW(p: FlowPower): number | null {
  if (p.pvW === null || p.loadW === null) return null
  return p.pvW + (p.gridW ?? 0) + (p.batteryW ?? 0) + (p.generatorW ?? 0) - p.loadW
}
