import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { ClientBase } from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { utcDay, utcDayStart } from './days.ts'
import type { Layout } from './layout.ts'
import type { Ledger } from './ledger.ts'
import type { DeviceMeta, Row } from './sample.ts'
import { msOf, readMs, readText, toArray, toStamp, toStamps } from './statement.ts'
import type { StoredColumns } from './stored-columns.ts'
import type { Book, IsAccepted } from './targets.ts'

const limits = new WeakMap<DeviceMeta, Readonly<{ layout: Layout; byColumn: Float64Array | null }>>()

/** The limit of each column, W; null: the device has none. */
function limitsOf(device: DeviceMeta, layout: Layout): Float64Array | null {
  const known = limits.get(device)
  if (known?.layout === layout) return known.byColumn
  const { powerLimitOf } = device
  const byColumn = powerLimitOf ? Float64Array.from(layout.ids, (id) => powerLimitOf(id)) : null
  limits.set(device, { layout, byColumn })
  return byColumn
}

/** Whether a sample says a power beyond the device's limit. */
export function isBeyond(device: DeviceMeta, layout: Layout, { values }: Row): boolean {
  const byColumn = limitsOf(device, layout)
  if (byColumn === null) return false
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value != null && Math.abs(value) > (byColumn[i] as number)) return true
  }
  return false
}

/**
 * A sample without the powers that are not believed; these are noted. Decisions are about a quantity's whole UTC day: its
 * start names it.
 */
export function takeBelieved(book: Book, row: Row): Row {
  const { device, layout, ledger, isAccepted } = book
  return onlyBelieved(book, row, isAccepted, (column, limitW, value) =>
    note(ledger, device, utcDay(row.atMs), layout.ids[column] as QuantityId, limitW, row.atMs, value),
  )
}

/** The same, and nothing is noted unless `refuse` does. */
export function onlyBelieved(
  { device, layout }: Pick<Book, 'device' | 'layout'>,
  row: Row,
  isAccepted: IsAccepted,
  refuse: (column: number, limitW: number, value: number) => void = () => {},
): Row {
  if (!isBeyond(device, layout, row)) return row
  const byColumn = limitsOf(device, layout) as Float64Array
  const dayStartMs = utcDayStart(utcDay(row.atMs))
  const values = row.values.map((value, i) => {
    if (value == null || Math.abs(value) <= (byColumn[i] as number) || isAccepted(i, dayStartMs)) return value
    refuse(i, byColumn[i] as number, value)
    return null
  })
  return { ...row, values }
}

function note(
  { refusedPowers }: Ledger,
  { plantId, deviceId }: DeviceMeta,
  day: string,
  quantity: QuantityId,
  limitW: number,
  atMs: number,
  value: number,
): void {
  const key = `${deviceId} ${day} ${quantity}`
  const known = refusedPowers.get(key)
  if (known === undefined) {
    const first = { plantId, deviceId, day, quantity, limitW }
    refusedPowers.set(key, { ...first, peakW: value, readings: 1, firstAtMs: atMs, lastAtMs: atMs })
    return
  }
  if (Math.abs(value) > Math.abs(known.peakW)) known.peakW = value
  known.readings++
  known.firstAtMs = Math.min(known.firstAtMs, atMs)
  known.lastAtMs = Math.max(known.lastAtMs, atMs)
}

export async function writeRefusedPowers(client: ClientBase, { refusedPowers }: Ledger): Promise<void> {
  if (refusedPowers.size === 0) return
  const all = [...refusedPowers.values()]
  await client.query(
    `insert into refused_powers as r (plant_id, device_id, day, quantity, limit_w, peak_w, readings, first_at, last_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::date[], $4::text[], $5::float8[], $6::float8[], $7::int[],
       $8::timestamptz[], $9::timestamptz[])
     on conflict (plant_id, device_id, day, quantity) do update set
       limit_w = least(r.limit_w, excluded.limit_w),
       peak_w = case when abs(excluded.peak_w) > abs(r.peak_w) then excluded.peak_w else r.peak_w end,
       readings = r.readings + excluded.readings,
       first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`,
    [
      toArray(all.map((powers) => powers.plantId)),
      toArray(all.map((powers) => powers.deviceId)),
      all.map((powers) => powers.day),
      all.map((powers) => powers.quantity),
      all.map((powers) => powers.limitW),
      all.map((powers) => powers.peakW),
      all.map((powers) => powers.readings),
      toStamps(all.map((powers) => powers.firstAtMs)),
      toStamps(all.map((powers) => powers.lastAtMs)),
    ],
  )
}

