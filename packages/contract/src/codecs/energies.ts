import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { Bill, MoneyWithoutVat } from '@heliograph/domain/tariff/day-money.ts'
import type { EnergyFigures, energyFields } from '../maintain-s/system.ts'
import { type Codec, fromFields, kilo, toFields } from './fields.ts'
import { moneyParts } from './money.ts'

type Field = (typeof energyFields)[number]

/** Names of the flows on the wire. */
const flowFields = {
  generation: 'generationValue',
  load: 'useValue',
  import: 'buyValue',
  export: 'gridValue',
  charge: 'chargeValue',
  discharge: 'dischargeValue',
  generator: 'generatorValue',
} as const satisfies Record<Flow, Field>
const flowsByField = Object.fromEntries(Object.entries(flowFields).map(([flow, field]) => [field, flow])) as Record<
  Field,
  Flow
>

export const flow = {
  toWire: (ours) => flowFields[ours],
  fromWire: (wire) => flowsByField[wire],
} satisfies Codec<Flow, Field>

/** Energies of one period in Wh, with the parts of production and of consumption; null: not measured here. */
export type Energies = Readonly<{
  pvWh: number | null
  loadWh: number | null
  importWh: number | null
  exportWh: number | null
  chargeWh: number | null
  dischargeWh: number | null
  generatorWh: number | null
  pvToLoadWh: number | null
  pvToBatteryWh: number | null
  pvToGridWh: number | null
  loadFromPvWh: number | null
  loadFromBatteryWh: number | null
  loadFromGeneratorWh: number | null
  loadFromGridWh: number | null
  /** The same parts in % of their whole, adding up to 100. */
  pvToLoadPercent: number | null
  pvToBatteryPercent: number | null
  pvToGridPercent: number | null
  loadFromPvPercent: number | null
  loadFromBatteryPercent: number | null
  loadFromGeneratorPercent: number | null
  loadFromGridPercent: number | null
  /** Share of the charge that the grid gave, by the hours of the days; absent: no hours are known. */
  gridChargeWh?: number
  /** In the plant's currency, by its tariff. */
  income: number | null
  cost: number | null
  feedIn: number | null
  withoutPlant: number | null
  savings: number | null
  /** Absent: a day states no rate. */
  withoutVat?: MoneyWithoutVat
  /** Of those days alone whose savings are known; absent where the parts above are of the same days. */
  billed?: Bill
  /** Production per installed capacity: kWh per kWp, which are hours. */
  specificYieldH: number | null
  /** Counter steps refused as implausible, and their sum, excluded from all values above. */
  refusedSteps: number
  refusedWh: number
  counterResets: number
  /** Samples whose instant is estimated. */
  estimatedSamples: number
  /** Share of the production, and of the other energies: produced during a gap, so it may belong to another day. */
  estimatedWh: number
  estimatedOthersWh: number
  /** Energies above that were integrated from powers: estimated. */
  byPower: readonly Flow[]
  /** Share of the production: reported by the device for the hours before its first record. */
  reportedWh: number
  /** Share of the production: derived from a hybrid's counter and its battery, or from the power of its cells. */
  derivedWh: number
  /** Offsets that people added to the production and to the consumption above, of either sign. */
  addedWh: number
  addedUseWh: number
  /** Energies that are what the devices' lifetime counters show. */
  fromLifetime: readonly Flow[]
  /** The use of the production is the planned share of it. */
  isUsePlanned: boolean
}>

const fields = {
  pvWh: ['generationValue', kilo],
  loadWh: ['useValue', kilo],
  importWh: ['buyValue', kilo],
  exportWh: ['gridValue', kilo],
  chargeWh: ['chargeValue', kilo],
  dischargeWh: ['dischargeValue', kilo],
  generatorWh: ['generatorValue', kilo],
  pvToLoadWh: ['genForUse', kilo],
  pvToBatteryWh: ['genForCharge', kilo],
  pvToGridWh: ['genForGrid', kilo],
  loadFromPvWh: ['useFromGen', kilo],
  loadFromBatteryWh: ['useFromDischarge', kilo],
  loadFromGeneratorWh: ['useFromGenerator', kilo],
  loadFromGridWh: ['useFromBuy', kilo],
  pvToLoadPercent: 'generationRatio',
  pvToBatteryPercent: 'chargeRatio',
  pvToGridPercent: 'gridRatio',
  loadFromPvPercent: 'useRatio',
  loadFromBatteryPercent: 'useDischargeRatio',
  loadFromGeneratorPercent: 'useGeneratorRatio',
  loadFromGridPercent: 'buyRatio',
  income: 'incomeValue',
  cost: 'costValue',
  feedIn: 'feedInValue',
  withoutPlant: 'withoutPlantValue',
  savings: 'savedValue',
  specificYieldH: 'fullPowerHoursDay',
  refusedSteps: 'quarantined',
  refusedWh: ['refusedValue', kilo],
  counterResets: 'resets',
  estimatedSamples: 'estimated',
  estimatedWh: ['estimatedValue', kilo],
  estimatedOthersWh: ['estimatedOthersValue', kilo],
  reportedWh: ['reportedValue', kilo],
  derivedWh: ['derivedValue', kilo],
  addedWh: ['generationOffset', kilo],
  addedUseWh: ['useOffset', kilo],
  isUsePlanned: 'theoryUse',
} as const

const billFields = { cost: 'costValue', feedIn: 'feedInValue', withoutPlant: 'withoutPlantValue' } as const

export const energies = {
  toWire: ({ withoutVat, billed, gridChargeWh, ...ours }) => ({
    ...toFields(fields, ours),
    ...(withoutVat && { netOfVat: moneyParts.toWire(withoutVat) }),
    ...(billed && { savedDays: toFields(billFields, billed) }),
    ...(gridChargeWh !== undefined && { chargeFromBuy: kilo.toWire(gridChargeWh) }),
    fromPower: ours.byPower.map(flow.toWire),
    uploadedTotals: ours.fromLifetime.map(flow.toWire),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    ...(wire.netOfVat && { withoutVat: moneyParts.fromWire(wire.netOfVat) }),
    ...(wire.savedDays && { billed: fromFields(billFields, wire.savedDays) }),
    ...(wire.chargeFromBuy !== undefined && { gridChargeWh: kilo.fromWire(wire.chargeFromBuy) }),
    byPower: wire.fromPower.map(flow.fromWire),
    fromLifetime: wire.uploadedTotals.map(flow.fromWire),
  }),
} satisfies Codec<Energies, EnergyFigures>
