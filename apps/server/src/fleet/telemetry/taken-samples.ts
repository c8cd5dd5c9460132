import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { decodeBlock, encodeBlock, rowsOfBlock } from './block.ts'
import { periodOf } from './calendar.ts'
import { utcDay, utcMonth } from './days.ts'
import { decodeState, emptyState, encodeLast, encodeOpen } from './device-state.ts'
import { BEGINNING_MS } from './late-meters.ts'
import { layoutOf } from './layout.ts'
import { lockDevices } from './lock-devices.ts'
import { readQuantities } from './quantity-lists.ts'
import { type DeviceMeta, type Row, slotOf } from './sample.ts'
import { decodePicked, pickPieces, rowsOfMonth } from './sealed-months.ts'
import { replaceMonth } from './sealing-months.ts'
import { msOf, readMs, readText, toArray, toBytes, toStamp, toStamps } from './statement.ts'
import { type DeviceKey, toRow, walkRows } from './stored-rows.ts'

/** Samples of one address, from an instant on. */
export type Slot = Readonly<{ slot: number; fromMs: number }>

const isOf = ({ slot, fromMs }: Slot, atMs: number, origin: number): boolean =>
  slotOf(origin) === slot && atMs >= fromMs

/** How many samples of a device there are of each local day. */
export async function countSlot(
  db: Db,
  { plantId, deviceId, zone }: DeviceKey & Readonly<{ zone: string }>,
  wanted: Slot,
): Promise<ReadonlyMap<string, number>> {
  const days = new Map<string, number>()
  const add = (atMs: number): void => {
    const { date } = periodOf(atMs, zone)
    days.set(date, (days.get(date) ?? 0) + 1)
  }
  const key = [plantId, deviceId]
  const hot = `select ${msOf('at')} from samples
    where plant_id = $1 and device_id = $2 and at >= $3 and time_source >> 2 = $4`
  for (const [at] of await readText(db.pool, hot, [...key, toStamp(wanted.fromMs), wanted.slot])) add(readMs(at ?? ''))
  const sealed = `select null::int[], block from sealed_days where plant_id = $1 and device_id = $2 and day >= $3
    union all select m.starts, ${pickPieces('m', 'array[1]')} from sealed_months m
      where plant_id = $1 and device_id = $2 and month >= $4`
  const from = [utcDay(wanted.fromMs), utcMonth(wanted.fromMs)]
  for (const [starts, hex] of await readText(db.pool, sealed, [...key, ...from])) {
    const { atMs, origin } = starts == null ? decodeBlock(toBytes(hex ?? ''), []) : decodePicked(starts, hex ?? '', [])
    for (const [row, one] of atMs.entries()) if (isOf(wanted, one, origin[row] ?? 0)) add(one)
  }
  return days
}

/**
 * Takes the samples of a device without an address off the plant's days, just before it is erased: days that only it had
 * vanish, and the recount that follows makes the others right, also when it happens twice.
 */
export async function uncountDevice(db: Db, device: DeviceMeta): Promise<void> {
  const days = await countSlot(db, device, { slot: 0, fromMs: BEGINNING_MS })
  await runClientTransaction(db.pool, (client) => subtractDays(client, device.plantId, days))
}

/**
 * Puts samples of one address aside, so that nothing counts them. The history is wrong until it is recounted.
 * @param number names the take-back, with the plant @returns how many they were
 */
export async function takeSamples(db: Db, device: DeviceMeta, number: number, wanted: Slot): Promise<number> {
  return runClientTransaction(db.pool, async (client) => {
    const locked = await lockDevice(client, device)
    if (locked === undefined) return 0
    const taken = (await takeHot(client, device, wanted)).concat(
      await takeSealed(client, device, wanted),
      await takeOfMonths(client, device, wanted),
    )
    if (taken.length === 0) return 0
    await keepAside(client, device, number, taken)
    await correctState(client, device, locked, new Set(taken.map(({ atMs }) => atMs)))
    if (!device.isOnHold) await uncountDays(client, device, taken)
    return taken.length
  })
}

