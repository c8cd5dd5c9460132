import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { Generated } from 'kysely'

/** Row types of db/migrations. timestamptz arrive as Date, date as 'YYYY-MM-DD', bigint as number (db/database.ts). */
type Stamp = Date

export type UsersTable = {
  id: Generated<number>
  account: string
  email: string | null
  nickname: string
  password_hash: string
  is_admin: Generated<boolean>
  language: Generated<string>
  created_at: Generated<Stamp>
}

export type SessionsTable = {
  token_hash: Buffer
  user_id: number
  created_at: Generated<Stamp>
  expires_at: Stamp
  long_lived: Generated<boolean>
  user_agent: Generated<string>
  address: Generated<string>
}

export type PlantsTable = {
  id: Generated<number>
  name: string
  type: string
  grid_type: string
  capacity_wp: number
  latitude: number
  longitude: number
  altitude_m: Generated<number>
  address: Generated<string>
  country: Generated<string>
  zone: string
  currency: string
  price_per_kwh: number | null
  azimuth_deg: Generated<number>
  tilt_deg: Generated<number>
  started_on: string | null
  created_by: number | null
  created_at: Generated<Stamp>
}

export type PlantMembersTable = {
  plant_id: number
  user_id: number
  role: string
  rights: string[]
  since: Generated<Stamp>
}

export type LoggersTable = {
  serial: number
  plant_id: number | null
  registered_at: Stamp | null
  registered_by: number | null
  first_seen_at: Stamp | null
  last_seen_at: Stamp | null
  last_data_at: Stamp | null
  remote_address: Generated<string>
  firmware: Generated<string>
  mac: Generated<string>
  local_address: Generated<string>
  ssid: Generated<string>
  signal_percent: number | null
  interval_minutes: Generated<number>
  heartbeat_s: Generated<number>
  working_s: number | null
  total_working_s: number | null
  boot_offsets: Generated<unknown>
  duplicate_seen_at: Stamp | null
  rejected_records: Generated<number>
}

export type DevicesTable = {
  id: Generated<number>
  plant_id: number
  logger_serial: number | null
  serial: string
  name: string
  type: string
  profile_id: string
  quantities: Generated<string[]>
  flows: Generated<string[]>
  rated_w: number | null
  step_wh: Generated<number>
  wraps_at_wh: number | null
  texts: Generated<Record<string, string>>
  created_at: Generated<Stamp>
}

export type SamplesTable = {
  plant_id: number
  device_id: number
  at: Stamp
  values: (number | null)[]
  time_source: Generated<number>
}

export type SealedDaysTable = { plant_id: number; device_id: number; day: string; samples: number; block: Buffer }

export type DeviceLatestTable = {
  plant_id: number
  device_id: number
  last: Generated<Buffer>
  open: Generated<Buffer>
}

export type DeviceRollupsTable = {
  plant_id: number
  device_id: number
  resolution: 'h' | 'd' | 'm' | 'y'
  start: Stamp
  acc: Buffer
}

export type PlantDaysTable = { plant_id: number; day: string } & { [K in Flow as `${K}_wh`]: number | null } & {
  refused_wh: Generated<number>
  quarantined: Generated<number>
  resets: Generated<number>
  samples: Generated<number>
  estimated: Generated<number>
}

export type QuarantineTable = {
  plant_id: number
  device_id: number
  quantity: string
  at: Stamp
  before_wh: number
  after_wh: number
}

export type WaitingRecordsTable = {
  id: Generated<number>
  serial: number
  received_at: Generated<Stamp>
  digest: Buffer
  payload: Buffer
}

export type UndecodedPayloadsTable = {
  plant_id: number
  serial: number
  digest: Buffer
  received_at: Generated<Stamp>
  sensor_type: number | null
  device_serial: Generated<string>
  reason: string
  payload: Buffer
}

export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  setup_tokens: { token_hash: Buffer; created_at: Generated<Stamp> }
  brands: { host: string; data: unknown }
  plants: PlantsTable
  plant_members: PlantMembersTable
  loggers: LoggersTable
  devices: DevicesTable
  samples: SamplesTable
  sealed_days: SealedDaysTable
  device_latest: DeviceLatestTable
  device_rollups: DeviceRollupsTable
  plant_days: PlantDaysTable
  quarantine: QuarantineTable
  waiting_records: WaitingRecordsTable
  undecoded_payloads: UndecodedPayloadsTable
}
