import { rankOf } from '@heliograph/domain/status.ts'
import type pg from 'pg'
import type { PlantNowState } from './compute-now.ts'
import type { DeviceMemory } from './device-memory.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

/** What stands in plant_now and is needed to write it anew. */
export type Held = Readonly<{ plantId: number; plan: number; nextChangeAtMs: number }>

type HeldRow = { plant_id: number; plan: number; next_ms: number }
const heldColumns = `plant_id, plan, (date_part('epoch', next_change_at) * 1000)::float8 as next_ms`
const toHeld = (row: HeldRow): Held => ({ plantId: row.plant_id, plan: row.plan, nextChangeAtMs: row.next_ms })

/** Locks the rows of plants until the commit, in one order for everybody; each writer of a plant's state begins so. */
export async function holdPlants(client: Client, plantIds: readonly number[]): Promise<readonly Held[]> {
  const { rows } = await client.query<HeldRow>({
    name: 'now-hold',
    text: `select ${heldColumns} from plant_now where plant_id = any($1::bigint[]) order by plant_id for no key update`,
    values: [plantIds],
  })
  return rows.map(toHeld)
}

/** Plants whose time has come, those that another node works on left out. */
export async function holdDuePlants(client: Client, nowMs: number, most: number): Promise<readonly Held[]> {
  const { rows } = await client.query<HeldRow>({
    name: 'now-hold-due',
    text: `select ${heldColumns} from plant_now where next_change_at <= $1 order by next_change_at limit $2
      for no key update skip locked`,
    values: [new Date(nowMs), most],
  })
  return rows.map(toHeld)
}

type MemoryRow = {
  device_id: number
  last_ms: number | null
  pv_w: number | null
  grid_w: number | null
  battery_w: number | null
  load_w: number | null
  generator_w: number | null
  ups_w: number | null
  soc_percent: number | null
  today_wh: number | null
  today_ms: number | null
  total_wh: number | null
  fault_kind: 'faultCode' | 'faultState' | null
  fault_code: string | null
  fault_ms: number | null
  idle_ms: number | null
  idle_lit_s: number
  is_idle: boolean
  wake_deg: number | null
  doze_deg: number | null
  mornings: number
  status: string
  presence: string
  kind: string
}

/** What is known of a device, and what its row says of it. */
export type HeldDevice = Readonly<{ memory: DeviceMemory; told: string }>
export const toldOf = (state: Readonly<{ status: string; presence: string; kind: string }>): string =>
  `${state.status} ${state.presence} ${state.kind}`

const ms = (column: string, as: string): string => `(date_part('epoch', ${column}) * 1000)::float8 as ${as}`
const memoryText = `select device_id, ${ms('last_at', 'last_ms')}, pv_w, grid_w, battery_w, load_w, generator_w, ups_w,
    soc_percent, today_wh, ${ms('today_at', 'today_ms')}, total_wh, fault_kind, fault_code, ${ms('fault_since', 'fault_ms')},
    ${ms('idle_since', 'idle_ms')}, idle_lit_s, is_idle, wake_deg, doze_deg, mornings,
    status, presence, coalesce(reason->>'kind', '') as kind
  from device_now where plant_id = any($1::bigint[])`

const round = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** By device. */
export async function readDevices(
  client: Client,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, HeldDevice>> {
  const { rows } = await client.query<MemoryRow>({ name: 'now-devices', text: memoryText, values: [plantIds] })
  return new Map(rows.map((row) => [row.device_id, { memory: toMemory(row), told: toldOf(row) }]))
}

const toMemory = (row: MemoryRow): DeviceMemory => ({
  pvW: row.pv_w,
  gridW: row.grid_w,
  batteryW: row.battery_w,
  loadW: row.load_w,
  generatorW: row.generator_w,
  upsW: row.ups_w,
  socPercent: row.soc_percent,
  lastAtMs: round(row.last_ms),
  todayWh: row.today_wh,
  todayAtMs: round(row.today_ms),
  totalWh: row.total_wh,
  fault:
    row.fault_kind === null ? null : { kind: row.fault_kind, code: row.fault_code, sinceMs: round(row.fault_ms) ?? 0 },
  idleSinceMs: round(row.idle_ms),
  idleLitS: row.idle_lit_s,
  isIdle: row.is_idle,
  wakeDeg: row.wake_deg,
  dozeDeg: row.doze_deg,
  mornings: row.mornings,
})

type Column<T> = Readonly<{ name: string; type: string; of: (row: T) => number | string | boolean | null }>

const stamp = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString())

