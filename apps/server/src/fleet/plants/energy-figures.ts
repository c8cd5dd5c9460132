import {
  consumptionWh,
  type EnergySplit,
  type Flow,
  type FlowEnergy,
  splitEnergy,
} from '@heliograph/domain/energy-flow.ts'
import { ordinaryMetering, type PlantMetering, sourcesOf } from '@heliograph/domain/metering.ts'
import type { Money } from '@heliograph/domain/tariff/day-money.ts'

/** Shares of one whole in %, in hundredths that add up to exactly 100.00; null if the whole is zero or unknown. */
export type GenerationShares = Readonly<{ toUse: number; toGrid: number; toBattery: number }>
export type UseShares = Readonly<{ fromPv: number; fromGrid: number; fromBattery: number; fromGenerator: number }>

/** Energies of one period at a plant, Wh, with both splits and derived values. */
export type EnergyFigures = Readonly<{
  energy: FlowEnergy
  useWh: number | null
  split: EnergySplit | null
  generationShares: GenerationShares | null
  useShares: UseShares | null
  /** In the plant's currency, by the prices of its days (finance/). */
  money: Money
  /** Hours at full capacity that give the same energy. */
  fullPowerHours: number | null
  refusedWh: number
  quarantined: number
  resets: number
  estimated: number
  /** Share of the generation and of the other energies, Wh, that may belong to another day. */
  generationEstimatedWh: number
  othersEstimatedWh: number
  /**
   * Energies that were integrated from powers, in part at least, because no counter measures them; `load`: the
   * consumption, also where it follows from them.
   */
  fromPower: readonly Flow[]
  /** Share of the generation, Wh, that the device reported for its first day before its first record. */
  reportedWh: number
  /** Share of the generation, Wh, that follows from a hybrid's counter and its battery, or from the power of its cells. */
  derivedWh: number
  /**
   * Of the charge: what the grid gave, Wh, by the hours of the days; null: the hours are unknown, and none is taken
   * out.
   */
  gridChargeWh: number | null
  /** Offsets that people added to the generation and to the consumption above, Wh, of either sign. */
  generationOffsetWh: number
  useOffsetWh: number
  /** The use of the generation is the planned share of it, Wh; null: it is computed. */
  planned: Readonly<{ toUseWh: number; toGridWh: number }> | null
  /** Energies above that are what the devices' lifetime counters show; the others are sums of days. */
  fromLifetime: readonly Flow[]
}>

type Measured = Readonly<{
  energy: FlowEnergy
  /** Where only a part of the period knows all energies over the same time: that part. */
  balanced?: FlowEnergy
  refusedWh: number
  quarantined: number
  resets: number
  estimated: number
  /** Share of the generation and of the other energies, Wh, that may belong to another day. */
  generationEstimatedWh: number
  othersEstimatedWh: number
  /** Share of the generation, Wh, that the device reported for its first day before its first record. */
  reportedWh: number
  /** Share of the generation, Wh, that follows from a hybrid's counter and its battery, or from the power of its cells. */
  derivedWh: number
  /** Of the energies: what was integrated from powers, Wh. */
  fromPower?: FlowEnergy
  /** Of the charge: what the grid gave, Wh; absent: the hours are unknown. */
  gridChargeWh?: number
  /** Offsets that people added, Wh; not in `energy`. */
  generationOffsetWh?: number
  useOffsetWh?: number
}>

export const noEnergy: FlowEnergy = {
  generation: null,
  import: null,
  export: null,
  charge: null,
  discharge: null,
  generator: null,
  load: null,
}

const nothingMeasured: Measured = {
  energy: noEnergy,
  refusedWh: 0,
  quarantined: 0,
  resets: 0,
  estimated: 0,
  generationEstimatedWh: 0,
  othersEstimatedWh: 0,
  reportedWh: 0,
  derivedWh: 0,
}

