import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { rowsOfBlock } from './block.ts'
import { utcMonth } from './days.ts'
import { pagesOfDevices } from './device-pages.ts'
import { lockDevices } from './lock-devices.ts'
import { encodeMonth, type MonthBlock } from './month-block.ts'
import { readQuantities } from './quantity-lists.ts'
import type { Row } from './sample.ts'
import { type DeviceMonth, monthsOf, rowsOfMonth } from './sealed-months.ts'
import { readText, toArray, toBytes } from './statement.ts'
import { mergeRows } from './stored-rows.ts'

export type MonthsReport = Readonly<{
  /** false: another node is sealing. */
  ran: boolean
  deviceMonths: number
  samples: number
}>

export type SealMonthsOptions = Readonly<{
  /** The first UTC day that stays hot, YYYY-MM-DD: months that ended before it are sealed. */
  beforeDay: string
  /** Device-months per transaction; their devices wait for it. */
  maxMonths?: number
  /** Stops between two transactions. */
  signal?: AbortSignal
}>

const DEVICE_MONTHS = 2
/** A month is in memory as rows when it is sealed, and when it is counted again: larger ones stay days. */
const MOST_VALUES = 20_000_000

/**
 * Turns the sealed days of months that ended into one row per device and month, with days of it that were sealed since.
 * Each transaction leaves every sample in exactly one place, so a run may be killed at any moment and repeated; the first
 * run on an older database converts its whole history this way.
 */
export async function sealMonths(
  db: Db,
  { beforeDay, maxMonths = DEVICE_MONTHS, signal }: SealMonthsOptions,
): Promise<MonthsReport> {
  const report = { ran: false, deviceMonths: 0, samples: 0 }
  const endMonth = utcMonth(Date.parse(beforeDay))
  report.ran = await holdingLock(db, 'sealing of months', async () => {
    for (const page of await pagesOfDevices(db)) {
      const due = await findUnsealed(db, page, endMonth)
      for (let i = 0; i < due.length && !signal?.aborted; i += maxMonths) {
        const chunk = due.slice(i, i + maxMonths)
        report.samples += await runClientTransaction(db.pool, (client) => sealChunk(client, chunk))
        report.deviceMonths += chunk.length
      }
      if (signal?.aborted) break
    }
  })
  return report
}

async function findUnsealed(db: Db, page: readonly string[], endMonth: string): Promise<DeviceMonth[]> {
  const rows = await readText(
    db.pool,
    `select plant_id, device_id, month, days.samples + coalesce(m.samples, 0) from (
       select k.plant_id, k.device_id, date_trunc('month', s.day::timestamp)::date as month, sum(s.samples) as samples
       from unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
       join sealed_days s on s.plant_id = k.plant_id and s.device_id = k.device_id and s.day < $3::date
       group by 1, 2, 3) days
     left join sealed_months m using (plant_id, device_id, month) order by 1, 2, 3`,
    [...page, endMonth],
  )
  const lists = await readQuantities(db.pool, [...new Set(rows.map(([, deviceId]) => Number(deviceId)))])
  return rows.flatMap(([plantId, deviceId, month, samples]) => {
    const values = Number(samples) * (lists.get(Number(deviceId))?.length ?? 0)
    return values > MOST_VALUES ? [] : [{ plantId: Number(plantId), deviceId: Number(deviceId), month: month ?? '' }]
  })
}

const keyOf = (deviceId: number | string | null | undefined, month: string): string => `${deviceId} ${month}`

/** @returns the samples that moved into their month */
async function sealChunk(client: PoolClient, chunk: readonly DeviceMonth[]): Promise<number> {
  const keys = monthsOf(chunk)
  await lockDevices(
    client,
    chunk.map(({ deviceId }) => deviceId),
  )
  const days = await takeDays(client, keys)
  const months = await readMonths(client, keys)
  const written: (DeviceMonth & Readonly<{ samples: number; block: MonthBlock }>)[] = []
  let moved = 0
  for (const one of chunk) {
    const news = days.get(keyOf(one.deviceId, one.month)) ?? []
    if (news.length === 0) continue
    const rows = mergeRows(months.get(keyOf(one.deviceId, one.month)) ?? [], news)
    written.push({ ...one, samples: rows.length, block: await encodeMonth(rows, longestOf(rows), setImmediate) })
    moved += news.length
  }
  await writeMonths(client, written)
  return moved
}

const longestOf = (rows: readonly Row[]): number => rows.reduce((most, { values }) => Math.max(most, values.length), 0)

/** Deletes the days of these months and returns their rows by device and month, ascending. */
async function takeDays(client: PoolClient, keys: readonly string[]): Promise<ReadonlyMap<string, Row[]>> {
  const found = await readText(
    client,
    `with gone as (
       delete from sealed_days s using unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, month)
       where s.plant_id = k.plant_id and s.device_id = k.device_id
         and s.day >= k.month and s.day < (k.month + interval '1 month')::date
       returning s.device_id, k.month, s.day, s.block)
     select device_id, month, block from gone order by device_id, day`,
    keys,
  )
  const rows = new Map<string, Row[]>()
  for (const [deviceId, month, block] of found) {
    const key = keyOf(deviceId, month ?? '')
    rows.set(key, (rows.get(key) ?? []).concat(rowsOfBlock(toBytes(block ?? ''))))
    await setImmediate()
  }
  return rows
}

async function readMonths(client: PoolClient, keys: readonly string[]): Promise<ReadonlyMap<string, Row[]>> {
  const found = await readText(
    client,
    `select m.device_id, m.month, m.starts, m.block
     from unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, month)
     join sealed_months m using (plant_id, device_id, month)`,
    keys,
  )
  return new Map(
    found.map(([deviceId, month, starts, block]) => [
      keyOf(deviceId, month ?? ''),
      rowsOfMonth(starts ?? '', block ?? ''),
    ]),
  )
}

async function writeMonths(
  client: PoolClient,
  months: readonly (DeviceMonth & Readonly<{ samples: number; block: MonthBlock }>)[],
): Promise<void> {
  await client.query(
    `insert into sealed_months (plant_id, device_id, month, samples, starts, block)
     select plant_id, device_id, month, samples, starts::int[], block
     from unnest($1::bigint[], $2::bigint[], $3::date[], $4::int[], $5::text[], $6::bytea[])
       as e (plant_id, device_id, month, samples, starts, block)
     on conflict (plant_id, device_id, month)
     do update set samples = excluded.samples, starts = excluded.starts, block = excluded.block`,
    [
      ...monthsOf(months),
      months.map(({ samples }) => samples),
      months.map(({ block }) => toArray(block.starts)),
      months.map(({ block }) => block.bytes),
    ],
  )
}

/** Leaves only some rows of a sealed month; with none of them it is gone. The device is locked. */
export async function replaceMonth(client: PoolClient, month: DeviceMonth, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) {
    const block = await encodeMonth(rows, longestOf(rows), setImmediate)
    await writeMonths(client, [{ ...month, samples: rows.length, block }])
    return
  }
  const key = [month.plantId, month.deviceId, month.month]
  await client.query('delete from sealed_months where plant_id = $1 and device_id = $2 and month = $3', key)
}
