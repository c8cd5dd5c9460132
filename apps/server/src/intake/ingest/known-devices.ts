import { profileQuantities } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import { type DeviceType, deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { countsAs, type MeterRole, signOf, type TurnablePower } from '@heliograph/domain/meter-role.ts'
import type { DeviceMetering } from '@heliograph/domain/metering.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { estimableFlows, powersOf } from '@heliograph/domain/power-energy.ts'
import { powerLimitsOf } from '@heliograph/domain/power-limits.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { IMPORT_PROFILE_ID } from '../../fleet/devices/devices.ts'
import type { append } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { wiringColumns, wiringOf } from '../../platform/db/meter-columns.ts'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import { sunWeightOf } from '../../platform/sun/sun.ts'
import { addDevices, growDevices, type NewDevice } from './add-devices.ts'
import { meterRulesOf } from './meter-rules.ts'
import { deliveredW, hasGrown } from './newcomers.ts'

export type DeviceMeta = Parameters<typeof append>[1][number]['device']
type ReplacedDays = NonNullable<DeviceMeta['replaced']>[number]

export type KnownDevice = Readonly<{
  meta: DeviceMeta
  /** Version of its row, and of the plant's row, which holds zone and capacity. */
  version: string
  plantVersion: string
  loggerId: number | null
  /** The wire of its logger. */
  loggerWire: string | null
  profileId: string
  ratedW: number | null
  texts: Readonly<Record<string, string>>
  /** How far its own clock was off, s; 0: nothing is known against it. */
  clockOffsetS: number
  /** Its owner said that it is none of the plant's: nothing of it is stored. */
  isDiscarded: boolean
  /** Named by hand; no logger has reported it yet. */
  isAnnounced: boolean
  /** Its highest power so far shows its size. */
  observedW: number
  /** Taken out of its plant then, and not back yet. */
  removedAtMs: number | null
  /** It went to another plant on its own: a record does not bring it back. */
  isHeld: boolean
}>

export type DeviceWanted = Readonly<{
  plantId: number
  /** null: its logger is at another plant by now. */
  loggerId: number | null
  decoded: Decoded
  /** Its sender is known to belong to the plant. */
  isVouched: boolean
}>

export type KnownDevices = Readonly<{
  /**
   * Reads the devices of these records, adds new ones and writes down powers that were never that high; devices beyond a
   * logger's limit stay unknown.
   */
  load: (wanted: readonly DeviceWanted[]) => Promise<void>
  /** Reads these devices, and adds none. */
  peek: (wanted: readonly Readonly<{ plantId: number; serial: string }>[]) => Promise<void>
  find: (plantId: number, deviceSerial: string) => KnownDevice | undefined
  forget: (plantIds: Iterable<number>) => void
  forgetAll: () => void
}>

type Row = {
  id: number
  plant_id: number
  serial: string
  logger_id: number | null
  logger_wire: string | null
  type: string
  profile_id: string
  quantities: QuantityId[]
  flows: Flow[]
  metering: DeviceMetering[] | null
  rated_w: number | null
  texts: Record<string, string>
  clock_offset_s: number | null
  standing: string
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
  turned_powers: TurnablePower[]
  counter_meaning: CounterMeaning | null
  announced: boolean
  observed_w: number
  removed_ms: number | null
  held: boolean
  integrated: Flow[] | null
  replaced: readonly ReplacedDays[] | null
  arrivals: readonly { at: number; base_at: number | null; base: Record<string, number> }[] | null
  version: string
  zone: string
  capacity_wp: number
  largest_wp: number
  latitude: number
  longitude: number
  altitude_m: number
  azimuth_deg: number
  tilt_deg: number
  planes: ModulePlane[]
  plant_version: string
}

const columns = `
  select d.id, d.plant_id, d.serial, d.logger_id, (select l.wire from loggers l where l.id = d.logger_id) as logger_wire, d.type, d.profile_id, d.quantities, d.flows, d.metering, d.rated_w, d.texts,
    d.clock_offset_s,
    d.standing, ${wiringColumns.map((name) => `d.${name}`).join(', ')}, d.counter_meaning, d.announced_at is not null as announced, d.observed_w,
    case when d.logger_id is null then (date_part('epoch', d.removed_at) * 1000)::float8 end as removed_ms,
    d.logger_id is null and exists (select from device_moves m where m.from_device_id = d.id and m.is_alone
      and m.at = d.removed_at) as held,
    (select jsonb_agg(jsonb_build_object('at', date_part('epoch', m.at) * 1000, 'base_at', date_part('epoch', m.base_at) * 1000,
       'base', m.base) order by m.at) from (
         select at, base_at, base from device_moves where device_id = d.id
         -- Another device stands in its place: its counters go on from nothing.
         union all select coalesce(counters_from, until), null, null from device_serials where device_id = d.id) m) as arrivals,
    case when d.profile_id = '${IMPORT_PROFILE_ID}' then (select array_agg(distinct f)
      from history_imports i, jsonb_array_elements(i.mapping -> 'files') m, jsonb_array_elements(m -> 'columns') c,
        -- A column that goes both ways measures two flows.
        unnest(array[c ->> 'flow', case when c ->> 'signs' = 'both' then case c ->> 'flow' when 'import' then 'export'
          when 'export' then 'import' when 'charge' then 'discharge' else 'charge' end end]) f
      where f is not null and i.plant_id = d.plant_id and i.device_id = d.id and c ->> 'form' = 'power') end as integrated,
    (select jsonb_agg(jsonb_build_object('flow', r.flow, 'first', r.first_day, 'last', r.last_day) order by r.first_day)
      from replaced_days r where r.plant_id = d.plant_id and r.device_id > d.id) as replaced,
    d.xmin::text as version, p.zone, p.capacity_wp,
    -- Old counts are bounded by what the plant had then.
    greatest(p.capacity_wp, (select max((m ->> 'capacityWp')::float8) from jsonb_array_elements(p.former_modules) m)) as largest_wp,
    p.latitude, p.longitude, p.altitude_m, p.azimuth_deg, p.tilt_deg,
    p.planes, p.xmin::text as plant_version`

const loadSql = `${columns}
  from unnest($1::bigint[], $2::text[]) as e (plant_id, serial)
    join devices d on d.plant_id = e.plant_id and d.serial = e.serial
    join plants p on p.id = d.plant_id`

/** Memory of a plant's devices, about. */
const PLANT_BYTES = 4_000

export function createKnownDevices(db: Db, devicesPerLogger: number, limit = roomFor(PLANT_BYTES)): KnownDevices {
  const plants = createRecentMap<number, Map<string, KnownDevice>>(limit)
  const find = (plantId: number, serial: string) => plants.get(plantId)?.get(serial)
  const missingOf = (wanted: readonly DeviceWanted[]): NewDevice[] => {
    const missing = wanted.filter((item) => {
      const device = find(item.plantId, item.decoded.deviceSerial)
      return !isReady(device, item.decoded) || isLarger(device, item)
    })
    return joinValues(missing)
  }
  const read = async (wanted: readonly Readonly<{ plantId: number; serial: string }>[]): Promise<void> => {
    const keys = [wanted.map(({ plantId }) => plantId), wanted.map(({ serial }) => serial)]
    const { rows } = await db.pool.query<Row>(loadSql, keys)
    for (const row of rows) {
      const ofPlant = plants.get(row.plant_id) ?? new Map<string, KnownDevice>()
      plants.set(row.plant_id, ofPlant.set(row.serial, toKnown(row)))
    }
  }
  /** Nothing but their power is new: what is known of them stays. */
  const grow = async (wanted: readonly DeviceWanted[]): Promise<void> => {
    const larger = wanted.filter((item) => {
      const device = find(item.plantId, item.decoded.deviceSerial)
      return isReady(device, item.decoded) && isLarger(device, item)
    })
    if (larger.length === 0) return
    const grown = joinValues(larger)
    const rows = await growDevices(db, grown)
    for (const { plantId, decoded, observedW } of grown) {
      const device = find(plantId, decoded.deviceSerial)
      const row = device && rows.get(device.meta.deviceId)
      // Waiting, or changed by others: it is read again.
      if (device === undefined || row?.before !== device.version) plants.delete(plantId)
      else plants.get(plantId)?.set(decoded.deviceSerial, { ...device, version: row.version, observedW })
    }
  }
  return {
    find,
    peek: async (wanted) => {
      const unread = wanted.filter(({ plantId, serial }) => find(plantId, serial) === undefined)
      if (unread.length === 0) return
      await read(unread)
    },
    load: async (wanted) => {
      await grow(wanted)
      const unread = missingOf(wanted)
      if (unread.length === 0) return
      await read(unread.map(toKey))
      const unadded = missingOf(wanted)
      if (unadded.length === 0) return
      await addDevices(db, unadded, devicesPerLogger)
      // Adding one may have given other devices of the plant other flows.
      for (const { plantId } of unadded) plants.delete(plantId)
      await read(missingOf(wanted).map(toKey))
    },
    forget: (plantIds) => {
      for (const plantId of plantIds) plants.delete(plantId)
    },
    forgetAll: plants.clear,
  }
}

const toKey = ({ plantId, decoded }: NewDevice) => ({ plantId, serial: decoded.deviceSerial })

/** Several records may need one device. */
function joinValues(wanted: readonly DeviceWanted[]): NewDevice[] {
  const devices = new Map<string, NewDevice>()
  for (const one of wanted) {
    const key = `${one.plantId}/${one.decoded.deviceSerial}`
    devices.set(key, addValues(one, devices.get(key)))
  }
  return [...devices.values()]
}

/** It can deliver what any of its records contains. */
function addValues(one: DeviceWanted, earlier: NewDevice | undefined): NewDevice {
  const observedW = deliveredW(one.decoded.values)
  if (earlier === undefined) return { ...one, observedW }
  const values = { ...earlier.decoded.values, ...one.decoded.values }
  return { ...one, decoded: { ...one.decoded, values }, observedW: Math.max(observedW, earlier.observedW) }
}

/** How large an inverter is that states no rating shows in what it delivers. */
const isLarger = (device: KnownDevice | undefined, { decoded, isVouched }: DeviceWanted): boolean =>
  device !== undefined &&
  device.ratedW === null &&
  !device.isDiscarded &&
  !device.isHeld &&
  !isVouched &&
  deviceKinds[decoded.deviceType].isInverter &&
  hasGrown(device.observedW, deliveredW(decoded.values))

/** Whether the device and its energies are known: without a profile, energies appear only as they are sent. */
function isReady(device: KnownDevice | undefined, { values }: Decoded): boolean {
  if (device === undefined || (device.isAnnounced && !device.isHeld)) return false
  const profile = findProfileById(device.profileId)
  if (profile && profileQuantities(profile)) return true
  return flows.every((flow) => {
    const { total, today } = flowCounters[flow]
    const powers = powersOf(flow, Object.keys(values) as QuantityId[])?.quantities ?? []
    return [total, today, ...powers].every((id) => values[id] === undefined || device.meta.quantities.includes(id))
  })
}

/** All devices of a plant in the form that telemetry needs, by the current rules and zone. */
export async function readDeviceMetas(db: Db, plantId: number): Promise<readonly DeviceMeta[]> {
  const text = `${columns} from devices d join plants p on p.id = d.plant_id where p.id = $1 order by d.id`
  const { rows } = await db.pool.query<Row>(text, [plantId])
  return rows.map((row) => toKnown(row).meta)
}

const toArrival = ({ at, base_at: baseAt, base }: NonNullable<Row['arrivals']>[number]) => ({
  atMs: Math.round(at),
  base: baseAt === null ? null : { atMs: Math.round(baseAt), values: base },
})

function toWiring(row: Row): DeviceMeta['wiring'] {
  const wiring = wiringOf(row)
  if (wiring === undefined) return undefined
  const profile = findProfileById(row.profile_id)
  const quantities = (profile && profileQuantities(profile)) ?? row.quantities
  return {
    countsAs: countsAs(wiring, quantities),
    ratio: wiring.ratio,
    batterySign: signOf(wiring, 'batteryPowerW'),
  }
}

/**
 * Flows of a profile are counted, also before its counter first reports; an imported history counts all that it has.
 */
function estimatesOf(row: Row): readonly Flow[] {
  if (row.profile_id === IMPORT_PROFILE_ID) return []
  const profile = findProfileById(row.profile_id)
  const quantities = profile && profileQuantities(profile)
  return quantities ? estimableFlows(quantities) : flows
}

function toKnown(row: Row): KnownDevice {
  return {
    meta: {
      plantId: row.plant_id,
      deviceId: row.id,
      zone: row.zone,
      quantities: row.quantities,
      flows: row.flows,
      ...(row.metering && { metering: row.metering }),
      wiring: toWiring(row),
      estimates: estimatesOf(row),
      ...(row.integrated && { integrated: row.integrated }),
      ...(row.replaced && { replaced: row.replaced }),
      isOnHold: row.standing !== 'counted',
      counterMeaning: row.counter_meaning ?? findProfileById(row.profile_id)?.counterMeaning,
      ...(row.arrivals && { arrivals: row.arrivals.map(toArrival) }),
      ruleOf: meterRulesOf({
        type: row.type as DeviceType,
        profileId: row.profile_id,
        reportedW: row.rated_w,
        capacityWp: row.largest_wp,
      }),
      powerLimitOf: powerLimitsOf({
        type: row.type as DeviceType,
        hasBattery: findProfileById(row.profile_id)?.hybrid === true || hasBattery(row.quantities),
        ratedW: row.rated_w,
        capacityWp: row.largest_wp,
      }),
      sun: sunWeightOf({
        latitudeDeg: row.latitude,
        longitudeDeg: row.longitude,
        altitudeM: row.altitude_m,
        capacityWp: row.capacity_wp,
        azimuthDeg: row.azimuth_deg,
        tiltDeg: row.tilt_deg,
        planes: row.planes,
      }),
    },
    version: row.version,
    plantVersion: row.plant_version,
    loggerId: row.logger_id,
    loggerWire: row.logger_wire,
    profileId: row.profile_id,
    ratedW: row.rated_w,
    texts: row.texts,
    clockOffsetS: row.clock_offset_s ?? 0,
    isDiscarded: row.standing === 'discarded',
    isAnnounced: row.announced,
    observedW: row.observed_w,
    removedAtMs: row.removed_ms === null ? null : Math.round(row.removed_ms),
    isHeld: row.held,
  }
}
