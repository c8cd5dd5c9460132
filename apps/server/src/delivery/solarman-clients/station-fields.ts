import { dayBounds } from '@heliograph/domain/time.ts'
import type { PlantPower } from '../../fleet/now/now.ts'
import { type EnergyFigures, networkStatusOf, operatingDays, type PlantView } from '../../fleet/plants/plants.ts'
import { leaveOutUnknown, round2, toKwh, toSeconds, toStationId, toWatts } from './scales.ts'

type Listed = Omit<PlantView, 'sums'>

const startOf = ({ facts }: Pick<Listed, 'facts'>): number =>
  facts.startedOn === null ? facts.createdAtMs : dayBounds(facts.startedOn, facts.zone).fromMs

/** A plant of the list. */
export function toStationItem(view: Listed): object {
  const { facts, power } = view
  const status = networkStatusOf(view)
  return leaveOutUnknown({
    id: toStationId(facts.plantId),
    name: facts.name,
    locationLat: facts.latitudeDeg,
    locationLng: facts.longitudeDeg,
    locationAddress: facts.address,
    regionTimezone: facts.zone,
    type: facts.type,
    gridInterconnectionType: facts.gridType,
    installedCapacity: facts.capacityWp / 1000,
    startOperatingTime: toSeconds(startOf(view)),
    createdDate: toSeconds(facts.createdAtMs),
    lastUpdateTime: toSeconds(view.lastAtMs),
    batterySoc: power.socPercent,
    // A plant without devices has no word of its own there.
    networkStatus: status === 'NO_DEVICE' ? 'ALL_OFFLINE' : status,
    generationPower: toWatts(power.pvW),
  })
}

/** The record of a plant. */
export function toStationBase(view: Listed, nowMs: number): object {
  const { facts } = view
  return leaveOutUnknown({
    id: toStationId(facts.plantId),
    name: facts.name,
    locationLat: facts.latitudeDeg,
    locationLng: facts.longitudeDeg,
    locationAddress: facts.address,
    region: { timezone: facts.zone },
    type: facts.type,
    gridInterconnectionType: facts.gridType,
    installedCapacity: facts.capacityWp / 1000,
    installationAzimuthAngle: facts.azimuthDeg,
    installationTiltAngle: facts.tiltDeg,
    startOperatingTime: toSeconds(startOf(view)),
    totalRunningDayCount: operatingDays(facts, nowMs),
    currency: facts.currency,
    mergeElectricPrice: facts.pricePerKwh,
    createdDate: toSeconds(facts.createdAtMs),
  })
}

/**
 * Powers in W. Each has two fields that are never negative; `wirePower` above 0 is bought, `batteryPower` above 0 is
 * discharged, as powers are everywhere here.
 */
export function toPowers(power: Omit<PlantPower, 'unaccountedW' | 'loadIsDerived' | 'inverterW' | 'microW' | 'upsW'>) {
  const { pvW, gridW, batteryW, loadW, socPercent } = power
  const above = (w: number | null): number | null => (w === null ? null : toWatts(Math.max(0, w)))
  const below = (w: number | null): number | null => (w === null ? null : toWatts(Math.max(0, -w)))
  return {
    generationPower: toWatts(pvW),
    usePower: toWatts(loadW),
    gridPower: below(gridW),
    purchasePower: above(gridW),
    wirePower: toWatts(gridW),
    chargePower: below(batteryW),
    dischargePower: above(batteryW),
    batteryPower: toWatts(batteryW),
    batterySoc: round2(socPercent),
  }
}

/** The current state of a plant. */
export const toRealTime = ({ power, sums, lastAtMs }: PlantView): object =>
  leaveOutUnknown({
    ...toPowers(power),
    generationTotal: toKwh(sums.totalWh),
    lastUpdateTime: toSeconds(lastAtMs),
  })

/** Energies of a day, month or year in kWh, and shares in %; undefined: nothing is known of it. */
export function toStatistics(
  { energy, useWh, generationShares, useShares, fullPowerHours }: EnergyFigures,
  date: Readonly<{ year: number; month: number; day: number }>,
): object | undefined {
  if (useWh === null && Object.values(energy).every((wh) => wh === null)) return undefined
  return leaveOutUnknown({
    generationValue: toKwh(energy.generation),
    useValue: toKwh(useWh),
    gridValue: toKwh(energy.export),
    buyValue: toKwh(energy.import),
    chargeValue: toKwh(energy.charge),
    dischargeValue: toKwh(energy.discharge),
    generationRatio: generationShares?.toUse,
    gridRatio: generationShares?.toGrid,
    chargeRatio: generationShares?.toBattery,
    useRatio: useShares?.fromPv,
    buyRatio: useShares?.fromGrid,
    useDischargeRatio: useShares?.fromBattery,
    fullPowerHours: round2(fullPowerHours),
    ...date,
  })
}
