import type { GridType, PlantType } from './plant.ts'

/**
 * The data that people enter about a plant. Every carrier of it (the wire, the table, the form) names every
 * part, so that a dropped part does not compile.
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
  /** ISO 3166 alpha-2; '': unknown. */
  country: string
  /** IANA name. */
  zone: string
  currency: string
  /** null: unknown. */
  pricePerKwh: number | null
  /** 0 north, 90 east, 180 south. */
  azimuthDeg: number
  /** 0 flat, 90 upright. */
  tiltDeg: number
  /** YYYY-MM-DD at the plant; null: unknown. */
  startedOn: string | null
  /** Of the roof or ground that it covers; null: unknown. */
  floorAreaM2: number | null
}>

/** Defaults for the parts of a plant that people have not entered. */
export const usualPlantParts = {
  altitudeM: 0,
  address: '',
  country: '',
  pricePerKwh: null,
  azimuthDeg: 180,
  tiltDeg: 20,
  startedOn: null,
  floorAreaM2: null,
} as const satisfies Partial<PlantRecord>

/**
 * Whether a change of this part changes past energies: the capacity bounds the rise of counters, the zone bounds the
 * days, and place and orientation shape the curve that divides a gap.
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
  floorAreaM2: false,
}
export const plantRecordParts = Object.keys(recountsHistory) as readonly (keyof PlantRecord)[]
