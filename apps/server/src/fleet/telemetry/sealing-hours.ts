import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { readAccumulator } from './accumulator.ts'
import { byteReader } from './bytes.ts'
import { pagesOfDevices } from './device-pages.ts'
import type { MonthSamples } from './hour-gauges.ts'
import { encodeHours, type Hour, hoursOfBlock } from './hours-block.ts'
import { type Layout, layoutOf } from './layout.ts'
import { lockDevices } from './lock-devices.ts'
import { readQuantities } from './quantity-lists.ts'
import { type DevicePeriods, periodsOf, sinceOf } from './sealed-hours.ts'
import { type DeviceMonth, monthsOf, samplesOfMonth } from './sealed-months.ts'
import { msOf, readMs, readText, toBytes } from './statement.ts'

export type HoursReport = Readonly<{
  /** false: another node is sealing. */
  ran: boolean
  /** Months of hours and years of days. */
  deviceMonths: number
  deviceYears: number
  hours: number
  days: number
  checkpoints: number
}>

export type SealHoursOptions = Readonly<{
  /** The first UTC day that stays hot, YYYY-MM-DD: months and years that ended before it are sealed. */
  beforeDay: string
  /** Device-months and device-years per transaction; their devices wait for it. */
  maxMonths?: number
  /** Stops between two transactions. */
  signal?: AbortSignal
}>

const DEVICE_MONTHS = 8

/**
 * Turns the hours of months that ended into one row per device and month, without what is derived from the month's sealed
 * samples, and thins out the checkpoints of these months; the days of years that ended into one row per device and year.
 * Each transaction leaves every period in exactly one place, so a run may be killed at any moment and repeated; the first
 * run on an older database converts its whole history this way.
 */
export async function sealHours(
  db: Db,
  { beforeDay, maxMonths = DEVICE_MONTHS, signal }: SealHoursOptions,
): Promise<HoursReport> {
  const report = { ran: false, deviceMonths: 0, deviceYears: 0, hours: 0, days: 0, checkpoints: 0 }
  report.ran = await holdingLock(db, 'sealing of hours', async () => {
    for (const page of await pagesOfDevices(db)) {
      const due = await findUnsealed(db, page, beforeDay)
      for (let i = 0; i < due.length && !signal?.aborted; i += maxMonths) {
        const chunk = due.slice(i, i + maxMonths)
        const { hours, days, checkpoints } = await runClientTransaction(db.pool, (client) => sealChunk(client, chunk))
        report.hours += hours
        report.days += days
        report.checkpoints += checkpoints
        const months = chunk.filter(({ resolution }) => resolution === 'h').length
        report.deviceMonths += months
        report.deviceYears += chunk.length - months
      }
      if (signal?.aborted) break
    }
  })
  return report
}

async function findUnsealed(db: Db, page: readonly string[], beforeDay: string): Promise<DevicePeriods[]> {
  const atMs = Date.parse(beforeDay)
  const rows = await readText(
    db.pool,
    `select k.plant_id, k.device_id, r.resolution, date_trunc('month', r.start at time zone 'UTC')::date as since
     from unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
     join device_rollups r on r.plant_id = k.plant_id and r.device_id = k.device_id and r.resolution = 'h'
       and r.start < ($3::date)::timestamp at time zone 'UTC'
     union
     select k.plant_id, k.device_id, r.resolution, date_trunc('year', r.start at time zone 'UTC')::date
     from unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
     join device_rollups r on r.plant_id = k.plant_id and r.device_id = k.device_id and r.resolution = 'd'
       and r.start < ($4::date)::timestamp at time zone 'UTC'
     union
     select s.plant_id, s.device_id, s.resolution, s.since from unnest($1::bigint[], $2::bigint[]) k(plant_id, device_id)
     join sealed_periods s on s.plant_id = k.plant_id and s.device_id = k.device_id
       and s.resolution = 'h' and not s.derived
     join sealed_months m on m.plant_id = s.plant_id and m.device_id = s.device_id and m.month = s.since
     order by 1, 2, 3, 4`,
    [...page, sinceOf('h', atMs), sinceOf('d', atMs)],
  )
  return rows.map(([plantId, deviceId, resolution, since]) => ({
    plantId: Number(plantId),
    deviceId: Number(deviceId),
    resolution: resolution === 'd' ? 'd' : 'h',
    since: since ?? '',
  }))
}

