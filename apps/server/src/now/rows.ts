import { rankOf } from '@heliograph/domain/status.ts'
import type pg from 'pg'
import type { DeviceState, PlantNowState } from './compute-now.ts'
import { type DeviceMemory, emptyMemory } from './device-memory.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

/** What stands in plant_now and is needed to write it anew. */
export type Held = Readonly<{ plantId: number; version: number; nextChangeAtMs: number }>

type HeldRow = { plant_id: number; version: number; next_ms: number }
const heldColumns = `plant_id, version, (date_part('epoch', next_change_at) * 1000)::float8 as next_ms`
const toHeld = (row: HeldRow): Held => ({ plantId: row.plant_id, version: row.version, nextChangeAtMs: row.next_ms })

/** Locks the rows of plants until the commit, in one order for everybody. */
export async function holdPlants(client: Client, plantIds: readonly number[]): Promise<readonly Held[]> {
  if (plantIds.length === 0) return []
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

type DeviceNowRow = {
  device_id: number
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
  reason: unknown
}

/** What is kept of a device, and what its row says: the same text twice needs no writing. */
export type HeldDevice = Readonly<{ memory: DeviceMemory; written: string }>

const ms = (column: string, as: string): string => `(date_part('epoch', ${column}) * 1000)::float8 as ${as}`
const devicesText = `select device_id, fault_kind, fault_code, ${ms('fault_since', 'fault_ms')}, ${ms('idle_since', 'idle_ms')},
    idle_lit_s, is_idle, wake_deg, doze_deg, mornings, status, presence, reason
  from device_now where plant_id = any($1::bigint[])`

/** By device, without the newest values. */
export async function readDevices(
  client: Client,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, HeldDevice>> {
  const { rows } = await client.query<DeviceNowRow>({ name: 'now-devices', text: devicesText, values: [plantIds] })
  return new Map(
    rows.map((row) => {
      const memory = toMemory(row)
      return [row.device_id, { memory, written: toText(memory, row.status, row.presence, row.reason) }]
    }),
  )
}

const round = (value: number | null): number | null => (value === null ? null : Math.round(value))

const toMemory = (row: DeviceNowRow): DeviceMemory => ({
  ...emptyMemory,
  fault:
    row.fault_kind === null ? null : { kind: row.fault_kind, code: row.fault_code, sinceMs: round(row.fault_ms) ?? 0 },
  idleSinceMs: round(row.idle_ms),
  idleLitS: row.idle_lit_s,
  isIdle: row.is_idle,
  wakeDeg: row.wake_deg,
  dozeDeg: row.doze_deg,
  mornings: row.mornings,
})

const toText = (memory: DeviceMemory, status: string, presence: string, reason: unknown): string => {
  const { fault, idleSinceMs, idleLitS, isIdle, wakeDeg, dozeDeg, mornings } = memory
  const because = status === 'well' ? '' : sortedText(reason)
  const failing = fault === null ? '' : sortedText(fault)
  return `${status} ${presence} ${because} ${failing} ${idleSinceMs} ${idleLitS} ${isIdle} ${wakeDeg} ${dozeDeg} ${mornings}`
}

/** jsonb keeps its keys in an order of its own. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

export const textOf = ({ memory, state, reason }: DeviceState): string =>
  toText(memory, state.status, state.presence, reason)

type Column<T> = Readonly<{ name: string; type: string; of: (row: T) => number | string | boolean | null }>

const stamp = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString())

export type DeviceWrite = DeviceState & Readonly<{ plantId: number }>
type DeviceRow = DeviceWrite & Readonly<{ nowMs: number }>
const deviceColumns: readonly Column<DeviceRow>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ plantId }) => plantId },
  { name: 'device_id', type: 'bigint', of: ({ device }) => device.deviceId },
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

const keep = (column: string, table: string, given: string): string =>
  `${column} = case when ${table}.status = ${given}.status then ${table}.${column} else ${given}.${column} end`

function lists<T>(columns: readonly Column<T>[], rows: readonly T[]): unknown[] {
  return columns.map(({ type, of }) =>
    type === 'jsonb' || type === 'text' ? rows.map(of) : `{${rows.map((row) => of(row) ?? 'null').join(',')}}`,
  )
}
const unnested = <T>(columns: readonly Column<T>[]): string =>
  `unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
    as u (${columns.map(({ name }) => name).join(', ')})`

const deviceNames = deviceColumns.map(({ name }) => name)
const deviceText = `insert into device_now as d (${deviceNames.join(', ')})
  select * from ${unnested(deviceColumns)} order by plant_id, device_id
  on conflict (plant_id, device_id) do update set ${deviceNames
    .slice(2)
    .map((name) => (name === 'status_since' ? keep(name, 'd', 'excluded') : `${name} = excluded.${name}`))
    .join(', ')}`

/** Of plants that are held. */
export async function writeDevices(client: Client, devices: readonly DeviceWrite[], nowMs: number): Promise<void> {
  if (devices.length === 0) return
  const rows = devices.map((one) => ({ ...one, nowMs }))
  await client.query({ name: 'now-write-devices', text: deviceText, values: lists(deviceColumns, rows) })
}

/** `version`: of the row that this is made from; the next is drawn, so that one of a transaction that failed comes never again. */
export type PlantWrite = Readonly<{
  state: PlantNowState
  version: number
  nextVersion: number
  nextChangeAtMs: number
}>
type PlantRow = PlantWrite & Readonly<{ nowMs: number }>
const plantColumns: readonly Column<PlantRow>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ state }) => state.plantId },
  { name: 'version', type: 'bigint', of: ({ version }) => version },
  { name: 'next_version', type: 'bigint', of: ({ nextVersion }) => nextVersion },
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
  { name: 'today', type: 'date', of: ({ state }) => state.today },
  { name: 'today_wh', type: 'float8', of: ({ state }) => (state.isTodayKnown ? 0 : null) },
  { name: 'counter_total_wh', type: 'float8', of: ({ state }) => state.counterTotalWh },
  { name: 'status', type: 'text', of: ({ state }) => state.status },
  { name: 'status_rank', type: 'smallint', of: ({ state }) => rankOf(state.status) },
  {
    name: 'reason',
    type: 'jsonb',
    of: ({ state }) => (state.status === 'well' ? null : JSON.stringify(state.reason)),
  },
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

const setPlant = (name: string): string => {
  if (name === 'version') return 'version = u.next_version'
  if (name === 'status_since') return keep(name, 'p', 'u')
  if (name !== 'today_wh') return `${name} = u.${name}`
  // What the days say wins: recounts and late samples write there.
  return `today_wh = coalesce(
    (select d.generation_wh from plant_days d where d.plant_id = u.plant_id and d.day = u.today), u.today_wh)`
}
const plantText = `update plant_now p set ${plantColumns
  .filter(({ name }) => name !== 'plant_id' && name !== 'next_version')
  .map(({ name }) => setPlant(name))
  .join(', ')} from ${unnested(plantColumns)} where p.plant_id = u.plant_id and p.version = u.version
  returning p.plant_id`

/** @returns the plants that were written: the rest had been written by somebody else since, or are gone */
export async function writePlants(
  client: Client,
  plants: readonly PlantWrite[],
  nowMs: number,
): Promise<ReadonlySet<number>> {
  if (plants.length === 0) return new Set()
  const rows = plants.map((one) => ({ ...one, nowMs }))
  const written = await client.query<{ plant_id: number }>({
    name: 'now-write-plants',
    text: plantText,
    values: lists(plantColumns, rows),
  })
  return new Set(written.rows.map(({ plant_id: plantId }) => plantId))
}