/** Puts them back. Where a sample of the same instant came meanwhile, that one stays. @returns how many were put back */
export async function giveSamples(db: Db, device: DeviceMeta, number: number): Promise<number> {
  const { plantId, deviceId, zone } = device
  return runClientTransaction(db.pool, async (client) => {
    const locked = await lockDevice(client, device)
    if (locked === undefined) return 0
    const { rows } = await client.query<{ n: number; newest: Date | null }>(
      `with gone as (delete from taken_samples where plant_id = $1 and device_id = $2 and number = $3 returning *),
       back as (insert into samples (plant_id, device_id, at, values, time_source)
         select plant_id, device_id, at, values, time_source from gone on conflict do nothing)
       select count(*)::int as n, max(at) as newest from gone`,
      [plantId, deviceId, number],
    )
    const { n = 0, newest = null } = rows[0] ?? {}
    if (newest === null) return 0
    const layout = await readLayout(client, deviceId)
    const isFresh = locked.last.length === 0
    const state = isFresh ? emptyState(layout.ids.length) : decodeState(locked.last, locked.open, layout)
    // The recount takes what is not newer than this.
    if (isFresh || newest.getTime() > state.atMs) {
      const { hourStartMs, dayStartMs } = periodOf(newest.getTime(), zone)
      Object.assign(state, { atMs: newest.getTime() }, isFresh ? { hourStartMs, dayStartMs } : {})
    }
    await writeState(client, device, encodeLast(state), encodeOpen(state, layout))
    return n
  })
}

type Locked = Readonly<{ last: Buffer; open: Buffer }>

async function lockDevice(client: PoolClient, { plantId, deviceId }: DeviceKey): Promise<Locked | undefined> {
  await lockDevices(client, [deviceId])
  const text = 'select last, open from device_latest where plant_id = $1 and device_id = $2'
  const [row] = await readText(client, text, [plantId, deviceId])
  return row && { last: toBytes(row[0] ?? ''), open: toBytes(row[1] ?? '') }
}

const readLayout = async (client: PoolClient, deviceId: number) =>
  layoutOf((await readQuantities(client, [deviceId])).get(deviceId) ?? [])

async function takeHot(client: PoolClient, { plantId, deviceId }: DeviceKey, wanted: Slot): Promise<Row[]> {
  const text = `with gone as (
      delete from samples where plant_id = $1 and device_id = $2 and at >= $3 and time_source >> 2 = $4
      returning at, time_source, values)
    select ${msOf('at')}, time_source, values from gone`
  return (await readText(client, text, [plantId, deviceId, toStamp(wanted.fromMs), wanted.slot])).map(toRow)
}

async function takeSealed(client: PoolClient, { plantId, deviceId }: DeviceKey, wanted: Slot): Promise<readonly Row[]> {
  const text = 'select day, block from sealed_days where plant_id = $1 and device_id = $2 and day >= $3'
  const taken: Row[] = []
  for (const [day, hex] of await readText(client, text, [plantId, deviceId, utcDay(wanted.fromMs)])) {
    const block = toBytes(hex ?? '')
    const { atMs, origin } = decodeBlock(block, [])
    if (!atMs.some((value, row) => isOf(wanted, value, origin[row] ?? 0))) continue
    const rows = rowsOfBlock(block)
    const left = rows.filter((row) => !isOf(wanted, row.atMs, row.origin))
    taken.push(...rows.filter((row) => isOf(wanted, row.atMs, row.origin)))
    const own = [plantId, deviceId, day]
    if (left.length === 0)
      await client.query('delete from sealed_days where plant_id = $1 and device_id = $2 and day = $3', own)
    else
      await client.query(
        `update sealed_days set samples = $4, block = $5 where plant_id = $1 and device_id = $2 and day = $3`,
        [...own, left.length, encodeBlock(left, left[0]?.values.length ?? 0)],
      )
  }
  return taken
}

