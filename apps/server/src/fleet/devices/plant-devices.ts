import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type ApartSpan, FOREVER } from '@heliograph/domain/same-device.ts'
import type { Db } from '../../platform/db/database.ts'
import { wiringOf } from '../../platform/db/meter-columns.ts'

/** A device as registered, with its logger's interval. */
export type PlantDevice = Readonly<{
  deviceId: number
  plantId: number
  serial: string
  name: string
  type: DeviceType
  profileId: string
  quantities: readonly QuantityId[]
  flows: readonly Flow[]
  ratedW: number | null
  /** Stated meaning of its lifetime counter. */
  counterMeaning: CounterMeaning | null
  /** How its owner says that a meter is wired; undefined: nothing said, or no meter. */
  wiring: MeterWiring | undefined
  /** Days on which another source of the same device counts in its place, and whether it does now. */
  apart: readonly ApartSpan[]
  isApart: boolean
  texts: Readonly<Record<string, string>>
  loggerId: number | null
  /** Its address on the wire: the serial number of a Solarman logger. */
  loggerAddress: string | null
  /** The upload interval of its logger. */
  intervalMs: number
  signalPercent: number | null
  createdAtMs: number
  /** Since then it reports no more; null while it is in the plant. */
  removedAtMs: number | null
}>

/** Of a device that is the history in a file (imports/): it has no profile, and reports no more. */
export const IMPORT_PROFILE_ID = 'import'

/** The default upload interval, for loggers that never reported one. */
const ORDINARY_INTERVAL_S = 300

const select = (db: Db) =>
  db.kysely
    .selectFrom('devices as d')
    .leftJoin('loggers as l', 'l.id', 'd.logger_id')
    .selectAll('d')
    .select(['l.address as logger_address', 'l.interval_s', 'l.signal_percent'])

/**
 * The devices of plants in the order in which they were added, in one query; plants without devices are absent. A
 * removed device is listed only for the past, unless a logger reported it again; one that waits for its owner's word is
 * not.
 */
export async function listDevicesOfPlants(
  db: Db,
  plantIds: readonly number[],
  { withRemoved = false }: Readonly<{ withRemoved?: boolean }> = {},
): Promise<ReadonlyMap<number, readonly PlantDevice[]>> {
  if (plantIds.length === 0) return new Map()
  const all = select(db).where('d.plant_id', 'in', plantIds).where('d.standing', '=', 'counted').orderBy('d.id')
  const here = all.where(({ or, eb }) => or([eb('d.removed_at', 'is', null), eb('d.logger_id', 'is not', null)]))
  const rows = await (withRemoved ? all : here).execute()
  const byPlant = new Map<number, PlantDevice[]>()
  for (const row of rows) {
    const device = toDevice(row)
    const devices = byPlant.get(device.plantId)
    if (devices) devices.push(device)
    else byPlant.set(device.plantId, [device])
  }
  return byPlant
}

export async function findDevice(db: Db, deviceId: number): Promise<PlantDevice | undefined> {
  const row = await select(db).where('d.id', '=', deviceId).executeTakeFirst()
  return row && toDevice(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** A row of zeros is what a device sends in place of a model or a version that it does not know. */
const knownTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => !/^[0\s.]*$/.test(value)))

const toDevice = (row: Row): PlantDevice => ({
  deviceId: row.id,
  plantId: row.plant_id,
  serial: row.serial,
  name: row.name,
  type: row.type as DeviceType,
  profileId: row.profile_id,
  quantities: row.quantities.filter(isQuantityId),
  flows: row.flows as Flow[],
  ratedW: row.rated_w,
  counterMeaning: row.counter_meaning,
  wiring: wiringOf(row),
  apart: row.apart,
  isApart: row.apart.some(({ until }) => until === FOREVER),
  texts: knownTexts(row.texts),
  loggerId: row.logger_id,
  loggerAddress: row.logger_address,
  intervalMs: (row.interval_s || ORDINARY_INTERVAL_S) * 1000,
  signalPercent: row.signal_percent,
  createdAtMs: row.created_at.getTime(),
  removedAtMs: row.logger_id === null ? (row.removed_at?.getTime() ?? null) : null,
})
