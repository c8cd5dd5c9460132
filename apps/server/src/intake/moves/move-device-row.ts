import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type pg from 'pg'
import { getLatestWithin, lockDevices } from '../../fleet/telemetry/telemetry.ts'

export type DeviceRow = Readonly<{ id: number; serial: string; name: string; logger_id: number | null }>
type Base = Readonly<{ atMs: number; values: Readonly<Record<string, number>> }>

/**
 * Energy that a device counts after its last record belongs to the plant that gets the next one, if that is not long
 * ago.
 */
const FRESH_MS = 15 * MINUTE_MS

type Which = Readonly<{ loggerId?: number; deviceId?: number }>

/** Appends of these devices wait until the move is done. Before all other locks, as ingest does. */
export async function lockCounters(client: pg.PoolClient, plantId: number, which: Which): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from devices where plant_id = $1 and (id = $2 or logger_id = $3)',
    [plantId, which.deviceId ?? null, which.loggerId ?? null],
  )
  await lockDevices(
    client,
    rows.map(({ id }) => id),
  )
}

/** Where the counters of locked devices stand. */
export async function readBases(
  client: pg.PoolClient,
  plantId: number,
  devices: readonly DeviceRow[],
  nowMs: number,
): Promise<ReadonlyMap<number, Base>> {
  const ids = devices.map(({ id }) => id)
  const latest = (await getLatestWithin(client, [plantId])).get(plantId) ?? []
  return new Map(
    latest.flatMap(({ deviceId, atMs, values }): [number, Base][] => {
      if (!ids.includes(deviceId) || atMs < nowMs - FRESH_MS) return []
      const counters = Object.entries(values).flatMap(([id, one]) =>
        id.endsWith('Wh') && one !== undefined && one.atMs >= nowMs - FRESH_MS ? [[id, one.value] as const] : [],
      )
      return [[deviceId, { atMs, values: Object.fromEntries(counters) }]]
    }),
  )
}

const copied = [
  ...['serial', 'name', 'type', 'profile_id', 'rated_w', 'texts', 'standing', 'waits_since', 'observed_w'],
  ...[
    'meter_role',
    'meter_ratio',
    'meter_is_reversed',
    'turned_powers',
    'counter_meaning',
    'announced_at',
    'warranty_until',
  ],
].join(', ')

/**
 * Puts a device into the other plant, in its place from an earlier time if it was there, and takes it out of this one.
 * The right to move it vouches for it.
 */
export async function moveDeviceRow(
  client: pg.PoolClient,
  {
    plantId,
    toPlantId,
    loggerId,
    moves,
    nowMs,
  }: Readonly<{
    plantId: number
    toPlantId: number
    loggerId: number
    /** The logger that goes with it. */
    moves: number | null
    nowMs: number
  }>,
  device: DeviceRow,
  base: Base | undefined,
): Promise<void> {
  const now = new Date(nowMs).toISOString()
  const { rows: there } = await client.query<{ id: number; is_there: boolean }>(
    `select id, removed_at is null and logger_id is not null and logger_id <> $3 as is_there
     from devices where plant_id = $1 and serial = $2 for update`,
    [toPlantId, device.serial, loggerId],
  )
  if (there[0]?.is_there === true) throw new Refusal('OPTIMIZER_IN_PLANT', { serial: device.serial })
  const { rows } = there[0]
    ? await client.query<{ id: number }>(
        `update devices set logger_id = $2, removed_at = null, confirmed_at = $3 where id = $1 returning id`,
        [there[0].id, loggerId, now],
      )
    : await client.query<{ id: number }>(
        `insert into devices (plant_id, logger_id, confirmed_at, quantities, ${copied})
         select $2, $3, $4, quantities, ${copied} from devices where id = $1 returning id`,
        [device.id, toPlantId, loggerId, now],
      )
  await client.query('update devices set removed_at = $2, logger_id = null where id = $1', [device.id, now])
  await client.query(
    `insert into device_moves (plant_id, device_id, at, from_plant_id, from_device_id, logger_id, is_alone, base_at, base)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (device_id, at) do update set from_plant_id = excluded.from_plant_id, base = excluded.base`,
    [
      ...[toPlantId, rows[0]?.id, now, plantId, device.id, moves, moves === null],
      ...[base ? new Date(base.atMs).toISOString() : null, JSON.stringify(base?.values ?? {})],
    ],
  )
}
