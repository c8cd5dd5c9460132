import type { Station, StationRow } from '@heliograph/contract/maintain-s/station.ts'
import { plantRights } from '@heliograph/domain/permissions.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { networkStatusOf, type PlantView } from '../plants/plants.ts'
import { toWireReason } from './reason-wire.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

export function toStationRow(view: PlantView): StationRow {
  const { facts, power, sums } = view
  const roleCode = plantRights.map((code) => ({ code, isOn: view.member.rights.includes(code) ? 1 : 0 }))
  return {
    id: facts.plantId,
    name: facts.name,
    type: facts.type,
    gridInterconnectionType: facts.gridType,
    installedCapacity: facts.capacityWp / 1000,
    locationAddress: facts.address,
    locationLat: facts.latitudeDeg,
    locationLng: facts.longitudeDeg,
    regionNationId: facts.country,
    regionTimezone: facts.zone,
    currency: facts.currency,
    networkStatus: networkStatusOf(view),
    warningStatus: view.faultCount > 0 ? 'ALERT' : 'NORMAL',
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
    nextSunrise: toSecondsOrNull(view.nextSunriseMs),
    lastUpdateTime: toSecondsOrNull(view.lastAtMs),
    createdDate: toSeconds(facts.createdAtMs),
    startOperatingTime: facts.startedOn === null ? null : toSeconds(dayBounds(facts.startedOn, facts.zone).fromMs),
    roleCode,
    externalRoleCode: roleCode,
  }
}

export const toStation = (view: PlantView): Station => ({
  ...toStationRow(view),
  installationAzimuthAngle: view.facts.azimuthDeg,
  installationTiltAngle: view.facts.tiltDeg,
  mergeElectricPrice: view.facts.pricePerKwh,
  role: view.member.role,
  deviceCount: view.deviceCount,
  gatewayCount: view.gatewayCount,
})
