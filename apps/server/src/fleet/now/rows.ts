import type { Reason } from '@heliograph/domain/status.ts'
import type pg from 'pg'
import { type DeviceMemory, emptyMemory } from './device-memory.ts'
import type { WrittenDevice } from './written.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

/** The content of plant_now that is needed to write it again. */
export type Held = Readonly<{ plantId: number; version: number; nextChangeAtMs: number }>

type HeldRow = { plant_id: number; version: number; next_ms: number }
const HELD_COLUMNS = `plant_id, version, (date_part('epoch', next_change_at) * 1000)::float8 as next_ms`
const toHeld = (row: HeldRow): Held => ({ plantId: row.plant_id, version: row.version, nextChangeAtMs: row.next_ms })

/** Locks the rows of plants until the commit, in one order everywhere. */
export async function lockPlantRows(client: Client, plantIds: readonly number[]): Promise<readonly Held[]> {
  if (plantIds.length === 0) return []
  const { rows } = await client.query<HeldRow>({
    name: 'now-hold',
    text: `select ${HELD_COLUMNS} from plant_now where plant_id = any($1::bigint[]) order by plant_id for no key update`,
    values: [plantIds],
  })
  return rows.map(toHeld)
}

/**
 * Plants that are due, except those that another node works on. Reads all rows: an index on the instant would cost every
 * sample more than this costs the clock (db/migrations/045).
 */
export async function lockDuePlants(client: Client, nowMs: number, most: number): Promise<readonly Held[]> {
  const { rows } = await client.query<HeldRow>({
    name: 'now-hold-due',
    text: `select ${HELD_COLUMNS} from plant_now where next_change_at <= $1 limit $2
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
  reason: Partial<Reason>
}

/** The kept state of a device, and the content of its row. */
export type HeldDevice = Readonly<{ memory: DeviceMemory; written: WrittenDevice }>

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
  return new Map(rows.map((row) => [row.device_id, toHeldDevice(row)]))
}

const round = (value: number | null): number | null => (value === null ? null : Math.round(value))

function toHeldDevice(row: DeviceNowRow): HeldDevice {
  const memory: DeviceMemory = {
    ...emptyMemory,
    fault:
      row.fault_kind === null
        ? null
        : { kind: row.fault_kind, code: row.fault_code, sinceMs: round(row.fault_ms) ?? 0 },
    idle: { idleSinceMs: round(row.idle_ms), idleLitS: row.idle_lit_s, isIdle: row.is_idle },
    learnt: { wakeDeg: row.wake_deg, dozeDeg: row.doze_deg, mornings: row.mornings },
  }
  const { status, presence, reason } = row
  const { kind, sinceMs, code, group, devices } = reason
  return { memory, written: { status, presence, known: memory, kind, sinceMs, code, group, named: devices?.[0] } }
}
