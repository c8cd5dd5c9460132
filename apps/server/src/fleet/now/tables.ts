import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { Reason } from '@heliograph/domain/status.ts'
import type { Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

/** The current state (now/). */
export type DeviceNowTable = {
  plant_id: number
  device_id: number
  fault_kind: string | null
  fault_code: string | null
  fault_since: Stamp | null
  idle_since: Stamp | null
  idle_lit_s: Generated<number>
  is_idle: Generated<boolean>
  wake_deg: number | null
  doze_deg: number | null
  mornings: Generated<number>
  status: Generated<string>
  presence: Generated<string>
  reason: Generated<Reason>
  status_since: Generated<Stamp>
}
export type PlantNowTable = {
  plant_id: number
  pv_w: number | null
  inverter_w: number | null
  micro_w: number | null
  grid_w: number | null
  battery_w: number | null
  load_w: number | null
  load_is_derived: Generated<boolean>
  generator_w: number | null
  ups_w: number | null
  soc_percent: number | null
  unaccounted_w: number | null
  last_at: Stamp | null
  interval_s: Generated<number>
  today: string | null
  today_wh: number | null
  counter_total_wh: number | null
  status: Generated<string>
  status_rank: Generated<number>
  reason: Generated<Reason | null>
  status_since: Generated<Stamp>
  device_count: Generated<number>
  silent_count: Generated<number>
  fault_count: Generated<number>
  version: Generated<number>
  holders: Generated<readonly number[]>
  /** Open alarms that are not blocked, and the level of the gravest. */
  open_alarms: Generated<number>
  alarm_level: AlarmLevel | null
  /** As the plant has it, for the order by specific yield. */
  capacity_wp: Generated<number | null>
  /** As the plant has them, for sums of many plants; `tariffs` counts its rows there. */
  latitude: Generated<number>
  longitude: Generated<number>
  currency: Generated<string>
  price_per_kwh: number | null
  tariffs: Generated<number>
}
/** Holders of many plants, whose sums are kept (plants/keep-fleet-sums.ts). */
export type FleetHoldersTable = {
  holder: number
  is_counted: Generated<boolean>
  yesterday_known: Generated<number>
  yesterday_wh: number | null
  looked_at: Stamp | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    device_now: DeviceNowTable
    plant_now: PlantNowTable
    fleet_holders: FleetHoldersTable
  }
}
