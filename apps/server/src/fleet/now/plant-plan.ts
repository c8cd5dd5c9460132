import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type DeviceType, deviceKinds, hasBattery, sleepsAtNight } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters } from '@heliograph/domain/energy-flow.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import { countsAs, type MeterRole, type MeterWiring, type TurnablePower } from '@heliograph/domain/meter-role.ts'
import { type PlantMetering, sourcesOf } from '@heliograph/domain/metering.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import type { GridType } from '@heliograph/domain/plant.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { DeviceGroup } from '@heliograph/domain/status.ts'
import type pg from 'pg'
import { wiringColumns, wiringOf } from '../../platform/db/meter-columns.ts'
import { choosePowerSources, type PowerSources, powerRoles, type Source } from './power-sources.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

/** Name of a device's production from here on, regardless of the quantities that it is the sum of. */
export const PRODUCTION_W = 'pvPowerW' satisfies QuantityId

/** Facts for a device's state that rarely change. */
export type DevicePlan = Readonly<{
  deviceId: number
  name: string
  group: DeviceGroup
  loggerId: number | null
  intervalMs: number
  /** Its connection is left alone, by a person's wish, since or until then. */
  pausedAtMs: number | null
  resumedAtMs: number | null
  sleeps: boolean
  ratedW: number | null
  /** Its counter is part of the plant's generation. */
  makes: boolean
  hasBattery: boolean
  /** The counters of what it makes, and the factor of its readings; a meter of production has others than an inverter. */
  made: Readonly<{ total: QuantityId; today: QuantityId; factor: number }>
  /** Quantities that sum to its production. */
  pv: readonly QuantityId[]
  /** Further quantities that the plant's powers read of it. */
  others: readonly QuantityId[]
  /** Reads the codes of its faults. */
  profile: Profile | undefined
}>

export type PlantPlan = Readonly<{
  plantId: number
  zone: string
  latitudeDeg: number
  longitudeDeg: number
  altitudeM: number
  capacityWp: number
  azimuthDeg: number
  tiltDeg: number
  planes: readonly ModulePlane[]
  generationZero: GenerationZero
  devices: readonly DevicePlan[]
  /** By device: its place among them. */
  placeOf: ReadonlyMap<number, number>
  /** Production under its one name. */
  sources: PowerSources
  loggers: Readonly<{ count: number; heardCount: number }>
}>

type PlantRow = {
  id: number
  zone: string
  latitude: number
  longitude: number
  altitude_m: number
  capacity_wp: number
  azimuth_deg: number
  tilt_deg: number
  planes: ModulePlane[]
  metering: Partial<PlantMetering>
  zero_below_w: number | null
  zero_at_night: boolean
  grid_type: GridType
  loggers: number
  heard: number
}
type DeviceRow = {
  id: number
  plant_id: number
  serial: string
  name: string
  type: DeviceType
  profile_id: string
  quantities: string[]
  flows: string[]
  rated_w: number | null
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
  turned_powers: TurnablePower[]
  is_apart: boolean
  logger_id: number | null
  interval_s: number | null
  paused_at: Date | null
  resumed_at: Date | null
}

const ORDINARY_INTERVAL_S = 300

/** Deleted plants are absent. */
export async function readPlans(client: Client, plantIds: readonly number[]): Promise<ReadonlyMap<number, PlantPlan>> {
  if (plantIds.length === 0) return new Map()
  const plants = await client.query<PlantRow>(
    `select p.id, p.zone, p.latitude, p.longitude, p.altitude_m, p.capacity_wp, p.azimuth_deg, p.tilt_deg, p.planes,
       p.metering, p.zero_below_w, p.zero_at_night, p.grid_type,
       (coalesce(l.loggers, 0) + (select count(*) from logger_claims c where c.plant_id = p.id))::int as loggers, coalesce(l.heard, 0)::int as heard
     from plants p
       left join (select plant_id, count(*) as loggers, count(last_seen_at) as heard from loggers
         where plant_id = any($1::bigint[]) group by plant_id) l on l.plant_id = p.id
     where p.id = any($1::bigint[])`,
    [plantIds],
  )
  const devices = await client.query<DeviceRow>(
    `select d.id, d.plant_id, d.serial, d.name, d.type, d.profile_id, d.quantities, d.flows, d.rated_w,
       ${wiringColumns.map((name) => `d.${name}`).join(', ')}, d.logger_id, l.interval_s, l.paused_at, l.resumed_at,
       jsonb_path_exists(d.apart, '$[*] ? (@.until == "9999-12-31")') as is_apart
     from devices d left join loggers l on l.id = d.logger_id
     where d.plant_id = any($1::bigint[]) and d.standing = 'counted' and d.announced_at is null
       and (d.removed_at is null or d.logger_id is not null) order by d.id`,
    [plantIds],
  )
  const byPlant = new Map<number, DeviceRow[]>()
  for (const row of devices.rows) byPlant.set(row.plant_id, [...(byPlant.get(row.plant_id) ?? []), row])
  return new Map(plants.rows.map((row) => [row.id, toPlan(row, byPlant.get(row.id) ?? [])]))
}

