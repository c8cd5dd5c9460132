import type { CallInput } from '@heliograph/contract/calls.ts'
import { isCurrency } from '@heliograph/domain/money.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import { isZone } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { parseNumber } from './parse-place.ts'

/** The form as it is typed. */
export type PlantDraft = Readonly<{
  name: string
  type: PlantType | ''
  grid: GridType | ''
  capacity: string
  address: string
  latitude: string
  longitude: string
  zone: string
  currency: string
  price: string
  azimuth: string
  tilt: string
}>

export type NewStation = CallInput<'POST /maintain-s/station'>['body']
export type Fault = Readonly<{ key: TextKey; values?: Readonly<Record<string, number>> }>
export type PlantFaults = Readonly<Partial<Record<keyof PlantDraft, Fault>>>

/** The bounds of the contract (newStation); the test beside this file holds the two together. */
const bounds = {
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
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
  address: '',
  latitude: '',
  longitude: '',
  zone: '',
  currency: '',
  price: '',
  azimuth: '180',
  tilt: '30',
}

/** What is wrong, field by field, in the order of the form. */
export function checkPlant(draft: PlantDraft): PlantFaults {
  const faults: Partial<Record<keyof PlantDraft, Fault>> = {}
  const name = draft.name.trim()
  if (name === '') faults.name = { key: 'plant-create.error.name' }
  else if (name.length > 100) faults.name = { key: 'plant-create.error.nameLong' }
  if (draft.type === '') faults.type = { key: 'plant-create.error.type' }
  if (draft.grid === '') faults.grid = { key: 'plant-create.error.grid' }
  const capacity = parseNumber(draft.capacity)
  if (!(capacity > 0 && capacity <= MAX_CAPACITY_KWP)) faults.capacity = { key: 'plant-create.error.capacity' }
  for (const field of ['latitude', 'longitude', 'price', 'azimuth', 'tilt'] as const) {
    // A price need not be known.
    if (field === 'price' && draft.price.trim() === '') continue
    const { min, max } = bounds[field]
    const number = parseNumber(draft[field])
    if (!(number >= min && number <= max)) faults[field] = { key: 'plant-create.error.number', values: { min, max } }
  }
  if (!isZone(draft.zone)) faults.zone = { key: 'plant-create.error.zone' }
  if (!isCurrency(draft.currency)) faults.currency = { key: 'plant-create.error.currency' }
  return faults
}

/** The call's body, or undefined while something is wrong. */
export function toNewStation(draft: PlantDraft): NewStation | undefined {
  if (Object.keys(checkPlant(draft)).length > 0 || draft.type === '' || draft.grid === '') return undefined
  return {
    name: draft.name.trim(),
    type: draft.type,
    gridInterconnectionType: draft.grid,
    installedCapacity: parseNumber(draft.capacity),
    locationAddress: draft.address.trim().slice(0, 300),
    locationLat: parseNumber(draft.latitude),
    locationLng: parseNumber(draft.longitude),
    regionTimezone: draft.zone,
    currency: draft.currency,
    mergeElectricPrice: draft.price.trim() === '' ? null : parseNumber(draft.price),
    installationAzimuthAngle: parseNumber(draft.azimuth),
    installationTiltAngle: parseNumber(draft.tilt),
  }
}
