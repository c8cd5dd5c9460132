import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { decodeLast } from './device-state.ts'
import { lockDevicesWithin } from './lock-devices.ts'
import { readText, type TextRow, toBytes } from './statement.ts'

export type LatestValue = Readonly<{ value: number; atMs: number }>
export type Latest = Readonly<{
  plantId: number
  deviceId: number
  /** Newest sample; single quantities may be older. */
  atMs: number
  values: Readonly<Partial<Record<QuantityId, LatestValue>>>
}>

const COLUMNS = `d.plant_id, d.id, l.last, array_to_string(d.quantities, ',')
  from devices d join device_latest l on l.plant_id = d.plant_id and l.device_id = d.id`

/** By device; devices without samples are absent. */
export async function latest(db: Db, deviceIds: readonly number[]): Promise<ReadonlyMap<number, Latest>> {
  const rows = await readText(
    db.pool,
    `select ${COLUMNS} where d.id = any($1::bigint[])`,
    [deviceIds],
    'telemetry-latest',
  )
  return new Map(rows.flatMap(toLatest).map((item) => [item.deviceId, item]))
}

/** By plant, devices in the order of their ids. */
export const getLatestOfPlants = (
  db: Db,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Latest[]>> => getLatestWithin(db.pool, plantIds)

/** The same in the caller's transaction. */
export async function getLatestWithin(
  client: pg.Pool | pg.PoolClient,
  plantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Latest[]>> {
  const text = `select ${COLUMNS} where d.plant_id = any($1::bigint[]) order by d.plant_id, d.id`
  const rows = await readText(client, text, [plantIds], 'telemetry-latest-of-plants')
  const plants = new Map<number, Latest[]>()
  for (const one of rows.flatMap(toLatest)) {
    const known = plants.get(one.plantId)
    if (known) known.push(one)
    else plants.set(one.plantId, [one])
  }
  return plants
}

/** When a device sent its last record; its next ones wait for the transaction. undefined: never. */
export async function lockLastRecord(
  within: Kysely<Tables>,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
): Promise<number | undefined> {
  await lockDevicesWithin(within, [deviceId])
  const { rows } = await sql<{ last: Buffer }>`select last from device_latest
    where plant_id = ${plantId} and device_id = ${deviceId}`.execute(within)
  const last = rows[0]?.last
  return last === undefined || last.length === 0 ? undefined : decodeLast(last).atMs
}

function toLatest([plantId, deviceId, last, list]: TextRow): Latest[] {
  const bytes = toBytes(last ?? '')
  if (bytes.length === 0) return []
  const { atMs, value, valueAtMs } = decodeLast(bytes)
  const values: Partial<Record<QuantityId, LatestValue>> = {}
  ;(list ?? '').split(',').forEach((id, i) => {
    const readAtMs = valueAtMs[i]
    if (readAtMs !== undefined && !Number.isNaN(readAtMs))
      values[id as QuantityId] = { value: value[i] as number, atMs: readAtMs }
  })
  return [{ plantId: Number(plantId), deviceId: Number(deviceId), atMs, values }]
}