type Key = Pick<DevicePeriods, 'resolution' | 'since'> & Readonly<{ deviceId: number | string | null | undefined }>
const keyOf = ({ deviceId, resolution, since }: Key): string => `${deviceId} ${resolution}${since}`
const KEYS = 'unnest($1::bigint[], $2::bigint[], $3::"char"[], $4::date[]) k(plant_id, device_id, resolution, since)'

async function sealChunk(
  client: PoolClient,
  chunk: readonly DevicePeriods[],
): Promise<Readonly<{ hours: number; days: number; checkpoints: number }>> {
  const keys = periodsOf(chunk)
  await lockDevices(
    client,
    chunk.map(({ deviceId }) => deviceId),
  )
  const lists = await readQuantities(client, [...new Set(chunk.map(({ deviceId }) => deviceId))])
  const layouts = new Map([...lists].map(([deviceId, list]) => [deviceId, layoutOf(list)]))
  const rows = await takeRows(client, keys, layouts)
  const sealed = await readSealed(client, keys)
  const written: WrittenHours[] = []
  const moved = { h: 0, d: 0 }
  for (const one of chunk) {
    const layout = layouts.get(one.deviceId)
    const changed = rows.get(keyOf(one)) ?? []
    const { block, isDerived = false, samples } = sealed.get(keyOf(one)) ?? {}
    if (!layout || (changed.length === 0 && (!block || isDerived || !samples))) continue
    const all = mergeHours(block ? hoursOfBlock(block, layout, samples) : [], changed)
    // Loggers and pages are served between two device-months.
    await setImmediate()
    written.push({
      ...one,
      periods: all.length,
      isDerived: samples !== undefined,
      block: encodeHours(all, layout, samples),
    })
    moved[one.resolution] += changed.length
  }
  await writeHours(client, written)
  const months = chunk.flatMap(({ resolution, ...one }) => (resolution === 'h' ? [{ ...one, month: one.since }] : []))
  return { hours: moved.h, days: moved.d, checkpoints: await thinOut(client, monthsOf(months)) }
}

/** A row is the whole hour: it takes the place of a sealed one. */
function mergeHours(sealed: readonly Hour[], changed: readonly Hour[]): Hour[] {
  const hours = new Map(sealed.map((hour) => [hour.startMs, hour]))
  for (const hour of changed) hours.set(hour.startMs, hour)
  return [...hours.values()].sort((a, b) => a.startMs - b.startMs)
}

/** Deletes the rows of these months and years and returns them. */
async function takeRows(
  client: PoolClient,
  keys: readonly string[],
  layouts: ReadonlyMap<number, Layout>,
): Promise<ReadonlyMap<string, Hour[]>> {
  const found = await readText(
    client,
    `with gone as (
       delete from device_rollups r using ${KEYS}
       where r.plant_id = k.plant_id and r.device_id = k.device_id and r.resolution = k.resolution
         and r.start >= k.since::timestamp at time zone 'UTC'
         and r.start < (k.since + case k.resolution when 'h' then interval '1 month' else interval '1 year' end)
           ::timestamp at time zone 'UTC'
       returning r.device_id, r.start, r.acc, k.resolution, k.since)
     select device_id, ${msOf('start')}, acc, resolution, since from gone`,
    keys,
  )
  const rows = new Map<string, Hour[]>()
  for (const [deviceId, start, acc, resolution, since] of found) {
    const layout = layouts.get(Number(deviceId))
    // Deleted together with its device by the transaction that removes it.
    if (!layout) continue
    const startMs = readMs(start ?? '')
    const read = readAccumulator(byteReader(toBytes(acc ?? '')), layout, startMs, layout.ids.length)
    const key = keyOf({ deviceId, resolution: resolution === 'd' ? 'd' : 'h', since: since ?? '' })
    const known = rows.get(key)
    if (known) known.push({ startMs, acc: read })
    else rows.set(key, [{ startMs, acc: read }])
  }
  return rows
}