type DeviceRow = PlantNowState['devices'][number] & Readonly<{ plantId: number; nowMs: number }>
const deviceColumns: readonly Column<DeviceRow>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ plantId }) => plantId },
  { name: 'device_id', type: 'bigint', of: ({ device }) => device.deviceId },
  { name: 'last_at', type: 'timestamptz', of: ({ memory }) => stamp(memory.lastAtMs) },
  { name: 'pv_w', type: 'float8', of: ({ memory }) => memory.pvW },
  { name: 'grid_w', type: 'float8', of: ({ memory }) => memory.gridW },
  { name: 'battery_w', type: 'float8', of: ({ memory }) => memory.batteryW },
  { name: 'load_w', type: 'float8', of: ({ memory }) => memory.loadW },
  { name: 'generator_w', type: 'float8', of: ({ memory }) => memory.generatorW },
  { name: 'ups_w', type: 'float8', of: ({ memory }) => memory.upsW },
  { name: 'soc_percent', type: 'float8', of: ({ memory }) => memory.socPercent },
  { name: 'today_wh', type: 'float8', of: ({ memory }) => memory.todayWh },
  { name: 'today_at', type: 'timestamptz', of: ({ memory }) => stamp(memory.todayAtMs) },
  { name: 'total_wh', type: 'float8', of: ({ memory }) => memory.totalWh },
  { name: 'fault_kind', type: 'text', of: ({ memory }) => memory.fault?.kind ?? null },
  { name: 'fault_code', type: 'text', of: ({ memory }) => memory.fault?.code ?? null },
  { name: 'fault_since', type: 'timestamptz', of: ({ memory }) => stamp(memory.fault?.sinceMs ?? null) },
  { name: 'idle_since', type: 'timestamptz', of: ({ memory }) => stamp(memory.idleSinceMs) },
  { name: 'idle_lit_s', type: 'integer', of: ({ memory }) => memory.idleLitS },
  { name: 'is_idle', type: 'boolean', of: ({ memory }) => memory.isIdle },
  { name: 'wake_deg', type: 'float8', of: ({ memory }) => memory.wakeDeg },
  { name: 'doze_deg', type: 'float8', of: ({ memory }) => memory.dozeDeg },
  { name: 'mornings', type: 'smallint', of: ({ memory }) => memory.mornings },
  { name: 'status', type: 'text', of: ({ state }) => state.status },
  { name: 'presence', type: 'text', of: ({ state }) => state.presence },
  { name: 'reason', type: 'jsonb', of: ({ reason }) => JSON.stringify(reason) },
  { name: 'status_since', type: 'timestamptz', of: ({ nowMs }) => stamp(nowMs) },
]

const keep = (column: string, table: string): string =>
  `${column} = case when ${table}.status = u.status then ${table}.${column} else u.${column} end`

function lists<T>(columns: readonly Column<T>[], rows: readonly T[]): unknown[] {
  return columns.map(({ type, of }) =>
    type === 'jsonb' || type === 'text' ? rows.map(of) : `{${rows.map((row) => of(row) ?? 'null').join(',')}}`,
  )
}
const unnested = <T>(columns: readonly Column<T>[], first = 1): string =>
  `unnest(${columns.map(({ type }, index) => `$${index + first}::${type}[]`).join(', ')})
    as u (${columns.map(({ name }) => name).join(', ')})`

const deviceNames = deviceColumns.map(({ name }) => name)
const deviceText = `insert into device_now as d (${deviceNames.join(', ')}) select * from ${unnested(deviceColumns)}
  on conflict (plant_id, device_id) do update set ${deviceNames
    .slice(2)
    .map((name) => (name === 'status_since' ? keep(name, 'd') : `${name} = u.${name}`))
    .join(', ')
    .replaceAll('u.', 'excluded.')}`

