import { isCurrency } from '@heliograph/domain/money.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import { type PlantRecord, recountsHistory } from '@heliograph/domain/plant-record.ts'
import { isDate, isZone } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { UseText } from '../../texts/use-text.tsx'
import { parseNumber } from './parse-place.ts'

/** The form as typed. */
export type PlantDraft = Readonly<{
  name: string
  type: PlantType | ''
  grid: GridType | ''
  capacity: string
  /** YYYY-MM-DD, as a date field has it. */
  startedOn: string
  area: string
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

/** Part of the plant's record behind each field of the form. A part without a field does not compile. */
const partOf = {
  name: 'name',
  type: 'type',
  grid: 'gridType',
  capacity: 'capacityWp',
  startedOn: 'startedOn',
  area: 'floorAreaM2',
  address: 'address',
  country: 'country',
  latitude: 'latitudeDeg',
  longitude: 'longitudeDeg',
  altitude: 'altitudeM',
  zone: 'zone',
  currency: 'currency',
  price: 'pricePerKwh',
  azimuth: 'azimuthDeg',
  tilt: 'tiltDeg',
} as const satisfies Record<keyof PlantDraft, keyof PlantRecord>
export type PlantField = keyof PlantDraft
/** The text that names a part of the record. */
export const labelOfPart = Object.fromEntries(
  Object.entries(partOf).map(([field, part]) => [part, `plant-create.${field}`]),
) as { readonly [F in PlantField as (typeof partOf)[F]]: `plant-create.${F}` }
const fieldNames = Object.keys(partOf) as readonly PlantField[]

/** `label`: of the field that the text names. */
export type Fault = Readonly<{ key: TextKey; label?: TextKey; values?: Readonly<Record<string, number>> }>

export const writeFault = (text: UseText['text'], { key, label, values }: Fault): string =>
  text(key, label ? { field: text(label) } : values)
export type PlantFaults = Readonly<Partial<Record<keyof PlantDraft, Fault>>>

/** The bounds and defaults of the contract; the test beside this file holds the two together. */
const bounds = {
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
  altitude: { min: -500, max: 9_000 },
  price: { min: 0, max: 1_000_000 },
  azimuth: { min: 0, max: 360 },
  tilt: { min: 0, max: 90 },
} as const
const MAX_CAPACITY_KWP = 10_000_000
const MAX_FLOOR_AREA_M2 = 1_000_000_000

export const emptyDraft: PlantDraft = {
  name: '',
  type: '',
  grid: '',
  capacity: '',
  startedOn: '',
  area: '',
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
  if (name === '') faults.name = { key: 'field.required', label: 'plant-create.name' }
  else if (name.length > 100) faults.name = { key: 'plant-create.error.nameLong' }
  if (draft.type === '') faults.type = { key: 'plant-create.error.type' }
  if (draft.grid === '') faults.grid = { key: 'plant-create.error.grid' }
  const capacity = parseNumber(draft.capacity)
  if (!(capacity > 0 && capacity <= MAX_CAPACITY_KWP)) faults.capacity = { key: 'plant-create.error.capacity' }
  if (draft.startedOn !== '' && !isFirstDay(draft.startedOn)) faults.startedOn = { key: 'plant-create.error.startedOn' }
  const area = draft.area.trim() === '' ? 1 : parseNumber(draft.area)
  if (!(area > 0 && area <= MAX_FLOOR_AREA_M2)) faults.area = { key: 'plant-create.error.area' }
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

/** The plant's record, or undefined while something is wrong. */
export function toRecord(draft: PlantDraft): PlantRecord | undefined {
  if (Object.keys(checkPlant(draft)).length > 0 || draft.type === '' || draft.grid === '') return undefined
  return {
    name: draft.name.trim(),
    type: draft.type,
    gridType: draft.grid,
    // Whole mW: 1.005 * 1000 is not a round number of watts.
    capacityWp: Math.round(parseNumber(draft.capacity) * 1e6) / 1e3,
    startedOn: draft.startedOn === '' ? null : draft.startedOn,
    floorAreaM2: draft.area.trim() === '' ? null : parseNumber(draft.area),
    address: draft.address.trim().slice(0, 300),
    country: draft.country,
    latitudeDeg: parseNumber(draft.latitude),
    longitudeDeg: parseNumber(draft.longitude),
    altitudeM: draft.altitude.trim() === '' ? 0 : parseNumber(draft.altitude),
    zone: draft.zone,
    currency: draft.currency,
    pricePerKwh: draft.price.trim() === '' ? null : parseNumber(draft.price),
    azimuthDeg: parseNumber(draft.azimuth),
    tiltDeg: parseNumber(draft.tilt),
  }
}

/** A plant as its form shows it. @param locale for the decimal separator */
export function toDraft(plant: PlantRecord, locale: string): PlantDraft {
  const writer = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
  const write = (value: number | null): string => (value === null ? '' : writer.format(value))
  return {
    name: plant.name,
    type: plant.type,
    grid: plant.gridType,
    capacity: write(plant.capacityWp / 1000),
    startedOn: plant.startedOn ?? '',
    area: write(plant.floorAreaM2),
    address: plant.address,
    country: plant.country,
    latitude: write(plant.latitudeDeg),
    longitude: write(plant.longitudeDeg),
    altitude: write(plant.altitudeM),
    zone: plant.zone,
    currency: plant.currency,
    price: write(plant.pricePerKwh),
    azimuth: write(plant.azimuthDeg),
    tilt: write(plant.tiltDeg),
  }
}

/** The changed fields; another notation of the same number is no change. */
export function findChanged(before: PlantDraft, now: PlantDraft): readonly PlantField[] {
  const [was, is] = [toRecord(before), toRecord(now)]
  return fieldNames.filter((name) =>
    was === undefined || is === undefined ? before[name] !== now[name] : was[partOf[name]] !== is[partOf[name]],
  )
}

/** The parts of the record that they are. */
export const toParts = (changed: readonly PlantField[]): readonly (keyof PlantRecord)[] =>
  changed.map((name) => partOf[name])

/** The changes that recount past energies. */
export const findRecounting = (changed: readonly PlantField[]): readonly PlantField[] =>
  changed.filter((name) => recountsHistory[partOf[name]])