async function takeOfMonths(client: PoolClient, device: DeviceMeta, wanted: Slot): Promise<readonly Row[]> {
  const { plantId, deviceId } = device
  const months = 'select month from sealed_months where plant_id = $1 and device_id = $2 and month >= $3'
  const one = 'select starts, block from sealed_months where plant_id = $1 and device_id = $2 and month = $3'
  let taken: readonly Row[] = []
  for (const [month] of await readText(client, months, [plantId, deviceId, utcMonth(wanted.fromMs)])) {
    const [found] = await readText(client, one, [plantId, deviceId, month])
    const rows = rowsOfMonth(found?.[0] ?? '', found?.[1] ?? '')
    const left = rows.filter((row) => !isOf(wanted, row.atMs, row.origin))
    if (left.length === rows.length) continue
    taken = taken.concat(rows.filter((row) => isOf(wanted, row.atMs, row.origin)))
    await replaceMonth(client, { plantId, deviceId, month: month ?? '' }, left)
  }
  return taken
}

async function keepAside(
  client: PoolClient,
  { plantId, deviceId }: DeviceKey,
  number: number,
  taken: readonly Row[],
): Promise<void> {
  for (let i = 0; i < taken.length; i += 2_000) {
    const page = taken.slice(i, i + 2_000)
    await client.query(
      `insert into taken_samples (plant_id, number, device_id, at, values, time_source)
       select $1, $2, $3, e.at, e.values::float8[], e.origin
       from unnest($4::timestamptz[], $5::text[], $6::smallint[]) as e (at, values, origin) on conflict do nothing`,
      [
        plantId,
        number,
        deviceId,
        toStamps(page.map(({ atMs }) => atMs)),
        page.map(({ values }) => `{${values.map((value) => value ?? 'null').join(',')}}`),
        page.map(({ origin }) => origin),
      ],
    )
  }
}

/** A device without samples begins anew. Otherwise its first readings are not those that were taken: a recount relies on them. */
async function correctState(
  client: PoolClient,
  device: DeviceMeta,
  { last, open }: Locked,
  taken: ReadonlySet<number>,
): Promise<void> {
  if (last.length === 0) return
  const left = await walkRows(client, device, BEGINNING_MS).next()
  if (left.done === true) return forgetDevice(client, device)
  const layout = await readLayout(client, device.deviceId)
  const state = decodeState(last, open, layout)
  for (const [column, firstMs] of state.firstAtMs.entries())
    if (taken.has(firstMs)) state.firstAtMs[column] = state.valueAtMs[column] as number
  await writeState(client, device, encodeLast(state), encodeOpen(state, layout))
}

async function writeState(
  client: PoolClient,
  { plantId, deviceId }: DeviceKey,
  last: Buffer,
  open: Buffer,
): Promise<void> {
  const text = 'update device_latest set last = $3, open = $4 where plant_id = $1 and device_id = $2'
  await client.query(text, [plantId, deviceId, last, open])
}

async function forgetDevice(client: PoolClient, { plantId, deviceId }: DeviceKey): Promise<void> {
  for (const table of ['device_rollups', 'sealed_periods', 'meter_days', 'quarantine', 'refused_powers'])
    await client.query(`delete from ${table} where plant_id = $1 and device_id = $2`, [plantId, deviceId])
  await writeState(client, { plantId, deviceId }, Buffer.alloc(0), Buffer.alloc(0))
}

/** A recount writes the days that have samples; one of which all were taken has none. */
async function uncountDays(client: PoolClient, { plantId, zone }: DeviceMeta, taken: readonly Row[]): Promise<void> {
  const days = new Map<string, number>()
  for (const { atMs } of taken) {
    const { date } = periodOf(atMs, zone)
    days.set(date, (days.get(date) ?? 0) + 1)
  }
  await subtractDays(client, plantId, days)
}

async function subtractDays(client: PoolClient, plantId: number, days: ReadonlyMap<string, number>): Promise<void> {
  await client.query(
    `update plant_days d set samples = d.samples - e.n from unnest($2::date[], $3::int[]) as e (day, n)
     where d.plant_id = $1 and d.day = e.day`,
    [plantId, toArray([...days.keys()]), toArray([...days.values()])],
  )
  await client.query('delete from plant_days where plant_id = $1 and day = any($2::date[]) and samples <= 0', [
    plantId,
    toArray([...days.keys()]),
  ])
}