function toPlan(row: PlantRow, devices: readonly DeviceRow[]): PlantPlan {
  const known = devices.map((device) => ({
    ...device,
    deviceId: device.id,
    quantities: device.quantities.filter(isQuantityId),
    wiring: wiringOf(device),
    isApart: device.is_apart,
  }))
  const sources = byColumn(choosePowerSources(known, row.grid_type, sourcesOf(row.metering)))
  const othersOf = quantitiesByDevice(sources)
  return {
    plantId: row.id,
    zone: row.zone,
    latitudeDeg: row.latitude,
    longitudeDeg: row.longitude,
    altitudeM: row.altitude_m,
    capacityWp: row.capacity_wp,
    azimuthDeg: row.azimuth_deg,
    tiltDeg: row.tilt_deg,
    planes: row.planes,
    generationZero: { belowW: row.zero_below_w, atNight: row.zero_at_night },
    devices: known.map((item) => toDevice(item, othersOf.get(item.id) ?? [])),
    placeOf: new Map(known.map(({ deviceId }, place) => [deviceId, place])),
    sources,
    loggers: { count: row.loggers, heardCount: row.heard },
  }
}

function toDevice(
  row: Omit<DeviceRow, 'quantities'> & { quantities: readonly QuantityId[] },
  others: readonly QuantityId[],
): DevicePlan {
  const { isInverter, isMeter } = deviceKinds[row.type]
  return {
    deviceId: row.id,
    name: row.name,
    group: isInverter ? 'inverter' : isMeter ? 'meter' : row.type === 'BATTERY' ? 'battery' : 'device',
    loggerId: row.logger_id,
    intervalMs: (row.interval_s || ORDINARY_INTERVAL_S) * 1000,
    pausedAtMs: row.paused_at?.getTime() ?? null,
    resumedAtMs: row.resumed_at?.getTime() ?? null,
    sleeps: sleepsAtNight(row),
    ratedW: row.rated_w,
    makes: row.flows.includes('generation'),
    made: madeBy(row),
    hasBattery: hasBattery(row.quantities),
    pv: productionPowers(row.quantities),
    others,
    profile: findProfileById(row.profile_id),
  }
}

/** Quantities that the powers of a plant read of its devices, beside production. */
function quantitiesByDevice(sources: PowerSources): ReadonlyMap<number, readonly QuantityId[]> {
  const found = new Map<number, QuantityId[]>()
  for (const { deviceId, quantity } of powerRoles.flatMap((role) => sources[role])) {
    if (quantity === PRODUCTION_W) continue
    const known = found.get(deviceId) ?? []
    found.set(deviceId, known)
    if (!known.includes(quantity)) known.push(quantity)
  }
  return found
}

/** The counters of what a device makes. */
export function madeBy({
  wiring,
  quantities,
}: Readonly<{ wiring?: MeterWiring | undefined; quantities: readonly QuantityId[] }>) {
  const found = wiring && Object.entries(countsAs(wiring, quantities)).find(([, flow]) => flow === 'generation')
  const counters = flowCounters[(found?.[0] ?? 'generation') as Flow]
  return { ...counters, factor: wiring?.ratio ?? 1 }
}

/** A device whose production is the sum of its strings is one source. */
function byColumn(sources: PowerSources): PowerSources {
  const named = (role: 'pv' | 'micro'): readonly Source[] => {
    const metered = sources[role].filter(({ quantity }) => quantity === 'gridPowerW')
    if (metered.length > 0) return metered
    return [...new Set(sources[role].map(({ deviceId }) => deviceId))].map((deviceId) => ({
      deviceId,
      quantity: PRODUCTION_W,
    }))
  }
  return { ...sources, pv: named('pv'), micro: named('micro') }
}