/** Powers of a device that were not believed, of a quantity and UTC day. */
export type RefusedPower = Readonly<{
  deviceId: number
  quantity: QuantityId
  /** Start of the UTC day: with device and quantity it names them. */
  dayMs: number
  limitW: number
  peakW: number
  readings: number
  firstAtMs: number
  lastAtMs: number
  decision: 'accepted' | 'discarded' | null
}>

const DEFAULT_LIMIT = 200

/** A plant's refused powers whose last one came in the range, newest first. */
export async function refusedPowers(
  db: Db,
  plantId: number,
  range: Readonly<{ fromMs: number; toMs: number; limit?: number }>,
): Promise<readonly RefusedPower[]> {
  const rows = await readText(
    db.pool,
    `select r.device_id, r.quantity, ${msOf("(r.day::timestamp at time zone 'UTC')")}, limit_w, peak_w, readings,
       ${msOf('first_at')}, ${msOf('last_at')}, d.decision
     from refused_powers r left join step_decisions d on d.plant_id = r.plant_id and d.device_id = r.device_id
       and d.quantity = r.quantity and d.at = (r.day::timestamp at time zone 'UTC')
     where r.plant_id = $1 and r.last_at >= $2 and r.last_at < $3
     order by r.last_at desc, r.device_id, r.quantity limit $4`,
    [plantId, toStamp(range.fromMs), toStamp(range.toMs), range.limit ?? DEFAULT_LIMIT],
    'telemetry-refused-powers',
  )
  return rows.map(([deviceId, quantity, dayMs, limitW, peakW, readings, firstAt, lastAt, decision]) => ({
    deviceId: Number(deviceId),
    quantity: quantity as QuantityId,
    dayMs: readMs(dayMs ?? ''),
    limitW: Number(limitW),
    peakW: Number(peakW),
    readings: Number(readings),
    firstAtMs: readMs(firstAt ?? ''),
    lastAtMs: readMs(lastAt ?? ''),
    decision: (decision ?? null) as RefusedPower['decision'],
  }))
}

/** By device and quantity: the limit of each UTC day on which powers beyond it are not believed. */
type Hidden = ReadonlyMap<number, ReadonlyMap<string, ReadonlyMap<string, number>>>
const nothingHidden: Hidden = new Map()

/** The powers between two instants that no curve may show. */
export async function readHidden(
  db: Db,
  plantId: number,
  deviceIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Hidden> {
  const rows = await readText(
    db.pool,
    `select r.device_id, r.quantity, r.day, r.limit_w from refused_powers r
     where r.plant_id = $1 and r.device_id = any($2::bigint[]) and r.day >= $3 and r.day <= $4
       and not exists (select 1 from step_decisions d where d.plant_id = r.plant_id and d.device_id = r.device_id
         and d.quantity = r.quantity and d.at = (r.day::timestamp at time zone 'UTC') and d.decision = 'accepted')`,
    [plantId, toArray(deviceIds), utcDay(fromMs), utcDay(toMs)],
    'telemetry-hidden-powers',
  )
  if (rows.length === 0) return nothingHidden
  const hidden = new Map<number, Map<string, Map<string, number>>>()
  for (const [device, quantity, day, limit] of rows) {
    const ofDevice = hidden.get(Number(device)) ?? new Map<string, Map<string, number>>()
    const days = ofDevice.get(quantity ?? '') ?? new Map<string, number>()
    hidden.set(Number(device), ofDevice.set(quantity ?? '', days.set(day ?? '', Number(limit))))
  }
  return hidden
}

/** Columns of a device without what is hidden. @param quantities of the columns, in their order */
export function hidePowers(
  hidden: Hidden,
  deviceId: number,
  quantities: readonly string[],
  stored: StoredColumns,
): StoredColumns {
  const ofDevice = hidden.get(deviceId)
  if (ofDevice === undefined) return stored
  const columns = stored.columns.map((values, i) => {
    const days = ofDevice.get(quantities[i] ?? '')
    if (days === undefined) return values
    return values.map((value, row) => {
      const limitW = days.get(utcDay(stored.atMs[row] as number))
      return limitW !== undefined && Math.abs(value) > limitW ? Number.NaN : value
    })
  })
  return { ...stored, columns }
}
