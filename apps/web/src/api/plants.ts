/** Plants in our words: what the wire calls a station, translated once, and the calls about one. */
import type { Station, StationCounts, StationRecord } from '@heliograph/contract/maintain-s/station.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { toPlantCode } from '@heliograph/domain/permissions.ts'
import type { PlantType } from '@heliograph/domain/plant.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import type { Proof } from './account-types.ts'
import { call } from './call.ts'
import { type PlantSearch, toPlantSearch } from './first-requests.ts'
import { toModulePlane } from './planes.ts'
import { type StatusReason, toReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'

/** A plant in a list. */
export type PlantRow = Readonly<{
  id: number
  name: string
  type: PlantType
  address: string
  zone: string
  status: Status
  reason: StatusReason
  pvW: number | null
  socPercent: number | null
  todayKwh: number | null
  /** While the sun of the plant is down. */
  nextSunriseMs: number | null
  /** The sky of the hour; null: not known. */
  weather: WeatherKind | null
  airC: number | null
}>

export const toPlantRow = (wire: Station): PlantRow => ({
  id: wire.id,
  name: wire.name,
  type: wire.type,
  address: wire.locationAddress,
  zone: wire.regionTimezone,
  status: wire.status,
  reason: toReason(wire.reason),
  pvW: wire.generationPower,
  socPercent: wire.batterySoc,
  todayKwh: wire.generationValue,
  nextSunriseMs: toMs(wire.nextSunrise),
  weather: wire.weather,
  airC: wire.temperature,
})

/** What people say about a plant, how it is, and what the session may do with it. */
export type Plant = PlantRecord &
  Readonly<{
    /** Where its modules face, at least one. */
    planes: readonly ModulePlane[]
    /** What was installed from which day on (null: from the start), the last one today. */
    capacities: readonly Readonly<{ from: string | null; capacityWp: number }>[]
    status: Status
    reason: StatusReason
    deviceCount: number
    loggerCount: number
    /** Marked role codes (domain/permissions.ts, toPlantCode); undefined: none are needed, the session owns it. */
    codes: readonly string[] | undefined
  }>

type SwitchedCodes = Station['roleCode']

/** Specification, sections 4 and 6: the codes that are on, marked. Without any codes every check passes. */
export const readPlantCodes = (codes: SwitchedCodes): readonly string[] | undefined =>
  codes.length === 0 ? undefined : codes.filter(({ isOn }) => isOn > 0).map(({ code }) => toPlantCode(code))

/** Built from its row in a list, with the plant's own codes, while the details are missing. */
export const toPlantInList = (wire: Station): Plant => ({ ...toPlant(wire), codes: readPlantCodes(wire.roleCode) })

export const toPlant = (wire: Station): Plant => ({
  name: wire.name,
  type: wire.type,
  gridType: wire.gridInterconnectionType,
  capacityWp: fromKwp(wire.installedCapacity),
  latitudeDeg: wire.locationLat,
  longitudeDeg: wire.locationLng,
  altitudeM: wire.locationAltitude,
  address: wire.locationAddress,
  country: wire.regionNationId,
  zone: wire.regionTimezone,
  currency: wire.currency,
  pricePerKwh: wire.mergeElectricPrice,
  azimuthDeg: wire.installationAzimuthAngle,
  tiltDeg: wire.installationTiltAngle,
  startedOn: wire.startOperatingTime === null ? null : localDate(wire.startOperatingTime * 1000, wire.regionTimezone),
  floorAreaM2: wire.floorArea,
  planes: wire.installationPlanes.map(toModulePlane),
  capacities: wire.installedCapacities.map(({ validFrom, installedCapacity }) => ({
    from: validFrom,
    capacityWp: fromKwp(installedCapacity),
  })),
  status: wire.status,
  reason: toReason(wire.reason),
  deviceCount: wire.deviceCount,
  loggerCount: wire.gatewayCount,
  codes: readPlantCodes(wire.externalRoleCode),
})

/** Whole mW, so that a capacity reads the same after the way there and back. */
export const fromKwp = (kwp: number): number => Math.round(kwp * 1_000_000) / 1000

/** What each part of a record is on the wire. A part without a field does not compile. */
const wireFields = {
  name: 'name',
  type: 'type',
  gridType: 'gridInterconnectionType',
  capacityWp: 'installedCapacity',
  latitudeDeg: 'locationLat',
  longitudeDeg: 'locationLng',
  altitudeM: 'locationAltitude',
  address: 'locationAddress',
  country: 'regionNationId',
  zone: 'regionTimezone',
  currency: 'currency',
  pricePerKwh: 'mergeElectricPrice',
  azimuthDeg: 'installationAzimuthAngle',
  tiltDeg: 'installationTiltAngle',
  startedOn: 'startOperatingTime',
  floorAreaM2: 'floorArea',
} as const satisfies Record<keyof PlantRecord, keyof StationRecord>

export const toStation = (record: PlantRecord): StationRecord => ({
  name: record.name,
  type: record.type,
  gridInterconnectionType: record.gridType,
  installedCapacity: record.capacityWp / 1000,
  locationLat: record.latitudeDeg,
  locationLng: record.longitudeDeg,
  locationAltitude: record.altitudeM,
  locationAddress: record.address,
  regionNationId: record.country,
  regionTimezone: record.zone,
  currency: record.currency,
  mergeElectricPrice: record.pricePerKwh,
  installationAzimuthAngle: record.azimuthDeg,
  installationTiltAngle: record.tiltDeg,
  startOperatingTime: record.startedOn === null ? null : dayBounds(record.startedOn, record.zone).fromMs / 1000,
  floorArea: record.floorAreaM2,
})

export const fetchPlant = async (id: number, language: LanguageCode, signal?: AbortSignal): Promise<Plant> =>
  toPlant(await call('GET /maintain-s/station/{id}/detail', { params: { id }, query: { language } }, { signal }))

/** Whether the session may see it; a failure of the network counts as no. */
export const canSeePlant = (id: number): Promise<boolean> =>
  call('GET /maintain-s/station/{id}', { params: { id } }).then(
    () => true,
    () => false,
  )

export const createPlant = async (record: PlantRecord): Promise<number> =>
  (await call('POST /maintain-s/station', { body: toStation(record) })).id

/** Changes the given fields. @param capacityFrom from which day a changed capacity counts; null: always @returns whether the history is recounted because of it */
export async function editPlant(
  id: number,
  record: PlantRecord,
  parts: readonly (keyof PlantRecord)[],
  capacityFrom?: string | null,
): Promise<boolean> {
  const wire = toStation(record)
  const body = Object.fromEntries(parts.map((part) => [wireFields[part], wire[wireFields[part]]]))
  const dated = capacityFrom === undefined ? body : { ...body, installedCapacityFrom: capacityFrom }
  return (await call('POST /maintain-s/station/{id}', { params: { id }, body: dated })).recount
}

/** @param name as typed; it must match the plant's name */
export const deletePlant = (id: number, name: string, proof: Proof) =>
  call('DELETE /maintain-s/station', { body: { id, name, proof } })

export const leavePlant = (id: number) => call('POST /maintain-s/station/{id}/leave', { params: { id } })

/** `wire` for toPlantInList. */
export type ListedPlant = PlantRow & Readonly<{ wire: Station }>
export type PlantPage = Readonly<{ total: number; rows: readonly ListedPlant[] }>
/** The plants that the session may see, a page of them. */
export async function searchPlants(asked: PlantSearch, signal?: AbortSignal): Promise<PlantPage> {
  const { total, data } = await call('POST /maintain-s/operating/station/search', toPlantSearch(asked), { signal })
  return { total, rows: data.map((wire) => ({ ...toPlantRow(wire), wire })) }
}

export type PlantCounts = Readonly<{
  total: number
  byStatus: Readonly<Partial<Record<Status, number>>>
  pvW: number | null
}>

/** How many plants have which status, and what all of them make now. */
export async function countPlants(
  keyword: string,
  signal?: AbortSignal,
  tagIds: readonly number[] = [],
): Promise<PlantCounts> {
  const body = { ...(keyword === '' ? {} : { keyword }), ...(tagIds.length === 0 ? {} : { tagIds: [...tagIds] }) }
  const wire = await call('POST /maintain-s/operating/station/counts', { body }, { signal })
  return toPlantCounts(wire)
}

export const toPlantCounts = (wire: StationCounts): PlantCounts => ({
  total: wire.total,
  byStatus: wire.byStatus,
  pvW: wire.generationPower,
})
