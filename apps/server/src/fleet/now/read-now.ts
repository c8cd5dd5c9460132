import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { Reason, Status } from '@heliograph/domain/status.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { getLatestOfPlants, type Latest, toNewest } from '../telemetry/telemetry.ts'
import { knownSleepMs } from './compute-now.ts'
import { lifetimeOf, productionOf } from './device-memory.ts'
import { type DevicePlan, readPlans } from './plant-plan.ts'
import type { PlantPower } from './plant-power.ts'
import type { DeviceNowTable, PlantNowTable } from './tables.ts'
import { readFresh } from './watch-idle.ts'

/** A plant's row: its current state on every screen. */
export type PlantRow = Readonly<{
  power: PlantPower
  lastAtMs: number | null
  /** The interval of the slowest logger, by which "late" is measured. */
  intervalMs: number
  /** The plant's date, and its energy on that date. */
  today: string | null
  todayWh: number | null
  counterTotalWh: number | null
  status: Status
  reason: Reason
  statusSinceMs: number
  deviceCount: number
  silentCount: number
  faultCount: number
  /** Open alarms that are not blocked, and the level of the gravest. */
  openAlarms: number
  alarmLevel: AlarmLevel | null
}>

export const nowColumns = [
  'n.pv_w',
  'n.inverter_w',
  'n.micro_w',
  'n.grid_w',
  'n.battery_w',
  'n.load_w',
  'n.load_is_derived',
  'n.generator_w',
  'n.ups_w',
  'n.soc_percent',
  'n.unaccounted_w',
  'n.last_at',
  'n.interval_s',
  'n.today',
  'n.today_wh',
  'n.counter_total_wh',
  'n.status',
  'n.reason',
  'n.status_since',
  'n.device_count',
  'n.silent_count',
  'n.fault_count',
  'n.open_alarms',
  'n.alarm_level',
] as const

type Columns = (typeof nowColumns)[number] extends `n.${infer Name}` ? Name : never
export type NowRow = Pick<Selectable<PlantNowTable>, Columns>

const allWell: Reason = { kind: 'well', count: 0, total: 0, group: 'device', sinceMs: null, devices: [], code: null }

export const toPlantRow = (row: NowRow): PlantRow => ({
  power: {
    pvW: row.pv_w,
    inverterW: row.inverter_w,
    microW: row.micro_w,
    gridW: row.grid_w,
    batteryW: row.battery_w,
    loadW: row.load_w,
    loadIsDerived: row.load_is_derived,
    generatorW: row.generator_w,
    upsW: row.ups_w,
    socPercent: row.soc_percent,
    unaccountedW: row.unaccounted_w,
  },
  lastAtMs: row.last_at?.getTime() ?? null,
  intervalMs: row.interval_s * 1000,
  today: row.today,
  todayWh: row.today_wh,
  counterTotalWh: row.counter_total_wh,
  status: row.status as Status,
  reason: row.reason ?? allWell,
  statusSinceMs: row.status_since.getTime(),
  deviceCount: row.device_count,
  silentCount: row.silent_count,
  faultCount: row.fault_count,
  openAlarms: row.open_alarms,
  alarmLevel: row.alarm_level,
})

/** undefined: the plant does not exist. */
export async function readPlantNow(db: Db, plantId: number): Promise<PlantRow | undefined> {
  const query = db.kysely.selectFrom('plant_now as n').select(nowColumns).where('n.plant_id', '=', plantId)
  const row = await query.executeTakeFirst()
  return row && toPlantRow(row)
}

/** A device's row. */
export type DeviceRow = Readonly<{
  status: Exclude<Status, 'partSilent'>
  reason: Reason
  statusSinceMs: number
  lastAtMs: number | null
  /** W and %; null when the device is not reporting. Panels that are known to sleep deliver a known zero. */
  pvW: number | null
  socPercent: number | null
  /** The device's own counters of generation, and the time of the daily one's reading. */
  todayWh: number | null
  todayAtMs: number | null
  totalWh: number | null
  isKnownAsleep: boolean
}>

/** Status of each device of a plant, by device; without a row: it never reported. */
export async function readStatuses({ kysely }: Db, plantId: number): Promise<ReadonlyMap<number, DeviceRow['status']>> {
  const rows = await kysely
    .selectFrom('device_now')
    .select(['device_id', 'status'])
    .where('plant_id', '=', plantId)
    .execute()
  return new Map(rows.map((row) => [row.device_id, row.status as DeviceRow['status']]))
}

/** The row of each device, with its newest values. */
export async function readDevicesNow(db: Db, plantId: number, nowMs: number): Promise<ReadonlyMap<number, DeviceRow>> {
  const [plans, latest, rows] = await Promise.all([
    readPlans(db.pool, [plantId]),
    getLatestOfPlants(db, [plantId]),
    db.kysely.selectFrom('device_now').selectAll().where('plant_id', '=', plantId).execute(),
  ])
  const devices = new Map(plans.get(plantId)?.devices.map((device) => [device.deviceId, device]))
  const newest = new Map(latest.get(plantId)?.map((item) => [item.deviceId, item]))
  return new Map(
    rows.flatMap((row): [number, DeviceRow][] => {
      const device = devices.get(row.device_id)
      return device ? [[row.device_id, toDeviceRow(row, device, newest.get(row.device_id), nowMs)]] : []
    }),
  )
}

function toDeviceRow(
  row: Selectable<DeviceNowTable>,
  device: DevicePlan,
  latest: Latest | undefined,
  nowMs: number,
): DeviceRow {
  const newest = latest && toNewest(latest.atMs, (quantity) => latest.values[quantity])
  const today = newest?.valueOf(device.made.today)
  const lastAtMs = latest?.atMs ?? null
  const isHeard = row.presence === 'well'
  const isKnownAsleep = row.presence === 'asleep' && lastAtMs !== null && nowMs - lastAtMs < knownSleepMs
  return {
    status: row.status as DeviceRow['status'],
    reason: row.reason,
    statusSinceMs: row.status_since.getTime(),
    lastAtMs,
    pvW: isKnownAsleep ? 0 : isHeard && newest ? productionOf(device, newest) : null,
    socPercent: isHeard && newest ? readFresh(device, newest, 'batterySocPercent') : null,
    todayWh: today ? today.value * device.made.factor : null,
    todayAtMs: today?.atMs ?? null,
    totalWh: newest ? lifetimeOf(device, newest) : null,
    isKnownAsleep,
  }
}
