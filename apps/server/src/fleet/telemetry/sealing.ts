import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { encodeBlock, rowsOfBlock } from './block.ts'
import { utcDay } from './days.ts'
import { lockDevices } from './lock-devices.ts'
import { dropEmptyPartition, hotPartitions } from './partitions.ts'
import {
  beginRow,
  endRow,
  finishRows,
  putBigint,
  putBytes,
  putDate,
  putInteger,
  type RowTypes,
  rowArray,
  rowTypesOf,
} from './row-array.ts'
import type { Row } from './sample.ts'
import { msOf, readText, toArray, toBytes } from './statement.ts'
import { mergeRows, toRow } from './stored-rows.ts'

export type SealReport = Readonly<{
  /** false: another node is sealing. */
  ran: boolean
  deviceDays: number
  samples: number
  droppedPartitions: number
}>

export type SealOptions = Readonly<{
  /** The first UTC day that stays hot, YYYY-MM-DD. */
  beforeDay: string
  /** Device-days per transaction; its devices wait for it. */
  maxDevices?: number
  /** Stops between two transactions. */
  signal?: AbortSignal
}>

const DEVICE_DAYS = 24
const MANY = 10_000

/**
 * Turns the samples of all UTC days before `beforeDay` into one row per device and day, and drops partitions that
 * become empty. Each transaction leaves every sample in exactly one place, so a run may be killed at any moment and
 * repeated.
 */
export async function sealDays(
  db: Db,
  { beforeDay, maxDevices = DEVICE_DAYS, signal }: SealOptions,
): Promise<SealReport> {
  const report = { ran: false, deviceDays: 0, samples: 0, droppedPartitions: 0 }
  report.ran = await holdingLock(db, 'sealing', async () => {
    const types = await rowTypesOf(db.pool)
    for (const chunk of toChunks(await findUnsealed(db.pool, beforeDay), maxDevices)) {
      if (signal?.aborted) break
      report.samples += await runClientTransaction(db.pool, (client) => sealChunk(client, types, chunk))
      report.deviceDays += chunk.length
    }
    // Leftovers of a backfill in the default partition would slow down every query until they are cleaned up.
    if (report.samples >= MANY) await db.pool.query('vacuum (analyze) samples_late')
    for (const day of await hotPartitions(db.pool))
      if (day < beforeDay && !signal?.aborted && (await dropEmptyPartition(db, day))) report.droppedPartitions++
  })
  return report
}

type DeviceDay = Readonly<{ plantId: number; deviceId: number; day: string }>

/** Ordered by device, so that a backfill of many days locks its device only a few times. */
async function findUnsealed(client: Db['pool'], beforeDay: string): Promise<readonly DeviceDay[]> {
  const rows = await readText(
    client,
    `select plant_id, device_id, (at at time zone 'UTC')::date as day from samples
     where at < ($1::date)::timestamp at time zone 'UTC' group by 1, 2, 3 order by 1, 2, 3`,
    [beforeDay],
  )
  return rows.map(([plantId, deviceId, day]) => ({
    plantId: Number(plantId),
    deviceId: Number(deviceId),
    day: day ?? '',
  }))
}

function toChunks(all: readonly DeviceDay[], size: number): DeviceDay[][] {
  const chunks: DeviceDay[][] = []
  for (let i = 0; i < all.length; i += size) chunks.push(all.slice(i, i + size))
  return chunks
}

const keyOf = (deviceId: number | string | null | undefined, day: string): string => `${deviceId} ${day}`

async function sealChunk(client: PoolClient, types: RowTypes, chunk: readonly DeviceDay[]): Promise<number> {
  const keys = [toArray(chunk.map((item) => item.plantId)), toArray(chunk.map((item) => item.deviceId))]
  await lockDevices(
    client,
    chunk.map((item) => item.deviceId),
  )
  const days = toArray(chunk.map((item) => item.day))
  const hot = await takeRows(client, [...keys, days])
  const sealed = await readBlocks(client, [...keys, days])
  const array = rowArray(types.sealed_days, 5, chunk.length * 4096)
  for (const { plantId, deviceId, day } of chunk) {
    const rows = mergeRows(sealed.get(keyOf(deviceId, day)) ?? [], hot.get(keyOf(deviceId, day)) ?? [])
    if (rows.length === 0) continue
    beginRow(array)
    putBigint(array, plantId)
    putBigint(array, deviceId)
    putDate(array, day)
    putInteger(array, rows.length)
    putBytes(
      array,
      encodeBlock(
        rows,
        rows.reduce((most, { values }) => Math.max(most, values.length), 0),
      ),
    )
    endRow(array)
  }
  await client.query(
    `insert into sealed_days select * from unnest($1::sealed_days[])
     on conflict (plant_id, device_id, day) do update set samples = excluded.samples, block = excluded.block`,
    [finishRows(array)],
  )
  return [...hot.values()].reduce((sum, rows) => sum + rows.length, 0)
}

/** Deletes the rows of these days and returns them by device and day, ascending. */
async function takeRows(client: PoolClient, keys: readonly string[]): Promise<ReadonlyMap<string, Row[]>> {
  const found = await readText(
    client,
    `with gone as (
       delete from samples s using unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, day)
       where s.plant_id = k.plant_id and s.device_id = k.device_id
         and s.at >= k.day::timestamp at time zone 'UTC' and s.at < (k.day + 1)::timestamp at time zone 'UTC'
       returning s.at, s.time_source, s.values, s.device_id)
     select ${msOf('at')}, time_source, values, device_id from gone`,
    keys,
  )
  const rows = new Map<string, Row[]>()
  for (const textRow of found) {
    const row = toRow(textRow)
    const key = keyOf(textRow[3], utcDay(row.atMs))
    const known = rows.get(key)
    if (known) known.push(row)
    else rows.set(key, [row])
  }
  for (const row of rows.values()) row.sort((a, b) => a.atMs - b.atMs)
  return rows
}

async function readBlocks(client: PoolClient, keys: readonly string[]): Promise<ReadonlyMap<string, Row[]>> {
  const found = await readText(
    client,
    `select s.device_id, s.day, s.block from unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, day)
     join sealed_days s using (plant_id, device_id, day)`,
    keys,
  )
  return new Map(found.map(([deviceId, day, block]) => [keyOf(deviceId, day ?? ''), rowsOfBlock(toBytes(block ?? ''))]))
}
