import type { Station, StationEdit, StationRecord } from '@heliograph/contract/maintain-s/station.ts'
import { isCurrency } from '@heliograph/domain/money.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import { type PlantRecord, recountsHistory } from '@heliograph/domain/plant-record.ts'
import { dayBounds, isDate, isZone, localDate } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { parseNumber } from './parse-place.ts'

/** The form as typed. */
export type PlantDraft = Readonly<{
  name: string
  type: PlantType | ''
  grid: GridType | ''
  capacity: string
  /** YYYY-MM-DD, as a date field has it. */
  startedOn: string
  address: string
  country: string
  latitude: string
  longitude: string
  altitude: string
  zone: string
  currency: string
  price: string
  azimuth: string
  tilt: string
}>

/** The wire field and the record's part for each form field. A part without a field does not compile. */
const fields = {
  name: { wire: 'name', part: 'name' },
  type: { wire: 'type', part: 'type' },
  grid: { wire: 'gridInterconnectionType', part: 'gridType' },
  capacity: { wire: 'installedCapacity', part: 'capacityWp' },
  startedOn: { wire: 'startOperatingTime', part: 'startedOn' },
  address: { wire: 'locationAddress', part: 'address' },
  country: { wire: 'regionNationId', part: 'country' },
  latitude: { wire: 'locationLat', part: 'latitudeDeg' },
  longitude: { wire: 'locationLng', part: 'longitudeDeg' },
  altitude: { wire: 'locationAltitude', part: 'altitudeM' },
  zone: { wire: 'regionTimezone', part: 'zone' },
  currency: { wire: 'currency', part: 'currency' },
  price: { wire: 'mergeElectricPrice', part: 'pricePerKwh' },
  azimuth: { wire: 'installationAzimuthAngle', part: 'azimuthDeg' },
  tilt: { wire: 'installationTiltAngle', part: 'tiltDeg' },
} as const satisfies Record<keyof PlantDraft, Readonly<{ wire: keyof StationRecord; part: keyof PlantRecord }>>
export type PlantField = keyof PlantDraft
const fieldNames = Object.keys(fields) as readonly PlantField[]

export type Fault = Readonly<{ key: TextKey; values?: Readonly<Record<string, number>> }>
export type PlantFaults = Readonly<Partial<Record<keyof PlantDraft, Fault>>>

/** The bounds and defaults of the contract (newStation); the test beside this file keeps the two equal. */
const bounds = {
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
  altitude: { min: -500, max: 9_000 },
  price: { min: 0, max: 1_000_000 },
  azimuth: { min: 0, max: 360 },
  tilt: { min: 0, max: 90 },
} as const
const MAX_CAPACITY_KWP = 10_000_000

export const emptyDraft: PlantDraft = {
  name: '',
  type: '',
  grid: '',
  capacity: '',
  startedOn: '',
  address: '',
  country: '',
  latitude: '',
  longitude: '',
  altitude: '',
  zone: '',
  currency: '',
  price: '',
  azimuth: '180',
  tilt: '20',
}

/** The errors, field by field, in the order of the form. */
export function checkPlant(draft: PlantDraft): PlantFaults {
  const faults: Partial<Record<keyof PlantDraft, Fault>> = {}
  const name = draft.name.trim()
  if (name === '') faults.name = { key: 'plant-create.error.name' }
  else if (name.length > 100) faults.name = { key: 'plant-create.error.nameLong' }
  if (draft.type === '') faults.type = { key: 'plant-create.error.type' }
  if (draft.grid === '') faults.grid = { key: 'plant-create.error.grid' }
  const capacity = parseNumber(draft.capacity)
  if (!(capacity > 0 && capacity <= MAX_CAPACITY_KWP)) faults.capacity = { key: 'plant-create.error.capacity' }
  if (draft.startedOn !== '' && !isFirstDay(draft.startedOn)) faults.startedOn = { key: 'plant-create.error.startedOn' }
  for (const field of ['latitude', 'longitude', 'altitude', 'price', 'azimuth', 'tilt'] as const) {
    // These two may be unknown.
    if ((field === 'price' || field === 'altitude') && draft[field].trim() === '') continue
    const { min, max } = bounds[field]
    const number = parseNumber(draft[field])
    if (!(number >= min && number <= max)) faults[field] = { key: 'plant-create.error.number', values: { min, max } }
  }
  if (!isZone(draft.zone)) faults.zone = { key: 'plant-create.error.zone' }
  if (!isCurrency(draft.currency)) faults.currency = { key: 'plant-create.error.currency' }
  return faults
}

/** The first panels on a roof were connected after 1950. */
const isFirstDay = (day: string): boolean => isDate(day) && day >= '1950-01-01' && day < '2200-01-01'

/** The record on the wire, or undefined while a field is invalid. */
export function toStation(draft: PlantDraft): StationRecord | undefined {
  if (Object.keys(checkPlant(draft)).length > 0 || draft.type === '' || draft.grid === '') return undefined
  return {
    name: draft.name.trim(),
    type: draft.type,
    gridInterconnectionType: draft.grid,
    installedCapacity: parseNumber(draft.capacity),
    startOperatingTime: draft.startedOn === '' ? null : dayBounds(draft.startedOn, draft.zone).fromMs / 1000,
    locationAddress: draft.address.trim().slice(0, 300),
    regionNationId: draft.country,
    locationLat: parseNumber(draft.latitude),
    locationLng: parseNumber(draft.longitude),
    locationAltitude: draft.altitude.trim() === '' ? 0 : parseNumber(draft.altitude),
    regionTimezone: draft.zone,
    currency: draft.currency,
    mergeElectricPrice: draft.price.trim() === '' ? null : parseNumber(draft.price),
    installationAzimuthAngle: parseNumber(draft.azimuth),
    installationTiltAngle: parseNumber(draft.tilt),
  }
}

/** A plant as its form shows it. @param locale for the decimal separator */
export function toDraft(station: Station, locale: string): PlantDraft {
  const writer = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
  const write = (value: number | null): string => (value === null ? '' : writer.format(value))
  const { startOperatingTime: startS, regionTimezone: zone } = station
  return {
    name: station.name,
    type: station.type,
    grid: station.gridInterconnectionType,
    capacity: write(station.installedCapacity),
    startedOn: startS === null ? '' : localDate(startS * 1000, zone),
    address: station.locationAddress,
    country: station.regionNationId,
    latitude: write(station.locationLat),
    longitude: write(station.locationLng),
    altitude: write(station.locationAltitude),
    zone,
    currency: station.currency,
    price: write(station.mergeElectricPrice),
    azimuth: write(station.installationAzimuthAngle),
    tilt: write(station.installationTiltAngle),
  }
}

/** The changed fields; another notation of the same number is no change. */
export function findChanged(before: PlantDraft, now: PlantDraft): readonly PlantField[] {
  const [was, is] = [toStation(before), toStation(now)]
  return fieldNames.filter((name) => {
    // A day is compared as typed: its instant moves with the zone.
    if (was === undefined || is === undefined || name === 'startedOn') return before[name] !== now[name]
    return was[fields[name].wire] !== is[fields[name].wire]
  })
}

/** The changes for the call. */
export function toEdit(changed: readonly PlantField[], now: StationRecord): StationEdit {
  return Object.fromEntries(changed.map((name) => [fields[name].wire, now[fields[name].wire]]))
}

/** The changes that recount past energies. */
export const findRecounting = (changed: readonly PlantField[]): readonly PlantField[] =>
  changed.filter((name) => recountsHistory[fields[name].part])
