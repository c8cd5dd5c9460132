import type { EnergySaved, OperatingSystem } from '../maintain-s/system.ts'
import { type Energies, energies } from './energies.ts'
import { type Codec, fromFields, kilo, toFields } from './fields.ts'
import { type PlantNow, plantNow } from './plant-now.ts'

/** Now, today, this month, this year and total. */
export type PlantFigures = Readonly<{
  now: PlantNow
  day: Energies
  month: Energies
  year: Energies
  total: Energies
  yesterdaySpecificYieldH: number | null
  operatingDays: number
  /** Sum of the devices' own lifetime counters. */
  countersWh: number | null
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

const fields = {
  yesterdaySpecificYieldH: 'fullPowerYesterdayHours',
  operatingDays: 'operatingTotalDays',
  countersWh: ['counterTotal', kilo],
  disagreements: 'disagreements',
  waitingInverters: 'waitingDevices',
  overLimitDevices: 'refusedPowerDevices',
  currency: 'currency',
  price: 'price',
  isPriced: 'hasPrices',
} as const

export const plantFigures = {
  toWire: (ours) => ({
    ...plantNow.toWire(ours.now),
    ...toFields(fields, ours),
    day: energies.toWire(ours.day),
    month: energies.toWire(ours.month),
    year: energies.toWire(ours.year),
    total: energies.toWire(ours.total),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    now: plantNow.fromWire(wire),
    day: energies.fromWire(wire.day),
    month: energies.fromWire(wire.month),
    year: energies.fromWire(wire.year),
    total: energies.fromWire(wire.total),
  }),
} satisfies Codec<PlantFigures, OperatingSystem>

/** Environmental benefits of a plant's production, with their factors. */
export type Savings = Readonly<{
  co2Tonnes: number | null
  coalTonnes: number | null
  trees: number | null
  income: number | null
  producedWh: number | null
  factors: EnergySaved['factors']
}>

const savingFields = {
  co2Tonnes: 'emissionReductionCO2',
  coalTonnes: 'standardCoalSaved',
  trees: 'treesPlanted',
  income: 'incomeTotal',
  producedWh: ['generationTotal', kilo],
  factors: 'factors',
} as const

export const savings = {
  toWire: (ours) => toFields(savingFields, ours),
  fromWire: (wire) => fromFields(savingFields, wire),
} satisfies Codec<Savings, EnergySaved>
