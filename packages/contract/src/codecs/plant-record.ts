import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { type PlantRecord, plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { WirePlane } from '../maintain-s/planes.ts'
import type { StationRecord } from '../maintain-s/station.ts'
import { type Codec, fromFields, kilowattPeak, nameOf, toFields } from './fields.ts'

const fields = {
  name: 'name',
  type: 'type',
  gridType: 'gridInterconnectionType',
  capacityWp: ['installedCapacity', kilowattPeak],
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
} as const satisfies Record<
  keyof PlantRecord,
  keyof StationRecord | readonly [keyof StationRecord, typeof kilowattPeak]
>

/** Values that people enter about a plant. */
export const plantRecord = {
  toWire: (plant) => ({
    ...toFields(fields, plant),
    // A day is sent as an instant of it.
    startOperatingTime: plant.startedOn === null ? null : dayBounds(plant.startedOn, plant.zone).fromMs / 1000,
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    startedOn: wire.startOperatingTime === null ? null : localDate(wire.startOperatingTime * 1000, wire.regionTimezone),
  }),
} satisfies Codec<PlantRecord, StationRecord>

/** The wire's name for a part of the record. */
export const plantField = (part: keyof PlantRecord): keyof StationRecord => nameOf(fields[part]) as keyof StationRecord

/** Some parts of a record, on the wire. */
export function toPlantFields(plant: PlantRecord, parts: readonly (keyof PlantRecord)[]): Partial<StationRecord> {
  const wire = plantRecord.toWire(plant)
  return Object.fromEntries(parts.map((part) => [plantField(part), wire[plantField(part)]]))
}

/** The parts that an edit names, over the record as it is now; absent parts keep their exact values. */
export function fromPlantFields(
  edit: Readonly<{ [F in keyof StationRecord]?: StationRecord[F] | undefined }>,
  now: PlantRecord,
): Partial<PlantRecord> {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const whole = plantRecord.fromWire({ ...plantRecord.toWire(now), ...given })
  return Object.fromEntries(
    plantRecordParts.filter((part) => plantField(part) in given).map((part) => [part, whole[part]]),
  )
}

const planeFields = {
  name: 'name',
  azimuthDeg: 'installationAzimuthAngle',
  tiltDeg: 'installationTiltAngle',
  capacityWp: ['installedCapacity', kilowattPeak],
} as const

export const modulePlane = {
  toWire: (plane) => toFields(planeFields, plane),
  fromWire: (wire) => fromFields(planeFields, wire),
} satisfies Codec<ModulePlane, WirePlane>