/** The block of a month or year, and the samples of the month. */
type Sealed = Readonly<{ block: Buffer | undefined; isDerived: boolean; samples: MonthSamples | undefined }>

async function readSealed(client: PoolClient, keys: readonly string[]): Promise<ReadonlyMap<string, Sealed>> {
  const found = await readText(
    client,
    `select k.device_id, k.resolution, k.since, s.block, s.derived, m.starts, m.block from ${KEYS}
     left join sealed_periods s using (plant_id, device_id, resolution, since)
     left join sealed_months m on k.resolution = 'h' and m.plant_id = k.plant_id and m.device_id = k.device_id
       and m.month = k.since`,
    [...keys],
  )
  return new Map(
    found.map(([deviceId, resolution, since, block, derived, starts, bytes]) => [
      keyOf({ deviceId, resolution: resolution === 'd' ? 'd' : 'h', since: since ?? '' }),
      {
        block: block == null ? undefined : toBytes(block),
        isDerived: derived === 't',
        samples: starts == null ? undefined : samplesOfMonth(starts, bytes ?? ''),
      },
    ]),
  )
}

type WrittenHours = DevicePeriods & Readonly<{ periods: number; isDerived: boolean; block: Buffer }>

async function writeHours(client: PoolClient, written: readonly WrittenHours[]): Promise<void> {
  await client.query(
    `insert into sealed_periods (plant_id, device_id, resolution, since, periods, derived, block)
     select * from unnest($1::bigint[], $2::bigint[], $3::"char"[], $4::date[], $5::int[], $6::bool[], $7::bytea[])
     on conflict (plant_id, device_id, resolution, since)
     do update set periods = excluded.periods, derived = excluded.derived, block = excluded.block`,
    [
      ...periodsOf(written),
      written.map(({ periods }) => periods),
      written.map(({ isDerived }) => isDerived),
      written.map(({ block }) => block),
    ],
  )
}

/** Deletes sealed months of samples; hours that are derived from them are written whole first. */
export async function dropMonths(client: PoolClient, months: readonly DeviceMonth[]): Promise<void> {
  const periods = months.map((key): DevicePeriods => ({ ...key, resolution: 'h', since: key.month }))
  const keys = monthsOf(months)
  await lockDevices(
    client,
    months.map(({ deviceId }) => deviceId),
  )
  const sealed = await readSealed(client, periodsOf(periods))
  const lists = await readQuantities(client, [...new Set(months.map(({ deviceId }) => deviceId))])
  await writeHours(
    client,
    periods.flatMap((key): WrittenHours[] => {
      const { block, isDerived, samples } = sealed.get(keyOf(key)) ?? {}
      const list = lists.get(key.deviceId)
      if (!block || !isDerived || !list) return []
      const all = hoursOfBlock(block, layoutOf(list), samples)
      return [{ ...key, periods: all.length, isDerived: false, block: encodeHours(all, layoutOf(list)) }]
    }),
  )
  await client.query(
    `delete from sealed_months m using unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, month)
     where m.plant_id = k.plant_id and m.device_id = k.device_id and m.month = k.month`,
    keys,
  )
}

/**
 * Keeps the first checkpoint of each week of a month: a late record of an old day is counted from there, over a few more
 * days of samples.
 */
async function thinOut(client: PoolClient, keys: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `with old as (
       select m.plant_id, m.device_id, m.day,
         row_number() over (partition by m.plant_id, m.device_id, k.month, (m.day - k.month) / 7 order by m.day) as nth
       from unnest($1::bigint[], $2::bigint[], $3::date[]) k(plant_id, device_id, month)
       join meter_days m on m.plant_id = k.plant_id and m.device_id = k.device_id
         and m.day >= k.month and m.day < (k.month + interval '1 month')::date)
     delete from meter_days m using old
     where m.plant_id = old.plant_id and m.device_id = old.device_id and m.day = old.day and old.nth > 1`,
    [...keys],
  )
  return rowCount ?? 0
}
