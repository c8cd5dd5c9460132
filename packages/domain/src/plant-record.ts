import type { GridType, PlantType } from './plant.ts'

/**
 * What people say about a plant. Whatever carries it (the wire, the table, the export, the form) names every part of it,
 * so that a part which is dropped anywhere does not compile.
 */
export type PlantRecord = Readonly<{
  name: string
  type: PlantType
  gridType: GridType
  capacityWp: number
  latitudeDeg: number
  longitudeDeg: number
  altitudeM: number
  address: string
  /** ISO 3166 alpha-2; '' : not said. */
  country: string
  /** IANA name. */
  zone: string
  currency: string
  /** null: not known. */
  pricePerKwh: number | null
  /** 0 north, 90 east, 180 south. */
  azimuthDeg: number
  /** 0 flat, 90 upright. */
  tiltDeg: number
  /** YYYY-MM-DD at the plant; null: not known. */
  startedOn: string | null
}>

/**
 * Whether a change of this part changes energies that are already counted: the capacity bounds what a counter may rise,
 * the zone cuts the days, place and orientation shape the curve by which a gap is divided.
 */
export const recountsHistory: Readonly<Record<keyof PlantRecord, boolean>> = {
  name: false,
  type: false,
  gridType: false,
  capacityWp: true,
  latitudeDeg: true,
  longitudeDeg: true,
  altitudeM: true,
  address: false,
  country: false,
  zone: true,
  currency: false,
  pricePerKwh: false,
  azimuthDeg: true,
  tiltDeg: true,
  startedOn: false,
}
export const plantRecordParts = Object.keys(recountsHistory) as readonly (keyof PlantRecord)[]
