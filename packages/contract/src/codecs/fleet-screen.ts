import type { Reason, Status } from '@heliograph/domain/status.ts'
import type { Screen } from '../maintain-s/screen.ts'
import { type Codec, fromFields, kilo, kilowattPeak, toFields } from './fields.ts'
import { statusReason } from './reason.ts'

type Sum = Readonly<{ known: number; generationWh: number | null }>

/** A large screen about plants: `known` counts those whose energy of the day is known. */
export type FleetScreen = Readonly<{
  counts: Readonly<{ total: number; byStatus: Screen['counts']['byStatus']; powerW: number | null }>
  capacityWp: number
  today: Sum
  yesterday: Sum
  /** Tonnes, of today. */
  co2T: number | null
  income: readonly Readonly<{ currency: string; amount: number }>[]
  /** The highest specific yields of today: kWh per kWp, which are hours. */
  ranking: readonly Readonly<{ id: number; name: string; yieldH: number }>[]
  /** The worst first. */
  troubles: readonly Readonly<{ id: number; name: string; zone: string; status: Status; reason: Reason }>[]
}>

const fields = { capacityWp: ['installedCapacity', kilowattPeak], co2T: 'co2Today' } as const
const countFields = { total: 'total', byStatus: 'byStatus', powerW: 'generationPower' } as const
const sumFields = { known: 'known', generationWh: ['generationValue', kilo] } as const
const rankFields = { id: 'id', name: 'name', yieldH: 'fullPowerHours' } as const
const troubleFields = { id: 'id', name: 'name', zone: 'regionTimezone', status: 'status' } as const

export const plantCounts = {
  toWire: (ours) => toFields(countFields, ours),
  fromWire: (wire) => fromFields(countFields, wire),
} satisfies Codec<FleetScreen['counts'], Screen['counts']>

export const fleetScreen = {
  toWire: (ours) => ({
    ...toFields(fields, ours),
    counts: plantCounts.toWire(ours.counts),
    today: toFields(sumFields, ours.today),
    yesterday: toFields(sumFields, ours.yesterday),
    income: [...ours.income],
    ranking: ours.ranking.map((plant) => toFields(rankFields, plant)),
    troubles: ours.troubles.map((plant) => ({
      ...toFields(troubleFields, plant),
      reason: statusReason.toWire(plant.reason),
    })),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    counts: plantCounts.fromWire(wire.counts),
    today: fromFields(sumFields, wire.today),
    yesterday: fromFields(sumFields, wire.yesterday),
    income: wire.income,
    ranking: wire.ranking.map((plant) => fromFields(rankFields, plant)),
    troubles: wire.troubles.map((plant) => ({
      ...fromFields(troubleFields, plant),
      reason: statusReason.fromWire(plant.reason),
    })),
  }),
} satisfies Codec<FleetScreen, Screen>
