/** Converts the wire's words for powers and energies to ours, only here; all code above uses ours. */
import type {
  DayRecord,
  PeriodRow,
  PeriodStats,
  PowerRecord,
  SkyPart,
} from '@heliograph/contract/maintain-s/history.ts'
import type { EnergyFigures, FastSystem, OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import type { Interval } from '@heliograph/domain/time.ts'

import { toMs } from './wire-time.ts'

/** Powers at one instant in W, each >= 0 except the nets; null: not measured. */
export type Powers = Readonly<{
  pvW: number | null
  loadW: number | null
  importW: number | null
  exportW: number | null
  /** > 0 importing. */
  gridW: number | null
  chargeW: number | null
  dischargeW: number | null
  /** > 0 discharging. */
  batteryW: number | null
  generatorW: number | null
  socPercent: number | null
}>

type WirePowers = Pick<
  FastSystem,
  | 'generationPower'
  | 'usePower'
  | 'buyPower'
  | 'gridPower'
  | 'wirePower'
  | 'chargePower'
  | 'dischargePower'
  | 'batteryPower'
  | 'generatorPower'
  | 'batterySoc'
>

export const toPowers = (wire: WirePowers): Powers => ({
  pvW: wire.generationPower,
  loadW: wire.usePower,
  importW: wire.buyPower,
  // On the wire "grid" is the export, and "wire" the net of both.
  exportW: wire.gridPower,
  gridW: wire.wirePower,
  chargeW: wire.chargePower,
  dischargeW: wire.dischargePower,
  batteryW: wire.batteryPower,
  generatorW: wire.generatorPower,
  socPercent: wire.batterySoc,
})

/** Energies that may be integrated from powers because no counter measures them. */
export type EnergyPart = 'pvKwh' | 'loadKwh' | 'importKwh' | 'exportKwh' | 'chargeKwh' | 'dischargeKwh' | 'generatorKwh'

const partOfField: Readonly<Record<EnergyFigures['fromPower'][number], EnergyPart>> = {
  generationValue: 'pvKwh',
  useValue: 'loadKwh',
  buyValue: 'importKwh',
  gridValue: 'exportKwh',
  chargeValue: 'chargeKwh',
  dischargeValue: 'dischargeKwh',
  generatorValue: 'generatorKwh',
}

/** Energies of one period in kWh, with the parts of production and of consumption; null: not measured here. */
export type Energies = Readonly<{
  pvKwh: number | null
  loadKwh: number | null
  importKwh: number | null
  exportKwh: number | null
  chargeKwh: number | null
  dischargeKwh: number | null
  generatorKwh: number | null
  pvToLoadKwh: number | null
  pvToBatteryKwh: number | null
  pvToGridKwh: number | null
  loadFromPvKwh: number | null
  loadFromBatteryKwh: number | null
  loadFromGeneratorKwh: number | null
  loadFromGridKwh: number | null
  /** In the plant's currency, by its tariff: income, the bill, what feed-in paid, the bill without the plant, savings. */
  income: number | null
  cost: number | null
  feedInIncome: number | null
  withoutPlant: number | null
  saved: number | null
  /** Money without VAT; absent: a day states no rate. */
  beforeVat?: Readonly<{ income: number | null; cost: number | null; saved: number | null }>
  /** Production per installed capacity: kWh per kWp, which are hours. */
  specificYieldH: number | null
  /** Counter steps refused as implausible, and their sum, excluded from all values above. */
  refusedSteps: number
  refusedKwh: number
  counterResets: number
  /** Samples whose instant is estimated. */
  estimatedSamples: number
  /**
   * Share of the production, and of the other energies, kWh: produced during a gap, so it may belong to another day.
   */
  estimatedKwh: number
  estimatedOthersKwh: number
  /** Those of the energies above that were integrated from powers: estimated. */
  byPower: readonly EnergyPart[]
  /** Share of the production, kWh: reported by the device for the hours before its first record. */
  reportedKwh: number
  /** Share of the production, kWh: derived from a hybrid's counter and its battery, or from the power of its cells. */
  derivedKwh: number
  /** Offsets that people added to the production and to the consumption above, kWh, of either sign. */
  addedKwh: number
  addedUseKwh: number
  /** The production is what the devices' lifetime counters show. */
  isFromLifetime: boolean
  /** The use of the production is the planned share of it. */
  isUsePlanned: boolean
}>

export const toEnergies = (wire: EnergyFigures): Energies => ({
  pvKwh: wire.generationValue,
  loadKwh: wire.useValue,
  importKwh: wire.buyValue,
  exportKwh: wire.gridValue,
  chargeKwh: wire.chargeValue,
  dischargeKwh: wire.dischargeValue,
  generatorKwh: wire.generatorValue,
  pvToLoadKwh: wire.genForUse,
  pvToBatteryKwh: wire.genForCharge,
  pvToGridKwh: wire.genForGrid,
  loadFromPvKwh: wire.useFromGen,
  loadFromBatteryKwh: wire.useFromDischarge,
  loadFromGeneratorKwh: wire.useFromGenerator,
  loadFromGridKwh: wire.useFromBuy,
  income: wire.incomeValue,
  cost: wire.costValue,
  feedInIncome: wire.feedInValue,
  withoutPlant: wire.withoutPlantValue,
  saved: wire.savedValue,
  ...(wire.netOfVat && {
    beforeVat: { income: wire.netOfVat.income, cost: wire.netOfVat.cost, saved: wire.netOfVat.saved },
  }),
  specificYieldH: wire.fullPowerHoursDay,
  refusedSteps: wire.quarantined,
  refusedKwh: wire.refusedValue,
  counterResets: wire.resets,
  estimatedSamples: wire.estimated,
  estimatedKwh: wire.estimatedValue,
  estimatedOthersKwh: wire.estimatedOthersValue,
  byPower: wire.fromPower.map((field) => partOfField[field]),
  reportedKwh: wire.reportedValue,
  derivedKwh: wire.derivedValue,
  addedKwh: wire.generationOffset,
  addedUseKwh: wire.useOffset,
  isFromLifetime: wire.uploadedTotals.includes('generationValue'),
  isUsePlanned: wire.theoryUse,
})

/** The current state of a plant, and its production today. */
export type NowFigures = Powers &
  Readonly<{
    unaccountedW: number | null
    /** Share of the installed capacity, 0 to 1. */
    capacityShare: number | null
    todayKwh: number | null
  }>

export const toNowFigures = (wire: FastSystem): NowFigures => ({
  ...toPowers(wire),
  unaccountedW: wire.unaccountedPower,
  capacityShare: wire.generationCapacity,
  todayKwh: wire.generationValue,
})

/** Now, today, this month, this year and total. */
export type PlantFigures = Readonly<{
  now: NowFigures
  day: Energies
  month: Energies
  year: Energies
  total: Energies
  yesterdaySpecificYieldH: number | null
  operatingDays: number
  /** Sum of the devices' own lifetime counters. */
  countersKwh: number | null
  /** Counters that disagree today, so that only one of the two counts. */
  disagreements: OperatingSystem['disagreements']
  /** Inverters that wait to be confirmed. */
  waitingInverters: number
  /** Devices that said more power today than they can deliver. */
  overLimitDevices: number
  currency: string
  /** Income of a kWh produced today at any time; null: it depends on the tariff, or there is no price. */
  price: number | null
  isPriced: boolean
}>

export const toPlantFigures = (wire: OperatingSystem): PlantFigures => ({
  now: toNowFigures(wire),
  day: toEnergies(wire.day),
  month: toEnergies(wire.month),
  year: toEnergies(wire.year),
  total: toEnergies(wire.total),
  yesterdaySpecificYieldH: wire.fullPowerYesterdayHours,
  operatingDays: wire.operatingTotalDays,
  countersKwh: wire.counterTotal,
  disagreements: wire.disagreements,
  waitingInverters: wire.waitingDevices,
  overLimitDevices: wire.refusedPowerDevices,
  currency: wire.currency,
  price: wire.price,
  isPriced: wire.hasPrices,
})

/** An earlier period of the plant, and only its days with data. */
export type Comparison = Readonly<{
  with: 'week' | 'yearBefore' | 'monthBefore'
  from: string
  to: string
  days: number
  pvKwh: number
  clearSkyKwh: number
}>

/** A period's production beside clear skies and beside the plant's own past; null: nothing to compare with. */
export type SkyFigures = Readonly<{
  /** The most that clear skies allow on the days with data, kWh; today's until the newest sample. */
  clearSkyKwh: number | null
  comparison: Comparison | null
}>

const toSky = ({ clearSkyValue, comparison }: SkyPart): SkyFigures => ({
  clearSkyKwh: clearSkyValue,
  comparison: comparison && {
    with: comparison.with,
    from: comparison.from,
    to: comparison.to,
    days: comparison.days,
    pvKwh: comparison.generationValue,
    clearSkyKwh: comparison.clearSkyValue,
  },
})

/** A slot of the day curve. */
export type PowerSlot = Powers &
  Readonly<{
    atMs: number
    upsW: number | null
    /** Share of the plant's devices that reported, 0 to 1. */
    coverage: number
    estimated: boolean
  }>

export const toPowerSlot = (wire: PowerRecord): PowerSlot => ({
  ...toPowers(wire),
  atMs: toMs(wire.dateTime),
  upsW: wire.upsPower,
  coverage: wire.coverage,
  estimated: wire.estimated,
})

export type DayCurveFigures = Readonly<
  Pick<DayRecord, 'date' | 'intervalS'> & {
    zone: string
    sunriseMs: number | null
    sunsetMs: number | null
    /** Power under a clear sky: an upper bound, computed, never measured. */
    clearSky: readonly Readonly<{ atMs: number; powerW: number }>[]
    gaps: readonly Interval[]
    energies: Energies
    sky: SkyFigures
    slots: readonly PowerSlot[]
  }
>

export const toDayCurveFigures = (wire: DayRecord): DayCurveFigures => ({
  date: wire.date,
  intervalS: wire.intervalS,
  zone: wire.timeZone,
  sunriseMs: toMs(wire.sunrise),
  sunsetMs: toMs(wire.sunset),
  clearSky: wire.clearSky.map(({ dateTime, power }) => ({ atMs: toMs(dateTime), powerW: power })),
  gaps: wire.gaps.map(({ from, to }) => ({ fromMs: toMs(from), toMs: toMs(to) })),
  energies: toEnergies(wire.statistics),
  sky: toSky(wire),
  slots: wire.records.map(toPowerSlot),
})

/** The energies of one day, month or year; `month` and `day` are 0 in rows of longer periods. */
export type PeriodEnergies = Energies & Readonly<Pick<PeriodRow, 'year' | 'month' | 'day'>>

export type PeriodFigures = Readonly<{
  energies: Energies
  sky: SkyFigures
  rows: readonly PeriodEnergies[]
  currency: string
}>

export const toPeriodFigures = (wire: PeriodStats): PeriodFigures => ({
  energies: toEnergies(wire.statistics),
  sky: toSky(wire),
  rows: wire.records.map((row) => ({ ...toEnergies(row), year: row.year, month: row.month, day: row.day })),
  currency: wire.currency,
})