type PlantRow = Readonly<{ state: PlantNowState; nextChangeAtMs: number; nowMs: number }>
const plantColumns: readonly Column<PlantRow>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ state }) => state.plantId },
  { name: 'pv_w', type: 'float8', of: ({ state }) => state.power.pvW },
  { name: 'inverter_w', type: 'float8', of: ({ state }) => state.power.inverterW },
  { name: 'micro_w', type: 'float8', of: ({ state }) => state.power.microW },
  { name: 'grid_w', type: 'float8', of: ({ state }) => state.power.gridW },
  { name: 'battery_w', type: 'float8', of: ({ state }) => state.power.batteryW },
  { name: 'load_w', type: 'float8', of: ({ state }) => state.power.loadW },
  { name: 'load_is_derived', type: 'boolean', of: ({ state }) => state.power.loadIsDerived },
  { name: 'generator_w', type: 'float8', of: ({ state }) => state.power.generatorW },
  { name: 'ups_w', type: 'float8', of: ({ state }) => state.power.upsW },
  { name: 'soc_percent', type: 'float8', of: ({ state }) => state.power.socPercent },
  { name: 'unaccounted_w', type: 'float8', of: ({ state }) => state.power.unaccountedW },
  { name: 'last_at', type: 'timestamptz', of: ({ state }) => stamp(state.lastAtMs) },
  { name: 'interval_s', type: 'integer', of: ({ state }) => Math.round(state.intervalMs / 1000) },
  { name: 'late_after', type: 'timestamptz', of: ({ state }) => stamp(state.lateAfterMs) },
  { name: 'silent_after', type: 'timestamptz', of: ({ state }) => stamp(state.silentAfterMs) },
  { name: 'today', type: 'date', of: ({ state }) => state.today },
  { name: 'today_wh', type: 'float8', of: ({ state }) => (state.isTodayKnown ? 0 : null) },
  { name: 'counter_total_wh', type: 'float8', of: ({ state }) => state.counterTotalWh },
  { name: 'status', type: 'text', of: ({ state }) => state.status },
  { name: 'status_rank', type: 'smallint', of: ({ state }) => rankOf(state.status) },
  { name: 'reason', type: 'jsonb', of: ({ state }) => JSON.stringify(state.reason) },
  { name: 'status_since', type: 'timestamptz', of: ({ nowMs }) => stamp(nowMs) },
  { name: 'device_count', type: 'integer', of: ({ state }) => state.deviceCount },
  { name: 'silent_count', type: 'integer', of: ({ state }) => state.silentCount },
  { name: 'fault_count', type: 'integer', of: ({ state }) => state.faultCount },
  {
    name: 'next_change_at',
    type: 'timestamptz',
    of: ({ nextChangeAtMs }) => (Number.isFinite(nextChangeAtMs) ? stamp(nextChangeAtMs) : '-infinity'),
  },
]

const plantText = `update plant_now p set ${plantColumns
  .slice(1)
  .map(({ name }) =>
    name === 'status_since'
      ? keep(name, 'p')
      : name === 'today_wh'
        ? // What the days say wins: recounts and late samples write there.
          `today_wh = coalesce(
            (select d.generation_wh from plant_days d where d.plant_id = u.plant_id and d.day = u.today), u.today_wh)`
        : `${name} = u.${name}`,
  )
  .join(', ')} from ${unnested(plantColumns)} where p.plant_id = u.plant_id`

export type DeviceWrite = PlantNowState['devices'][number] & Readonly<{ plantId: number }>

/** Writes states of plants that are held. */
export async function writeStates(
  client: Client,
  plants: readonly Omit<PlantRow, 'nowMs'>[],
  devices: readonly DeviceWrite[],
  nowMs: number,
): Promise<void> {
  const deviceRows = devices.map((one) => ({ ...one, nowMs }))
  if (devices.length > 0)
    await client.query({ name: 'now-write-devices', text: deviceText, values: lists(deviceColumns, deviceRows) })
  const plantRows = plants.map((one) => ({ ...one, nowMs }))
  if (plants.length > 0)
    await client.query({ name: 'now-write-plants', text: plantText, values: lists(plantColumns, plantRows) })
}
