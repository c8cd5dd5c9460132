import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { chosenAmong, type SourceChoice } from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PlantDevice } from '../devices/devices.ts'
import { countLoggers, type PowerSources } from '../now/now.ts'
import { type Latest, latest } from '../telemetry/telemetry.ts'

/** Readings of the weather stations: the mean of those that report; null where none does. */
export type StationWeather = Readonly<{
  devices: readonly string[]
  irradianceWm2: number | null
  ambientC: number | null
  moduleC: number | null
  windMs: number | null
}>

/** Equipment between and beside the nodes of the plant's flow. Names of devices. */
export type FlowEquipment = Readonly<{
  meters: readonly string[]
  pcs: readonly string[]
  compensation: readonly string[]
  weather: StationWeather | null
  /** Power of the consumers that measure themselves, W: a part of the load; null where none reports. */
  smartLoadW: number | null
  smartLoads: readonly string[]
  loggers: Readonly<{ total: number; online: number }>
}>

const exportLimiters: readonly DeviceType[] = ['FEED_IN_LIMIT', 'EPM']
const isStation = ({ type }: PlantDevice): boolean => type === 'WEATHER_STATION'
const weatherQuantities: readonly QuantityId[] = [
  'irradianceWm2',
  'horizontalIrradianceWm2',
  'ambientTemperatureC',
  'moduleTemperatureC',
  'windSpeedMs',
]

/**
 * Values are read only for plants that have such devices.
 * @param irradiance who was chosen to measure it; null: all stations
 */
export async function readFlowEquipment(
  db: Db,
  plantId: number,
  devices: readonly PlantDevice[],
  { smartLoad }: Pick<PowerSources, 'smartLoad'>,
  irradiance: SourceChoice | null,
  nowMs: number,
): Promise<FlowEquipment> {
  const stations = devices.filter(isStation)
  const ids = [...new Set([...stations, ...smartLoad].map(({ deviceId }) => deviceId))]
  const [loggers, heard] = await Promise.all([countLoggers(db.pool, plantId, nowMs), readHeard(db, plantId, ids)])
  const named = (isOne: (device: PlantDevice) => boolean) => devices.filter(isOne).map(({ name }) => name)
  const takers = new Set(smartLoad.map(({ deviceId }) => deviceId))
  const taken = smartLoad.flatMap(({ deviceId, quantity }) => heard.get(deviceId)?.values[quantity]?.value ?? [])
  return {
    meters: named(({ type }) => deviceKinds[type].isMeter),
    pcs: named(({ type }) => type === 'PCS'),
    compensation: named(({ type }) => exportLimiters.includes(type)),
    weather: stations.length === 0 ? null : { devices: named(isStation), ...weatherOf(stations, heard, irradiance) },
    smartLoadW: taken.length === 0 ? null : taken.reduce((sum, value) => sum + value, 0),
    smartLoads: named(({ deviceId }) => takers.has(deviceId)),
    loggers,
  }
}

/** Newest values of the devices that are reporting. */
async function readHeard(db: Db, plantId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Latest>> {
  if (ids.length === 0) return new Map()
  const [newest, well] = await Promise.all([
    latest(db, ids),
    db.kysely
      .selectFrom('device_now')
      .select('device_id')
      .where('plant_id', '=', plantId)
      .where('device_id', 'in', [...ids])
      .where('presence', '=', 'well')
      .execute(),
  ])
  const isWell = new Set(well.map(({ device_id }) => device_id))
  return new Map([...newest].filter(([deviceId]) => isWell.has(deviceId)))
}

function weatherOf(
  stations: readonly PlantDevice[],
  heard: ReadonlyMap<number, Latest>,
  irradiance: SourceChoice | null,
) {
  const ofLight = chosenAmong(stations, irradiance) ?? stations
  const [inPlaneWm2, horizontalWm2, ambientC, moduleC, windMs] = weatherQuantities.map((quantity) => {
    const measuring = quantity.endsWith('rradianceWm2') ? ofLight : stations
    const values = measuring.flatMap(({ deviceId }) => heard.get(deviceId)?.values[quantity]?.value ?? [])
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  })
  return {
    // The light on the modules says more of their power than that on the ground.
    irradianceWm2: inPlaneWm2 ?? horizontalWm2 ?? null,
    ambientC: ambientC ?? null,
    moduleC: moduleC ?? null,
    windMs: windMs ?? null,
  }
}
