import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { WirePlane } from '@heliograph/contract/maintain-s/planes.ts'
import type {
  Recount,
  Station,
  StationCounts,
  StationEdit,
  StationRecord,
  RefusedPower as WirePower,
  RefusedStep as WireStep,
} from '@heliograph/contract/maintain-s/station.ts'
import { alarmLevels } from '@heliograph/domain/alarms/alarm.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type ModulesVersion, versionsOf } from '@heliograph/domain/former-modules.ts'
import { type ModulePlane, planesOf } from '@heliograph/domain/module-plane.ts'
import { plantRights } from '@heliograph/domain/permissions.ts'
import { type PlantRecord, plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import {
  type NamedRefusedPower,
  networkStatusOf,
  type PlanesEdit,
  type PlantCounts,
  type PlantEdit,
  type PlantView,
  type RecountProgress,
  type RefusedStep,
  type VersionsEdit,
} from '../../fleet/plants/plants.ts'
import { toWireReason } from './reason-wire.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

/** The wire field for each part of a plant's record. */
const fieldOf = {
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

/** Rounded to the milliwatt: 1.005 * 1000 is not a round number of watts. */
const toWp = (kwp: number): number => Math.round(kwp * 1e6) / 1e3

export const toRecord = (wire: StationRecord): PlantRecord => ({
  name: wire.name,
  type: wire.type,
  gridType: wire.gridInterconnectionType,
  capacityWp: toWp(wire.installedCapacity),
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
  startedOn: toStartDate(wire.startOperatingTime, wire.regionTimezone),
  floorAreaM2: wire.floorArea,
})

const toWireRecord = (plant: PlantRecord): StationRecord => ({
  name: plant.name,
  type: plant.type,
  gridInterconnectionType: plant.gridType,
  installedCapacity: plant.capacityWp / 1000,
  locationLat: plant.latitudeDeg,
  locationLng: plant.longitudeDeg,
  locationAltitude: plant.altitudeM,
  locationAddress: plant.address,
  regionNationId: plant.country,
  regionTimezone: plant.zone,
  currency: plant.currency,
  mergeElectricPrice: plant.pricePerKwh,
  installationAzimuthAngle: plant.azimuthDeg,
  installationTiltAngle: plant.tiltDeg,
  startOperatingTime: plant.startedOn === null ? null : toSeconds(dayBounds(plant.startedOn, plant.zone).fromMs),
  floorArea: plant.floorAreaM2,
})

/** The first panels on a roof were connected after 1950; the year 2200 is a mistake in milliseconds. */
function toStartDate(atS: number | null, zone: string): string | null {
  if (atS === null) return null
  const date = Math.abs(atS) < 8e12 ? localDate(atS * 1000, zone) : ''
  if (date < '1950' || date >= '2200') throw new Refusal('PARAM_ERROR', { field: 'body.startOperatingTime' })
  return date
}

/** The parts that the request contains; absent parts keep their exact values. */
export function toPlantEdit(edit: StationEdit, now: PlantRecord): Partial<PlantRecord> {
  const isGiven = (part: keyof PlantRecord): boolean => edit[fieldOf[part]] !== undefined
  const options = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const whole = toRecord({ ...toWireRecord(now), ...options })
  return Object.fromEntries(plantRecordParts.filter(isGiven).map((part) => [part, whole[part]]))
}

export function toChanges({ before, after, changed, versions }: PlantEdit): Changes {
  const [was, is] = [toWireRecord(before), toWireRecord(after)]
  // A day is sent as a day: its instant moves with the zone.
  const read = (plant: PlantRecord, wire: StationRecord, part: keyof PlantRecord) =>
    part === 'startedOn' ? plant.startedOn : wire[fieldOf[part]]
  return [
    ...changed.map((part) => ({
      field: fieldOf[part],
      before: read(before, was, part),
      after: read(after, is, part),
    })),
    ...toVersionChanges(versions),
  ]
}

/** In a form that a log can keep: `5 kWp; 2026-11-28 10 kWp`. A plant that was always the same says nothing. */
export function toVersionChanges({ before, after }: VersionsEdit): Changes {
  const write = (versions: readonly ModulesVersion[]): string =>
    versions.map(({ from, modules }) => `${from ?? ''} ${modules.capacityWp / 1000} kWp`.trim()).join('; ')
  const isDated = before.length > 1 || after.length > 1
  return isDated && write(before) !== write(after)
    ? [{ field: 'installedCapacities', before: write(before), after: write(after) }]
    : []
}

const toWirePlane = (plane: ModulePlane): WirePlane => ({
  name: plane.name,
  installationAzimuthAngle: plane.azimuthDeg,
  installationTiltAngle: plane.tiltDeg,
  installedCapacity: plane.capacityWp / 1000,
})

export const toPlane = (wire: WirePlane): ModulePlane => ({
  name: wire.name,
  azimuthDeg: wire.installationAzimuthAngle,
  tiltDeg: wire.installationTiltAngle,
  capacityWp: toWp(wire.installedCapacity),
})

/** In a form that a log can keep: `East 4.2 kWp 90° 30°; 6 kWp 270° 30°`. */
export function toPlaneChanges({ before, after, isChanged, versions }: PlanesEdit): Changes {
  const write = (planes: readonly ModulePlane[]): string =>
    planes
      .map((plane) => `${plane.name} ${plane.capacityWp / 1000} kWp ${plane.azimuthDeg}° ${plane.tiltDeg}°`.trim())
      .join('; ')
  const [was, is] = [write(before), write(after)]
  return [
    ...(isChanged && was !== is ? [{ field: 'installationPlanes', before: was, after: is }] : []),
    ...toVersionChanges(versions),
  ]
}

export const toRecount = (progress: RecountProgress): Recount => ({
  state: progress.state,
  done: progress.done,
  total: progress.total,
  askedAt: toSecondsOrNull(progress.askedAtMs),
  finishedAt: toSecondsOrNull(progress.finishedAtMs),
})

export const toRefusedStep = (step: RefusedStep): WireStep => ({
  deviceId: step.deviceId,
  deviceName: step.deviceName,
  quantity: step.quantity,
  time: step.atMs,
  before: step.beforeWh / 1000,
  after: step.afterWh / 1000,
  decision: step.decision ?? 'open',
})

export const toRefusedPower = (power: NamedRefusedPower): WirePower => ({
  deviceId: power.deviceId,
  deviceName: power.deviceName,
  quantity: power.quantity,
  time: power.dayMs,
  limit: power.limitW,
  peak: power.peakW,
  readings: power.readings,
  firstReadingAt: power.firstAtMs,
  lastReadingAt: power.lastAtMs,
  decision: power.decision ?? 'open',
})

export const toCounts = ({ total, byStatus, powerW }: PlantCounts): StationCounts => ({
  total,
  byStatus,
  generationPower: powerW,
})

/** @param sky the weather of the hour; undefined: not known */
export function toStation(view: PlantView, sky: WeatherHour | undefined): Station {
  const { facts, power, sums } = view
  const roleCode = plantRights.map((code) => ({ code, isOn: view.member.rights.includes(code) ? 1 : 0 }))
  return {
    id: facts.plantId,
    ...toWireRecord(facts),
    installationPlanes: planesOf(facts).map(toWirePlane),
    installedCapacities: versionsOf(facts).map(({ from, modules }) => ({
      validFrom: from,
      installedCapacity: modules.capacityWp / 1000,
    })),
    networkStatus: networkStatusOf(view),
    warningStatus: view.faultCount > 0 || (view.alarmLevel ?? 0) >= alarmLevels.warning ? 'ALERT' : 'NORMAL',
    status: view.status,
    reason: toWireReason(view.reason),
    statusSince: toSeconds(view.statusSinceMs),
    generationPower: power.pvW,
    usePower: power.loadW,
    batterySoc: power.socPercent,
    generationValue: toKwh(sums.dayWh),
    generationMonth: toKwh(sums.monthWh),
    generationYear: toKwh(sums.yearWh),
    generationTotal: toKwh(sums.totalWh),
    fullPowerHoursDay: sums.dayWh === null ? null : sums.dayWh / facts.capacityWp,
    temperature: sky?.temperatureC ?? null,
    weather: sky?.kind ?? null,
    nextSunrise: toSecondsOrNull(view.nextSunriseMs),
    lastUpdateTime: toSecondsOrNull(view.lastAtMs),
    createdDate: toSeconds(facts.createdAtMs),
    roleCode,
    externalRoleCode: ownsAll(view.member) ? [] : roleCode,
    role: view.member.role,
    deviceCount: view.deviceCount,
    gatewayCount: view.gatewayCount,
  }
}

const ownsAll = ({ role, rights }: PlantView['member']): boolean =>
  role === 'owner' && plantRights.every((right) => rights.includes(right))
