/** The calls of the fleet page, in our words. */
import { kilo } from '@heliograph/contract/codecs/fields.ts'
import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type { FleetPlace as WirePlace, FleetRow as WireRow } from '@heliograph/contract/maintain-s/fleet.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { type PlantSort, toWireOrder } from './plant-order.ts'
import type { StatusReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'

/** A plant among others. Specific yields in kWh per kWp. */
export type FleetPlant = Readonly<{
  id: number
  name: string
  capacityWp: number
  zone: string
  status: Status
  reason: StatusReason
  pvW: number | null
  socPercent: number | null
  todayYield: number | null
  todayWh: number | null
  lastAtMs: number | null
  /** The cost of its open alarms since the first of them began; undefined: none is open. */
  lost: Readonly<{ wh: number | null; income: number | null; currency: string; sinceMs: number }> | undefined
  /** The caller's own plants nearby, and the median of their yields of today. */
  neighbors: Readonly<{ count: number; todayYield: number | null }>
  /** Its first picture (api/plant-images.ts). */
  coverId: number | null
  /** The caller's tags on it (api/plant-lists.ts). */
  tagIds: readonly number[]
  /** Seven dates, today last. */
  days: readonly Readonly<{ day: string; yield: number | null }>[]
}>

const toFleetPlant = (wire: WireRow): FleetPlant => ({
  id: wire.id,
  name: wire.name,
  capacityWp: wire.installedCapacity * 1000,
  zone: wire.regionTimezone,
  status: wire.status,
  reason: statusReason.fromWire(wire.reason),
  pvW: wire.generationPower,
  socPercent: wire.batterySoc,
  todayYield: wire.fullPowerHoursDay,
  todayWh: wire.generationValue === null ? null : kilo.fromWire(wire.generationValue),
  lastAtMs: toMs(wire.lastUpdateTime),
  lost:
    wire.lostSince === null
      ? undefined
      : {
          wh: wire.lostValue === null ? null : kilo.fromWire(wire.lostValue),
          income: wire.lostIncome,
          currency: wire.currency,
          sinceMs: wire.lostSince * 1000,
        },
  coverId: wire.coverImageId,
  tagIds: wire.tagIds,
  neighbors: { count: wire.neighbors.count, todayYield: wire.neighbors.fullPowerHoursDay },
  days: wire.days.map(({ day, fullPowerHours }) => ({ day, yield: fullPowerHours })),
})

export type FleetFilter = Readonly<{
  keyword?: string
  statuses?: readonly Status[]
  tagIds?: readonly number[]
}>
export type FleetSearch = FleetFilter & Readonly<{ sort: PlantSort; page: number; size: number }>
export type FleetPage = Readonly<{ total: number; plants: readonly FleetPlant[] }>

const toBody = ({ keyword = '', statuses = [], tagIds = [] }: FleetFilter) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
  ...(tagIds.length === 0 ? {} : { tagIds: [...tagIds] }),
})

export async function searchFleet(asked: FleetSearch, signal?: AbortSignal): Promise<FleetPage> {
  const { sort, page, size } = asked
  const query = { page, size, ...toWireOrder(sort) }
  const wire = await call('POST /maintain-s/operating/station/fleet', { query, body: toBody(asked) }, { signal })
  return { total: wire.total, plants: wire.data.map(toFleetPlant) }
}

/** Plants that the caller holds without the right to view them. */
export const namesOnlyQuery = queryOptions({
  queryKey: ['plants', 'names'],
  queryFn: async ({ signal }) => (await call('GET /maintain-s/operating/station/names', undefined, { signal })).data,
})

/** The energy of all plants today. */
export type FleetToday = Readonly<{
  known: number
  energyWh: number | null
  income: readonly Readonly<{ currency: string; amount: number }>[]
  /** Plants with a tariff whose money is not in `income`. */
  unpriced: number
}>

export async function fetchFleetToday(signal?: AbortSignal): Promise<FleetToday> {
  const wire = await call('POST /maintain-s/operating/station/today', undefined, { signal })
  const { known, generationValue, income, incomeLeftOut: unpriced } = wire
  return { known, energyWh: generationValue === null ? null : kilo.fromWire(generationValue), income, unpriced }
}

export type Bounds = Readonly<{ west: number; south: number; east: number; north: number }>

/** A dot on the map: one plant, or a group of plants close together. */
export type FleetPlace = Readonly<{
  latitudeDeg: number
  longitudeDeg: number
  count: number
  status: Status
  id: number | null
  name: string | null
}>
export type FleetPlaces = Readonly<{ total: number; isMerged: boolean; places: readonly FleetPlace[] }>

export const toPlace = ({ locationLat, locationLng, ...same }: WirePlace): FleetPlace => ({
  latitudeDeg: locationLat,
  longitudeDeg: locationLng,
  ...same,
})

export async function fetchPlaces(
  filter: FleetFilter,
  bounds: Bounds | undefined,
  signal?: AbortSignal,
): Promise<FleetPlaces> {
  const body = { ...toBody(filter), ...(bounds === undefined ? {} : { bounds }) }
  const { total, merged, data } = await call('POST /maintain-s/operating/station/places', { body }, { signal })
  return { total, isMerged: merged, places: data.map(toPlace) }
}
