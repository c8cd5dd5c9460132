import type {
  AlarmEventKind,
  AlarmEvidence,
  AlarmInfluence,
  AlarmLevel,
  AlarmParameters,
  EndReason,
} from '@heliograph/domain/alarms/alarm.ts'
import type { AnyRuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { UserRule } from '@heliograph/domain/alarms/user-rule.ts'
import type { BrandStatus } from '@heliograph/domain/brand/brand-parts.ts'
import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { Calibration } from '@heliograph/domain/forecast/calibrate.ts'
import type { ForecastDay, ForecastHour } from '@heliograph/domain/forecast/forecast.ts'
import type { FormerModules } from '@heliograph/domain/former-modules.ts'
import type { MessageChannel, MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { MeterRole } from '@heliograph/domain/meter-role.ts'
import type { DeviceMetering, PlantMetering } from '@heliograph/domain/metering.ts'
import type { ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { InverterDay } from '@heliograph/domain/performance/judge-day.ts'
import type { LightSource, Loss } from '@heliograph/domain/performance/losses.ts'
import type { DayShape } from '@heliograph/domain/performance/shape.ts'
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
import type {
  AnnouncementLevel,
  AppPlatform,
  DocumentKind,
  SuggestionCategory,
  SuggestionState,
} from '@heliograph/domain/publication.ts'
import type { Reason } from '@heliograph/domain/status.ts'
import type { WeatherColumns } from '@heliograph/domain/weather/weather-hour.ts'
import type { ColumnType, Generated } from 'kysely'

/** Row types of db/migrations. timestamptz arrive as Date, date as 'YYYY-MM-DD', bigint as number (db/database.ts). */
type Stamp = Date

/** One language of an announcement. */
export type AnnouncementText = Readonly<{ title: string; body: string }>

export type UsersTable = {
  id: Generated<number>
  account: string
  email: string | null
  nickname: string
  password_hash: string | null
  is_admin: Generated<boolean>
  language: Generated<string>
  created_at: Generated<Stamp>
  phone: string | null
  country: Generated<string>
  password_changed_at: Generated<Stamp>
  password_is_weak: Generated<boolean>
  preferences: Generated<unknown>
  moved_to: string | null
  visit: Generated<string>
}

export type SessionsTable = {
  token_hash: Buffer
  user_id: number
  created_at: Generated<Stamp>
  expires_at: Stamp
  long_lived: Generated<boolean>
  user_agent: Generated<string>
  address: Generated<string>
  id: Generated<number>
  organization_id: number | null
  center: Generated<string>
  method: Generated<string>
  last_seen_at: Generated<Stamp>
  refresh_hash: Buffer | null
  old_refresh_hash: Buffer | null
  refresh_expires_at: Stamp | null
}

export type OrganizationMembersTable = {
  organization_id: number
  user_id: number
  role: 'admin' | 'user'
  since: Generated<Stamp>
}

export type InvitationsTable = {
  id: Generated<number>
  token_hash: Buffer
  organization_id: number | null
  plant_id: number | null
  email: string
  role: string
  rights: Generated<string[]>
  grant_ends_at: Stamp | null
  invited_by: number | null
  created_at: Generated<Stamp>
  expires_at: Stamp
}

export type AccessTokensTable = {
  id: Generated<number>
  user_id: number
  organization_id: number | null
  center: Generated<string>
  name: string
  token_hash: Buffer
  scopes: string[]
  created_at: Generated<Stamp>
  expires_at: Stamp
  last_used_at: Stamp | null
}

export type ScreenLinksTable = {
  id: Generated<number>
  user_id: number
  organization_id: number | null
  token_hash: Buffer
  title: Generated<string>
  tag_id: number | null
  plant_id: number | null
  look: unknown
  created_at: Stamp
  last_used_at: Stamp | null
  access_token_id: Generated<number | null>
}

export type PasskeysTable = {
  id: string
  user_id: number
  public_key: Buffer
  counter: Generated<number>
  transports: Generated<string[]>
  host: string
  name: string
  created_at: Generated<Stamp>
  last_used_at: Stamp | null
}

export type VerificationCodesTable = {
  id: Generated<number>
  purpose: string
  target: string
  code_hash: Buffer | null
  address: Generated<string>
  created_at: Generated<Stamp>
  expires_at: Stamp
  failures: Generated<number>
  /** Wrong tries by place. */
  failed_at: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  used_at: Stamp | null
}

export type AuditLogTable = {
  id: Generated<number>
  at: Generated<Stamp>
  user_id: number | null
  organization_id: number | null
  plant_id: number | null
  device_id: number | null
  call: string
  detail: Generated<unknown>
  address: Generated<string>
}

export type AccountExportsTable = {
  id: Generated<number>
  user_id: number
  scope: string[]
  state: Generated<'queued' | 'running' | 'ready' | 'failed' | 'expired'>
  progress: Generated<number>
  requested_at: Generated<Stamp>
  finished_at: Stamp | null
  expires_at: Stamp | null
  size_bytes: number | null
}

export type ExportSchedulesTable = {
  id: Generated<number>
  /** null: all plants of the identity. */
  plant_id: number | null
  user_id: number
  organization_id: number | null
  host: Generated<string>
  name: string
  every: 'day' | 'week' | 'month' | 'year'
  attaches: Generated<boolean>
  mails_owner: Generated<boolean>
  definition: unknown
  next_at: Stamp
  /** The personal access token that made it, with which it ends; null: the person. */
  access_token_id: Generated<number | null>
  created_at: Generated<Stamp>
}

export type HistoryImportsTable = {
  id: Generated<number>
  plant_id: number
  user_id: number | null
  file_name: string
  state: Generated<'open' | 'queued' | 'running' | 'done' | 'failed' | 'undone'>
  mapping: unknown
  progress: Generated<number>
  file: Buffer | null
  records: number | null
  energy_wh: number | null
  failure: string | null
  left_out_values: ColumnType<
    readonly Readonly<{ column: string; count: number; value: string; line: number }>[],
    string | undefined,
    string
  >
  device_id: number | null
  from_at: Stamp | null
  to_at: Stamp | null
  created_at: Stamp
  finished_at: Stamp | null
}

export type PlantExportsTable = {
  id: Generated<number>
  /** null: all plants of the identity. */
  plant_id: number | null
  user_id: number
  organization_id: number | null
  host: Generated<string>
  schedule_id: number | null
  definition: unknown
  mail: Generated<boolean>
  is_test: Generated<boolean>
  state: Generated<'queued' | 'running' | 'ready' | 'failed' | 'expired'>
  progress: Generated<number>
  rows: number | null
  size_bytes: number | null
  failure: string | null
  requested_at: Stamp
  finished_at: Stamp | null
  expires_at: Stamp | null
}

export type AccountMovesTable = {
  id: string
  direction: 'in' | 'out'
  center: string
  user_id: number | null
  state: string
  progress: Generated<number>
  detail: Generated<unknown>
  created_at: Generated<Stamp>
  finished_at: Stamp | null
}

export type PlantOrganizationsTable = {
  plant_id: number
  organization_id: number
  role: string
  relation: Generated<string>
  rights: string[]
  since: Generated<Stamp>
  expires_at: Stamp | null
  granted_by: number | null
}

/** A view: people and organizations with access to a plant. Exactly one of the two IDs is set. */
export type PlantHoldersView = {
  plant_id: number
  user_id: number | null
  organization_id: number | null
  role: string
  rights: string[]
  expires_at: Stamp | null
  since: Stamp
}

export type PlantsTable = {
  id: Generated<number>
  name: string
  type: string
  grid_type: string
  capacity_wp: number
  latitude: number
  longitude: number
  altitude_m: number
  address: string
  country: string
  zone: string
  currency: string
  price_per_kwh: number | null
  azimuth_deg: number
  tilt_deg: number
  started_on: string | null
  floor_area_m2: number | null
  /** What may be asked of its devices at once. */
  commands: Generated<'off' | 'read' | 'write'>
  planes: ColumnType<readonly ModulePlane[], string | undefined, string>
  former_modules: ColumnType<readonly FormerModules[], string | undefined, string>
  zero_below_w: number | null
  zero_at_night: Generated<boolean>
  billing_day: number | null
  metering: ColumnType<Partial<PlantMetering>, string | undefined, string>
  contact: ColumnType<Partial<PlantContact>, string | undefined, string>
  created_by: number | null
  created_at: Generated<Stamp>
  auth_open: Generated<boolean>
}

export type PlantMembersTable = {
  plant_id: number
  user_id: number
  role: string
  rights: string[]
  since: Generated<Stamp>
  expires_at: Stamp | null
  granted_by: number | null
}

export type LoggersTable = {
  id: Generated<number>
  wire: string
  address: string
  name: Generated<string>
  wire_state: Generated<unknown>
  plant_id: number | null
  registered_at: Stamp | null
  registered_by: number | null
  /** address, restart, code or decision. */
  proof: string | null
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
  duplicate_seen_at: Stamp | null
  rejected_records: Generated<number>
  counted_address: Generated<string>
  is_sheltered: Generated<boolean>
  allowed_sources: Generated<string[]>
  is_strict: Generated<boolean>
  doubt_told_at: Stamp | null
  sim_expires_on: string | null
}

export type LoggerClaimsTable = {
  id: Generated<number>
  plant_id: number
  wire: string
  address: string
  claimed_at: Stamp
  claimed_by: number | null
  place: string | null
  placed_at: Stamp | null
  restart_from: Stamp | null
}

export type LoggerDisputesTable = {
  id: Generated<number>
  wire: string
  address: string
  plant_id: number
  opened_at: Stamp
  opened_by: number | null
  reason: string
  decided_at: Stamp | null
  decided_by: number | null
  decision: 'claimant' | 'holder' | null
}

export type DevicesTable = {
  id: Generated<number>
  plant_id: number
  logger_id: number | null
  serial: string
  name: string
  type: string
  profile_id: string
  quantities: Generated<string[]>
  flows: Generated<string[]>
  rated_w: number | null
  texts: Generated<Record<string, string>>
  created_at: Generated<Stamp>
  removed_at: Stamp | null
  standing: Generated<'counted' | 'waiting' | 'discarded'>
  waits_since: Stamp | null
  confirmed_at: Stamp | null
  observed_w: Generated<number>
  metering: ColumnType<readonly DeviceMetering[] | null, string | null | undefined, string | null>
  meter_role: MeterRole | null
  meter_ratio: Generated<number>
  meter_is_reversed: Generated<boolean>
  counter_meaning: CounterMeaning | null
  announced_at: Stamp | null
  warranty_until: string | null
  clock_offset_s: number | null
  clock_offset_at: Stamp | null
}

export type DeviceCommandsTable = {
  id: Generated<number>
  plant_id: number
  device_id: number
  logger_id: number
  user_id: number | null
  kind: 'read' | 'write'
  item: string | null
  value_before: number | null
  value_wanted: number | null
  value_after: number | null
  state: Generated<'running' | 'done' | 'failed'>
  reason: string | null
  started_at: Stamp
  ended_at: Stamp | null
}

export type RecountsTable = {
  plant_id: number
  asked: Generated<number>
  counted: Generated<number>
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  total: Generated<number>
  asked_at: Generated<Stamp>
  finished_at: Stamp | null
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
  generation_estimated_wh: Generated<number>
  others_estimated_wh: Generated<number>
  reported_wh: Generated<number>
  begun: Generated<number>
  begun_minutes: Generated<number>
  begun_squares: Generated<number>
  begun_free: Generated<number>
  derived_wh: Generated<number>
  grid_charge_wh: Generated<number | null>
  grid_charge_samples: Generated<number | null>
} & { [K in Flow as `${K}_from_power_wh` | `${K}_gap_minutes`]: Generated<number | null> }

export type PlantDayOffsetsTable = { plant_id: number; day: string; generation_wh: number; use_wh: number }
/** How prices and costs are kept (finance/). */
export type TariffsTable = { plant_id: number; valid_from: string; tariff: unknown }
export type PlantFinancesTable = { plant_id: number; finances: unknown }
export type PriceSeriesTable = { plant_id: number; name: string }
export type PriceDaysTable = { plant_id: number; name: string; day: string; prices: (number | null)[] }
export type PlantHoursTable = { plant_id: number; day: string; stamp: string; hours: Buffer }

export type MeterDaysTable = { plant_id: number; device_id: number; day: string; meters: Buffer }

export type StepDecisionsTable = {
  plant_id: number
  device_id: number
  quantity: string
  at: Stamp
  decision: 'accepted' | 'discarded'
  decided_at: Generated<Stamp>
}

export type QuarantineTable = {
  plant_id: number
  device_id: number
  quantity: string
  at: Stamp
  before_wh: number
  after_wh: number
}

export type RefusedPowersTable = {
  plant_id: number
  device_id: number
  day: string
  quantity: string
  limit_w: number
  peak_w: number
  readings: number
  first_at: Stamp
  last_at: Stamp
}

export type LoggerAddressesTable = {
  plant_id: number
  slot: number
  logger_id: number
  address: string
  first_at: Stamp
  last_at: Stamp
  oldest_at: Stamp
  records: Generated<number>
}

export type LoggerContactsTable = {
  plant_id: number
  logger_id: number
  day: string
  /** A 1 for each five minutes in which something came. */
  heard: string
  handshakes: Generated<number>
  boots: Generated<Stamp[]>
  signal_min: number | null
  signal_max: number | null
  signal_sum: Generated<number>
  signal_count: Generated<number>
  delay_sum_ms: Generated<number>
  delay_max_ms: number | null
  delay_count: Generated<number>
  buffered: Generated<number>
  firmware: Generated<string>
}

export type LoggerDaysTable = {
  plant_id: number
  logger_id: number
  day: string
  interval_s: number
  expected: number
  received: number
  gap_count: number
  longest_s: number
  gaps: unknown
  restarts: number
  signal_min: number | null
  signal_max: number | null
  signal_sum: number
  signal_count: number
  delay_sum_ms: number
  delay_max_ms: number | null
  delay_count: number
  buffered: number
  firmware: string
  device_count: number
  missing: number[]
}

export type TakeBacksTable = {
  plant_id: number
  number: number
  logger_id: number
  slot: number
  address: string
  since: Stamp
  from_at: Stamp
  state: Generated<'taking' | 'taken' | 'giving' | 'given'>
  records: Generated<number>
  taken_at: Stamp
  taken_by: number | null
}

/** A judged day; losses, inverters and shape have the types of domain/performance. */
export type PerformanceDaysTable = {
  plant_id: number
  day: string
  source: LightSource
  potential_wh: number
  produced_wh: number | null
  is_judged: boolean
  valid_share: number
  capacity_wp: number
  irradiation_wh_m2: number
  valid_wh: number
  valid_wh_m2: number
  corrected_wh_m2: number
  clock_shift_ms: number
  losses: Loss[]
  inverters: InverterDay[]
  shape: DayShape | null
  samples: number
  generation_wh: number | null
}

export type PerformancePlantsTable = {
  plant_id: number
  due_at: Stamp
  counted_at: Stamp
  reason: string
  fed_at: Stamp | null
  waiting_since: Stamp | null
  compare_from: string | null
}

export type WeatherPlacesTable = {
  latitude_cdeg: number
  longitude_cdeg: number
  provider: Generated<string>
  next_at: Generated<Stamp>
  leased_until: Stamp | null
  answered_at: Stamp | null
  failures: Generated<number>
  fault: string | null
  archive_next_at: Generated<Stamp>
  archive_asked_at: Stamp | null
}

export type WeatherDaysTable = {
  latitude_cdeg: number
  longitude_cdeg: number
  day: string
  provider: string
  fetched_at: Stamp
  hours: WeatherColumns
}

export type PlantForecastsTable = {
  plant_id: number
  due_at: Stamp
  made_at: Stamp | null
  reason: Generated<string>
  calibrated_on: string | null
  calibration: ColumnType<Calibration | null, string | undefined, string>
  hours: ColumnType<ForecastHour[], string, string>
  days: ColumnType<ForecastDay[], string, string>
}

export type ForecastDaysTable = {
  plant_id: number
  day: string
  p10_wh: (number | null)[]
  p50_wh: (number | null)[]
  p90_wh: (number | null)[]
  modelled_wh: (number | null)[]
  hours: ColumnType<ForecastHour[] | null, string | null, string>
}

export type WeatherPausesTable = {
  provider: string
  until: Stamp
  failures: number
}

/** What the engine found, and what people did with it (alarms/). */
export type AlarmsTable = {
  id: Generated<string>
  plant_id: number
  logger_id: number | null
  device_id: number | null
  part: Generated<string>
  rule: AnyRuleId
  user_rule_id: string | null
  level: AlarmLevel
  influence: AlarmInfluence
  opened_at: Stamp
  found_at: Stamp
  last_seen_at: Stamp
  closed_at: Stamp | null
  end_reason: EndReason | null
  parameters: ColumnType<AlarmParameters, string | undefined, string>
  evidence: ColumnType<AlarmEvidence, string | undefined, string>
  lost_wh: number | null
  escalation: Generated<number>
  reopened: Generated<number>
  acknowledged_at: Stamp | null
  acknowledged_by: number | null
  snoozed_until: Stamp | null
  assigned_to: number | null
  is_blocked: Generated<boolean>
}

export type AlarmEventsTable = {
  id: Generated<number>
  alarm_id: string
  plant_id: number
  kind: AlarmEventKind
  at: Stamp
  found_at: Stamp
  user_id: number | null
  detail: ColumnType<Record<string, unknown>, string | undefined, string>
  group_key: Generated<string>
  notified_at: Stamp | null
}

export type AlarmUserRulesTable = {
  id: Generated<string>
  user_id: number | null
  organization_id: number | null
  rule: ColumnType<UserRule, string, string>
  plant_id: number | null
  tag: string | null
  is_on: Generated<boolean>
  created_at: Stamp
  changed_at: Stamp
}

export type AlarmBlocksTable = {
  id: Generated<number>
  plant_id: number
  device_id: number | null
  rule: AnyRuleId
  user_rule_id: string | null
  until: Stamp | null
  created_at: Stamp
  created_by: number | null
}

export type AlarmPlantsTable = {
  plant_id: number
  settings: ColumnType<Record<string, unknown>, string | undefined, string>
  dormant_since: Stamp | null
  awake_until: Stamp | null
  seen_day: string | null
  rules_version: Generated<number>
}

export type WaitingRecordsTable = {
  id: Generated<number>
  logger_id: number
  kind: Generated<string>
  received_at: Generated<Stamp>
  digest: Buffer
  payload: Buffer
  counted_address: Generated<string>
}

export type UndecodedPayloadsTable = {
  plant_id: number
  logger_id: number
  wire: string
  kind: Generated<string>
  digest: Buffer
  received_at: Generated<Stamp>
  device_serial: Generated<string>
  reason: string
  payload: Buffer
  source_address: Generated<string>
  sender_network: Generated<string>
  is_likely: Generated<boolean>
}

/** Wrong claims to be a logger, by network (ingest/guesses.ts). */
export type LoggerGuessesTable = {
  network: string
  misfits: number
  last_at: Stamp
}

export type MessagesTable = {
  id: Generated<number>
  user_id: number
  kind: MessageKind
  plant_id: number | null
  plant_ids: Generated<number[]>
  group_key: string
  is_open: Generated<boolean>
  open_until: Stamp
  level: Generated<number>
  entries: unknown
  event_count: Generated<number>
  first_at: Stamp
  last_at: Stamp
  is_shown: Generated<boolean>
  read_at: Stamp | null
}

export type MessageAddressesTable = {
  id: Generated<number>
  user_id: number
  channel: MessageChannel
  name: Generated<string>
  target: string | null
  target_hash: Buffer | null
  failures: Generated<number>
  paused_at: Stamp | null
  pause_reason: string | null
  last_sent_at: Stamp | null
  created_at: Generated<Stamp>
}

export type MessageSendingsTable = {
  id: Generated<string>
  user_id: number
  address_id: number
  kind: Generated<'messages' | 'digest' | 'test'>
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped' | 'unknown'>
  message_count: Generated<number>
  tries: Generated<number>
  next_try_at: Stamp
  leased_until: Stamp | null
  created_at: Stamp
  finished_at: Stamp | null
  is_charged: Generated<boolean>
}

export type MessageTriesTable = {
  sending_id: string
  number: number
  at: Stamp
  took_ms: number
  outcome: 'sent' | 'later' | 'refused' | 'gone' | 'unknown'
  detail: Generated<string>
}

/** renewal: of a data plan. credits: for messages. */
export type OrderKind = 'renewal' | 'credits'
/** An order is open until the operator closes it or its maker takes it back. */
export type OrderState = 'open' | 'done' | 'refused' | 'cancelled'

export interface Tables {
  posted_events: { key: string; posted_at: Stamp }
  messages: MessagesTable
  message_settings: { user_id: number; settings: unknown; host: Generated<string> }
  message_plants: { user_id: number; plant_id: number; alarms: string | null; muted_until: Stamp | null }
  message_addresses: MessageAddressesTable
  message_sendings: MessageSendingsTable
  message_deliveries: {
    message_id: number
    address_id: number
    due_at: Stamp
    is_digest: Generated<boolean>
    sending_id: string | null
  }
  message_tries: MessageTriesTable
  users: UsersTable
  sessions: SessionsTable
  user_photos: { user_id: number; type: string; data: Buffer }
  old_passwords: { user_id: number; replaced_at: Generated<Stamp>; password_hash: string }
  organizations: { id: Generated<number>; name: string; code: string; created_at: Generated<Stamp> }
  organization_members: OrganizationMembersTable
  invitations: InvitationsTable
  hand_overs: {
    plant_id: number
    user_id: number | null
    organization_id: number | null
    offered_by: number | null
    offered_at: Stamp
    expires_at: Stamp
  }
  access_tokens: AccessTokensTable
  screen_links: ScreenLinksTable
  authenticators: { user_id: number; secret: Buffer; confirmed_at: Stamp | null; last_step: Generated<number> }
  recovery_codes: { user_id: number; code_hash: Buffer; used_at: Stamp | null }
  passkeys: PasskeysTable
  bindings: {
    provider: string
    subject: string
    user_id: number
    label: Generated<string>
    created_at: Generated<Stamp>
  }
  call_budgets: { user_id: number; full_at_ms: number; granted: number }
  one_time_secrets: { id: Buffer; kind: string; user_id: number | null; data: Generated<unknown>; expires_at: Stamp }
  verification_codes: VerificationCodesTable
  sign_ins: {
    id: Generated<number>
    user_id: number
    at: Generated<Stamp>
    method: string
    outcome: string
    address: Generated<string>
    user_agent: Generated<string>
  }
  known_browsers: { user_id: number; cookie_hash: Buffer; last_at: Generated<Stamp> }
  plant_organizations: PlantOrganizationsTable
  plant_holders: PlantHoldersView
  /** Those with the right viewPlantInfo. */
  plant_viewers: PlantHoldersView
  audit_log: AuditLogTable
  account_exports: AccountExportsTable
  export_schedules: ExportSchedulesTable
  plant_exports: PlantExportsTable
  history_imports: HistoryImportsTable
  report_recipients: {
    id: Generated<number>
    schedule_id: number
    address: string
    language: string
    asked_at: Stamp
    confirmed_at: Stamp | null
    ended_at: Stamp | null
    access_token_id: Generated<number | null>
  }
  plant_export_parts: { export_id: number; part: number; bytes: Buffer }
  export_templates: {
    id: Generated<number>
    user_id: number
    name: string
    definition: unknown
    created_at: Generated<Stamp>
  }
  server_keys: { name: string; private: string; public: string; created_at: Generated<Stamp> }
  account_moves: AccountMovesTable
  moved_loggers: {
    wire: string
    address: string
    center: string
    moved_at: Generated<Stamp>
    move_id: string | null
    plant_id: number | null
    is_gone: Generated<boolean>
  }
  transfer_parts: { move_id: string; part: number; table_name: string; rows: unknown }
  setup_tokens: { token_hash: Buffer; created_at: Generated<Stamp> }
  brands: { host: string; data: unknown }
  brand_projects: {
    id: Generated<number>
    key: string
    name: string
    organization_id: number | null
    status: Generated<BrandStatus>
    version: Generated<number>
    created_at: Stamp
  }
  brand_versions: {
    brand_id: number
    version: number
    data: unknown
    note: Generated<string>
    restores: number | null
    saved_at: Stamp
    saved_by: number | null
  }
  brand_domains: {
    brand_id: number
    domain: string
    proof: string
    verified_at: Stamp | null
    proven_by: 'dns' | 'file' | 'operator' | null
    created_at: Stamp
  }
  brand_pictures: {
    brand_id: number
    name: string
    type: 'image/png' | 'image/webp'
    bytes: Buffer
    created_at: Stamp
  }
  announcements: {
    id: Generated<number>
    level: AnnouncementLevel
    from_at: Stamp
    until_at: Stamp | null
    texts: Readonly<Record<string, AnnouncementText>>
    link: string
    changed_at: Stamp
  }
  documents: {
    id: Generated<number>
    kind: DocumentKind
    language: string
    title: string
    link: string | null
    file: Buffer | null
    size_bytes: number | null
    changed_at: Stamp
  }
  app_versions: {
    id: Generated<number>
    platform: AppPlatform
    version: string
    inner_version: number
    published_at: Stamp
    notes: Readonly<Record<string, string>>
    link: string
    is_required: boolean
  }
  suggestions: {
    id: Generated<number>
    user_id: number
    category: SuggestionCategory
    body: string
    contact: string
    context: Readonly<Record<string, string>> | null
    state: Generated<SuggestionState>
    created_at: Stamp
    changed_at: Stamp
  }
  suggestion_replies: {
    id: Generated<number>
    suggestion_id: number
    by_operator: boolean
    body: string
    at: Stamp
  }
  data_plans: { plant_id: number; logger_id: number; provider: string; iccid: string; is_disabled: boolean }
  orders: {
    id: Generated<number>
    kind: OrderKind
    plant_id: number | null
    logger_id: number | null
    channel: 'email' | 'sms' | null
    price: number | null
    currency: string | null
    amount: number
    note: string
    state: Generated<OrderState>
    ordered_by: number | null
    ordered_at: Stamp
    closed_at: Stamp | null
    expires_on: string | null
  }
  application_cards: {
    id: Generated<number>
    kind: 'insurance' | 'plugin'
    title: string
    body: string
    url: string
    secret: string | null
    is_on: boolean
    changed_at: Stamp
  }
  application_consents: { user_id: number; card_id: number; at: Stamp }
  application_settings: { name: string; value: unknown }
  message_credits: { user_id: number; channel: 'email' | 'sms'; balance: Generated<number>; told: Generated<number> }
  message_credit_entries: {
    id: Generated<number>
    user_id: number
    channel: 'email' | 'sms'
    kind: 'sent' | 'returned' | 'topUp' | 'moved'
    change: number
    balance: number
    at: Stamp
  }
  suggestion_pictures: { suggestion_id: number; position: number; data: Buffer }
  security_events: {
    id: Generated<number>
    at: Stamp
    last_at: Stamp
    kind: string
    reason: string
    call: string
    count: number
    user_id: number | null
    name_hash: string
    address: string
  }
  plants: PlantsTable
  binned_plants: {
    plant_id: number
    user_id: number | null
    organization_id: number | null
    binned_by: number | null
    binned_as: number | null
    binned_at: Stamp
    delete_at: Stamp
    members: unknown
    organizations: unknown
    auth_open: boolean
  }
  plant_images: {
    id: Generated<number>
    plant_id: number
    position: number
    caption: string
    width: number
    height: number
    large: Buffer
    small: Buffer
    created_at: Stamp
    created_by: number | null
  }
  module_layouts: {
    plant_id: number
    version: number
    content: ColumnType<ModuleLayout, string, string>
    picture_at: Stamp | null
    changed_at: Stamp
    changed_by: number | null
  }
  plant_tags: { id: Generated<number>; user_id: number | null; organization_id: number | null; name: string }
  tagged_plants: { plant_id: number; tag_id: number }
  plant_views: {
    id: Generated<number>
    user_id: number
    organization_id: number | null
    name: string
    definition: unknown
  }
  plant_members: PlantMembersTable
  loggers: LoggersTable
  wires: { id: string; ownership: Ownership }
  logger_claims: LoggerClaimsTable
  logger_disputes: LoggerDisputesTable
  devices: DevicesTable
  device_moves: {
    plant_id: number
    device_id: number
    at: Stamp
    from_plant_id: number | null
    from_device_id: number | null
    logger_id: number | null
    base_at: Stamp | null
    base: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
    is_alone: Generated<boolean>
    still_at: Stamp | null
    still_logger_id: number | null
  }
  device_serials: {
    plant_id: number
    device_id: number
    serial: string
    until: Stamp
    /** Where its counters stop. */
    counters_from: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  recounts: RecountsTable
  device_commands: DeviceCommandsTable
  samples: SamplesTable
  sealed_days: SealedDaysTable
  device_latest: DeviceLatestTable
  device_now: DeviceNowTable
  plant_now: PlantNowTable
  device_rollups: DeviceRollupsTable
  plant_days: PlantDaysTable
  plant_day_offsets: PlantDayOffsetsTable
  tariffs: TariffsTable
  plant_finances: PlantFinancesTable
  price_series: PriceSeriesTable
  price_days: PriceDaysTable
  plant_hours: PlantHoursTable
  quarantine: QuarantineTable
  refused_powers: RefusedPowersTable
  logger_addresses: LoggerAddressesTable
  take_backs: TakeBacksTable
  logger_contacts: LoggerContactsTable
  logger_days: LoggerDaysTable
  communication_counts: { plant_id: number; day: string; samples: number }
  server_times: { from_at: Stamp; to_at: Stamp }
  performance_days: PerformanceDaysTable
  performance_plants: PerformancePlantsTable
  plant_forecasts: PlantForecastsTable
  forecast_days: ForecastDaysTable
  weather_places: WeatherPlacesTable
  weather_days: WeatherDaysTable
  weather_pauses: WeatherPausesTable
  alarms: AlarmsTable
  alarm_events: AlarmEventsTable
  alarm_user_rules: AlarmUserRulesTable
  alarm_blocks: AlarmBlocksTable
  alarm_plants: AlarmPlantsTable
  alarm_watches: { plant_id: number; device_id: number; watches: unknown }
  alarm_strings: { plant_id: number; device_id: number; shares: unknown; counted_on: string }
  alarm_looks: { plant_id: number; device_id: number; from_at: Stamp }
  meter_days: MeterDaysTable
  step_decisions: StepDecisionsTable
  waiting_records: WaitingRecordsTable
  undecoded_payloads: UndecodedPayloadsTable
  logger_guesses: LoggerGuessesTable
}
