import { plant } from '@heliograph/contract/codecs/plant.ts'
import { plantField, plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { Station } from '@heliograph/contract/maintain-s/station.ts'
import { alarmLevels } from '@heliograph/domain/alarms/alarm.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type ModulesVersion, versionsOf } from '@heliograph/domain/former-modules.ts'
import { type ModulePlane, planesOf } from '@heliograph/domain/module-plane.ts'
import { plantRights } from '@heliograph/domain/permissions.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import {
  networkStatusOf,
  type PlanesEdit,
  type PlantEdit,
  type PlantView,
  type VersionsEdit,
} from '../../fleet/plants/plants.ts'

/** The first panels on a roof were connected after 1950; the year 2200 is a mistake in milliseconds. */
export function refuseStrangeStart(atS: number | null | undefined, zone: string): void {
  if (atS === null || atS === undefined) return
  const date = Math.abs(atS) < 8e12 ? localDate(atS * 1000, zone) : ''
  if (date < '1950' || date >= '2200') throw new Refusal('PARAM_ERROR', { field: 'startOperatingTime' })
}

export function toChanges({ before, after, changed, versions }: PlantEdit): Changes {
  const [was, is] = [plantRecord.toWire(before), plantRecord.toWire(after)]
  // A day is sent as a day: its instant moves with the zone.
  const read = (record: PlantRecord, wire: typeof was, part: keyof PlantRecord) =>
    part === 'startedOn' ? record.startedOn : wire[plantField(part)]
  return [
    ...changed.map((part) => ({
      field: plantField(part),
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

/** @param sky the weather of the hour; undefined: not known */
export function toStation(view: PlantView, sky: WeatherHour | undefined): Station {
  const { facts, power, sums, member } = view
  return plant.toWire({
    ...facts,
    id: facts.plantId,
    planes: planesOf(facts),
    capacities: versionsOf(facts).map(({ from, modules }) => ({ from, capacityWp: modules.capacityWp })),
    networkStatus: networkStatusOf(view),
    hasAlert: view.faultCount > 0 || (view.alarmLevel ?? 0) >= alarmLevels.warning,
    status: view.status,
    reason: view.reason,
    statusSinceMs: view.statusSinceMs,
    pvW: power.pvW,
    loadW: power.loadW,
    socPercent: power.socPercent,
    todayWh: sums.dayWh,
    monthWh: sums.monthWh,
    yearWh: sums.yearWh,
    totalWh: sums.totalWh,
    todayYieldH: sums.dayWh === null ? null : sums.dayWh / facts.capacityWp,
    airC: sky?.temperatureC ?? null,
    weather: sky?.kind ?? null,
    nextSunriseMs: view.nextSunriseMs,
    lastAtMs: view.lastAtMs,
    role: member.role,
    deviceCount: view.deviceCount,
    loggerCount: view.loggerCount,
    hasLayout: view.hasLayout,
    rights: member.rights,
    granted: ownsAll(member) ? null : member.rights,
  })
}

const ownsAll = ({ role, rights }: PlantView['member']): boolean =>
  role === 'owner' && plantRights.every((right) => rights.includes(right))
