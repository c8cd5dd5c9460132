import { deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { chosenAmong, type SourceChoice } from '@heliograph/domain/metering.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { PlantDevice } from '../../fleet/devices/devices.ts'

/** An inverter whose days are judged, and the readings that sum to its production. */
export type PowerSource = Readonly<{
  deviceId: number
  quantities: readonly QuantityId[]
  /** Its part of the plant's nameplate, Wp: by the ratings if all are known, else equal. */
  capacityWp: number
  /** Where its output ends, W; null: unknown, or a hybrid whose modules also feed a battery. */
  limitW: number | null
  /** Its nameplate, W, also that of a hybrid; null: unknown. */
  ratedW: number | null
  counters: readonly QuantityId[]
  tellsLimit: boolean
}>

const counters: readonly QuantityId[] = ['generationTotalWh', 'generationTodayWh']

export function choosePowers(devices: readonly PlantDevice[], capacityWp: number): readonly PowerSource[] {
  const inverters = devices.filter(
    ({ type, flows, quantities }) =>
      deviceKinds[type].isInverter && flows.includes('generation') && productionPowers(quantities).length > 0,
  )
  const ratings = inverters.map(({ ratedW }) => ratedW ?? Number.NaN)
  const ratedW = ratings.reduce((sum, w) => sum + w, 0)
  return inverters.map(({ deviceId, quantities, ratedW: own }) => ({
    deviceId,
    quantities: productionPowers(quantities),
    capacityWp: capacityWp * (ratedW > 0 && own !== null ? own / ratedW : 1 / inverters.length),
    limitW: hasBattery(quantities) ? null : own,
    ratedW: own,
    counters: counters.filter((counter) => quantities.includes(counter)),
    tellsLimit: quantities.includes('powerLimitPercent'),
  }))
}

export const sensorQuantities = [
  'irradianceWm2',
  'horizontalIrradianceWm2',
  'moduleTemperatureC',
  'ambientTemperatureC',
  'windSpeedMs',
] as const satisfies readonly QuantityId[]
export type SensorQuantity = (typeof sensorQuantities)[number]

const lights: readonly SensorQuantity[] = ['irradianceWm2', 'horizontalIrradianceWm2']

/**
 * The first device that measures each: a plant's weather station, or an inverter with sensors of its own.
 * @param irradiance the chosen source of the light; null: none was chosen
 */
export const chooseSensors = (
  devices: readonly PlantDevice[],
  irradiance: SourceChoice | null,
): ReadonlyMap<SensorQuantity, number> =>
  new Map(
    sensorQuantities.flatMap((quantity) => {
      const among = (lights.includes(quantity) && chosenAmong(devices, irradiance)) || devices
      const found = among.find(({ quantities }) => quantities.includes(quantity))
      return found ? [[quantity, found.deviceId]] : []
    }),
  )
