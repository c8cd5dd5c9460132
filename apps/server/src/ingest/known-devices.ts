import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { Db } from '../db/database.ts'
import type { append } from '../telemetry/telemetry.ts'
import { addDevices, type NewDevice } from './add-devices.ts'
import { ratedPowerW } from './rated-power.ts'

export type DeviceMeta = Parameters<typeof append>[1][number]['device']

export type KnownDevice = Readonly<{
  meta: DeviceMeta
  /** Version of its row; that of the plant's row is kept with it, because zone and capacity come from there. */
  version: string
  plantVersion: string
  loggerId: number | null
  profileId: string
  ratedW: number | null
  texts: Readonly<Record<string, string>>
}>

export type DeviceWanted = Readonly<{ plantId: number; loggerId: number; decoded: Decoded }>

export type KnownDevices = Readonly<{
  /** Reads the devices of these records and adds those that were never seen; too many for one logger stay unknown. */
  load: (wanted: readonly DeviceWanted[]) => Promise<void>
  find: (plantId: number, deviceSerial: string) => KnownDevice | undefined
  forget: (plantIds: Iterable<number>) => void
  forgetAll: () => void
}>

type Row = {
  id: number
  plant_id: number
  serial: string
  logger_id: number | null
  type: string
  profile_id: string
  quantities: QuantityId[]
  flows: Flow[]
  rated_w: number | null
  step_wh: number
  wraps_at_wh: number | null
  texts: Record<string, string>
  version: string
  zone: string
  capacity_wp: number
  plant_version: string
}

const loadSql = `
  select d.id, d.plant_id, d.serial, d.logger_id, d.type, d.profile_id, d.quantities, d.flows, d.rated_w, d.step_wh,
    d.wraps_at_wh, d.texts, d.xmin::text as version, p.zone, p.capacity_wp, p.xmin::text as plant_version
  from unnest($1::bigint[], $2::text[]) as e (plant_id, serial)
    join devices d on d.plant_id = e.plant_id and d.serial = e.serial
    join plants p on p.id = d.plant_id`

export function createKnownDevices(db: Db, devicesPerLogger: number, limit = 100_000): KnownDevices {
  const plants = new Map<number, Map<string, KnownDevice>>()
  const find = (plantId: number, serial: string) => plants.get(plantId)?.get(serial)
  const missingOf = (wanted: readonly DeviceWanted[]): DeviceWanted[] => {
    const missing = wanted.filter(({ plantId, decoded }) => find(plantId, decoded.deviceSerial) === undefined)
    return [...new Map(missing.map((one) => [`${one.plantId}/${one.decoded.deviceSerial}`, one])).values()]
  }
  const read = async (wanted: readonly DeviceWanted[]): Promise<void> => {
    const keys = [wanted.map(({ plantId }) => plantId), wanted.map(({ decoded }) => decoded.deviceSerial)]
    const { rows } = await db.pool.query<Row>(loadSql, keys)
    for (const row of rows) {
      const ofPlant = plants.get(row.plant_id) ?? new Map<string, KnownDevice>()
      plants.set(row.plant_id, ofPlant.set(row.serial, toKnown(row)))
    }
  }
  return {
    find,
    load: async (wanted) => {
      const unread = missingOf(wanted)
      if (unread.length === 0) return
      if (plants.size > limit) plants.clear()
      await read(unread)
      const unborn = missingOf(wanted)
      if (unborn.length === 0) return
      await addDevices(db, unborn.map(toNew), devicesPerLogger)
      // Adding one may have given other devices of the plant other flows.
      for (const { plantId } of unborn) plants.delete(plantId)
      await read(missingOf(wanted))
    },
    forget: (plantIds) => {
      for (const plantId of plantIds) plants.delete(plantId)
    },
    forgetAll: () => plants.clear(),
  }
}

const toNew = ({ plantId, loggerId, decoded }: DeviceWanted): NewDevice => ({ plantId, loggerId, decoded })

function toKnown(row: Row): KnownDevice {
  const ratedW = ratedPowerW({
    type: row.type as DeviceType,
    reportedW: row.rated_w,
    capacityWp: row.capacity_wp,
    flows: row.flows,
  })
  return {
    meta: {
      plantId: row.plant_id,
      deviceId: row.id,
      zone: row.zone,
      quantities: row.quantities,
      flows: row.flows,
      ratedW,
      stepWh: row.step_wh,
      wrapsAtWh: row.wraps_at_wh,
    },
    version: row.version,
    plantVersion: row.plant_version,
    loggerId: row.logger_id,
    profileId: row.profile_id,
    ratedW: row.rated_w,
    texts: row.texts,
  }
}
