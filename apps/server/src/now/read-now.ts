import type { Reason, Status } from '@heliograph/domain/status.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DeviceNowTable, PlantNowTable } from '../db/tables.ts'
import { knownSleepMs } from './compute-now.ts'
import type { PlantPower } from './plant-power.ts'

/** A plant's row: what every screen shows of it now. */
export type PlantRow = Readonly<{
  power: PlantPower
  lastAtMs: number | null
  /** Of the slowest logger: what "late" is measured with. */
  intervalMs: number
  /** The plant's date, and what it made on it. */
  today: string | null
  todayWh: number | null
  counterTotalWh: number | null
  status: Status
  reason: Reason
  statusSinceMs: number
  deviceCount: number
  silentCount: number
  faultCount: number
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
] as const

type Columns = (typeof nowColumns)[number] extends `n.${infer Name}` ? Name : never
export type NowRow = Pick<Selectable<PlantNowTable>, Columns>

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
  reason: row.reason,
  statusSinceMs: row.status_since.getTime(),
  deviceCount: row.device_count,
  silentCount: row.silent_count,
  faultCount: row.fault_count,
})

/** undefined: there is no such plant. */
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
  /** W and %; null when the device is not heard. Nothing at all comes from panels that are known to sleep. */
  pvW: number | null
  socPercent: number | null
  /** The device's own counters of generation, and when the daily one was read. */
  todayWh: number | null
  todayAtMs: number | null
  totalWh: number | null
  isKnownAsleep: boolean
}>

/** By device; one that never sent may be absent. */
export async function readDevicesNow(db: Db, plantId: number, nowMs: number): Promise<ReadonlyMap<number, DeviceRow>> {
  const rows = await db.kysely.selectFrom('device_now').selectAll().where('plant_id', '=', plantId).execute()
  return new Map(rows.map((row) => [row.device_id, toDeviceRow(row, nowMs)]))
}

function toDeviceRow(row: Selectable<DeviceNowTable>, nowMs: number): DeviceRow {
  const lastAtMs = row.last_at?.getTime() ?? null
  const isHeard = row.presence === 'well'
  const isKnownAsleep = row.presence === 'asleep' && lastAtMs !== null && nowMs - lastAtMs < knownSleepMs
  return {
    status: row.status as DeviceRow['status'],
    reason: row.reason,
    statusSinceMs: row.status_since.getTime(),
    lastAtMs,
    pvW: isHeard ? row.pv_w : isKnownAsleep ? 0 : null,
    socPercent: isHeard ? row.soc_percent : null,
    todayWh: row.today_wh,
    todayAtMs: row.today_at?.getTime() ?? null,
    totalWh: row.total_wh,
    isKnownAsleep,
  }
}