/** @param measured undefined: the period has no data */
export function figuresOf(
  measured: Measured | undefined,
  plant: Readonly<{ capacityWp: number; metering?: PlantMetering }>,
  money: Money,
): EnergyFigures {
  const { energy, balanced = energy, generationOffsetWh = 0, useOffsetWh = 0, ...counts } = measured ?? nothingMeasured
  const { refusedWh, quarantined, resets, estimated, generationEstimatedWh, othersEstimatedWh, reportedWh, derivedWh } =
    counts
  const { metering = ordinaryMetering } = plant
  const isLoadChosen = sourcesOf(metering).consumption !== null
  const split = splitEnergy(balanced, isLoadChosen, counts.gridChargeWh)
  const generationWh = addOffset(energy.generation, generationOffsetWh)
  const planned = planUse(generationWh, metering.totals.plannedUsePercent)
  const generation = split && computeShares([split.toUseWh, split.toGridWh, split.toBatteryWh])
  const use = split && computeShares([split.fromPvWh, split.fromGridWh, split.fromBatteryWh, split.fromGeneratorWh])
  const [toUse = 0, toGrid = 0, toBattery = 0] = generation ?? []
  const [fromPv = 0, fromGrid = 0, fromBattery = 0, fromGenerator = 0] = use ?? []
  return {
    energy: { ...energy, generation: generationWh },
    useWh: addOffset(consumptionWh(balanced, isLoadChosen), useOffsetWh),
    split,
    generationShares: planned ? toShares(planned) : generation && { toUse, toGrid, toBattery },
    useShares: use && { fromPv, fromGrid, fromBattery, fromGenerator },
    money,
    fullPowerHours: generationWh === null ? null : generationWh / plant.capacityWp,
    refusedWh,
    quarantined,
    resets,
    estimated,
    generationEstimatedWh,
    othersEstimatedWh,
    fromPower: listFromPower(measured, isLoadChosen),
    reportedWh,
    derivedWh,
    gridChargeWh: counts.gridChargeWh ?? null,
    generationOffsetWh,
    useOffsetWh,
    planned,
    fromLifetime: [],
  }
}

const crossing = ['generation', 'import', 'export', 'charge', 'discharge', 'generator'] as const

function listFromPower(measured: Measured | undefined, isLoadChosen: boolean): readonly Flow[] {
  const { energy = noEnergy, fromPower = noEnergy } = measured ?? {}
  const integrated = crossing.filter((flow) => fromPower[flow] !== null)
  const isBalance = (energy.import !== null || energy.export !== null) && !(isLoadChosen && energy.load !== null)
  const isLoad = isBalance ? integrated.length > 0 : fromPower.load !== null
  return isLoad ? [...integrated, 'load'] : integrated
}

/** Added offsets count where nothing was measured, too. Energies are never negative. */
export const addOffset = (wh: number | null, offsetWh: number): number | null =>
  offsetWh === 0 ? wh : Math.max(0, (wh ?? 0) + offsetWh)

/** @param percent the planned share that is used on site; null: none is planned */
export function planUse(generationWh: number | null, percent: number | null): EnergyFigures['planned'] {
  if (percent === null || generationWh === null) return null
  const toUseWh = (generationWh * percent) / 100
  return { toUseWh, toGridWh: generationWh - toUseWh }
}

function toShares({ toUseWh, toGridWh }: NonNullable<EnergyFigures['planned']>): GenerationShares | null {
  const [toUse = 0, toGrid = 0] = computeShares([toUseWh, toGridWh]) ?? []
  return toUse + toGrid > 0 ? { toUse, toGrid, toBattery: 0 } : null
}

/**
 * Parts of a whole in % with the two decimals that the page shows. The hundredths lost by truncation go to the parts
 * that lost most (largest remainder), so that the shown values add up. null when there is nothing to share.
 */
export function computeShares(parts: readonly number[]): readonly number[] | null {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (!(whole > 0)) return null
  const exact = parts.map((part) => (part / whole) * 10_000)
  const shares = exact.map(Math.floor)
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest)
  const left = 10_000 - shares.reduce((sum, share) => sum + share, 0)
  for (const { index } of order.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares.map((share) => share / 100)
}
