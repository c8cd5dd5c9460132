import { flows } from '@heliograph/domain/energy-flow.ts'
import type { ClientBase } from 'pg'
import { LostRace } from '../../platform/db/transaction.ts'
import { mergeInto, readAccumulator, SUM_UNIT, writeAccumulator } from './accumulator.ts'
import { byteReader, byteWriter, writtenBytes } from './bytes.ts'
import { encodeLast, encodeOpen, REVISION_SQL } from './device-state.ts'
import { type Ledger, type QuarantineChange, type RollupChange, resolveChange } from './ledger.ts'
import {
  beginRow,
  endRow,
  finishRows,
  putBigint,
  putBytes,
  putChar,
  putDate,
  putDouble,
  putDoubles,
  putInstant,
  putInteger,
  putSmallint,
  putText,
  type RowTypes,
  rowArray,
} from './row-array.ts'
import type { DeviceMeta, Row } from './sample.ts'
import { type DevicePeriods, HOURS_COLUMNS, hoursByStart, hoursFrom, periodsOf, sinceOf } from './sealed-hours.ts'
import { readMs, readText, toArray, toBytes, toStamps } from './statement.ts'
import type { Book } from './targets.ts'

/** Rows of one batch for one device. */
export type DeviceRows = Readonly<{ device: DeviceMeta; book: Book; rows: readonly Row[] }>

const run = (client: ClientBase, name: string, text: string, values: unknown[]) =>
  client.query({ name: `telemetry-${name}`, text, values })

/** The column order of the tables is that of db/migrations/003-telemetry.sql, here and below. */
export async function writeSamples(client: ClientBase, types: RowTypes, written: readonly DeviceRows[]): Promise<void> {
  const array = rowArray(types.samples, 5, written.length * 512)
  for (const { device, rows } of written)
    for (const { atMs, origin, values } of rows) {
      beginRow(array)
      putBigint(array, device.plantId)
      putBigint(array, device.deviceId)
      putInstant(array, atMs)
      putDoubles(array, values)
      putSmallint(array, origin)
      endRow(array)
    }
  // The device is locked and known instants were left out, so no conflict can occur.
  const text = 'insert into samples select * from unnest($1::samples[])'
  await run(client, 'samples', text, [finishRows(array)])
}

export async function writeStates(client: ClientBase, types: RowTypes, written: readonly DeviceRows[]): Promise<void> {
  const array = rowArray(types.device_latest, 4, written.length * 1024)
  const revisions: string[] = []
  for (const { device, book } of written) {
    beginRow(array)
    putBigint(array, device.plantId)
    putBigint(array, device.deviceId)
    putBytes(array, encodeLast(book.state))
    putBytes(array, encodeOpen(book.state, book.layout))
    endRow(array)
    revisions.push(`"\\\\x${book.revision.toString('hex')}"`)
  }
  const text = `update device_latest l set last = u.last, open = u.open
    from unnest($1::device_latest[], $2::bytea[]) as u (plant_id, device_id, last, open, revision)
    where l.plant_id = u.plant_id and l.device_id = u.device_id and ${REVISION_SQL} = u.revision`
  const { rowCount } = await run(client, 'states', text, [finishRows(array), `{${revisions.join(',')}}`])
  // Locked, but where a machine of a cluster died in the middle of a commit its rows show only later what was stored.
  if (rowCount !== written.length) throw new LostRace('a device has other samples than were read')
}

const stored = (change: Omit<RollupChange, 'layout' | 'part'>): string =>
  `${change.deviceId} ${change.resolution}${change.startMs}`

/** Closed periods: read, added to, written. The devices are locked, so no other writer does the same. */
export async function writeRollups(client: ClientBase, types: RowTypes, ledger: Ledger): Promise<void> {
  const changes = [...ledger.rollups.values()]
  if (changes.length === 0) return
  const { before, sealed } = await readRollups(client, changes)
  const array = rowArray(types.device_rollups, 5, changes.length * 512)
  const w = byteWriter(4096)
  for (const change of changes) {
    const { layout, startMs, part } = change
    const acc = before.get(stored(change))
    const find = acc ? undefined : sealed.get(sealedKey(change))
    let whole = acc ? readAccumulator(byteReader(acc), layout, startMs, layout.ids.length) : find?.(startMs)?.acc
    if (whole) mergeInto(whole, part, layout)
    else whole = part
    w.length = 0
    writeAccumulator(w, whole, layout, startMs)
    beginRow(array)
    putBigint(array, change.plantId)
    putBigint(array, change.deviceId)
    putChar(array, change.resolution)
    putInstant(array, startMs)
    putBytes(array, writtenBytes(w))
    endRow(array)
  }
  const text = `insert into device_rollups select * from unnest($1::device_rollups[])
    on conflict (plant_id, device_id, resolution, start) do update set acc = excluded.acc`
  await run(client, 'rollups', text, [finishRows(array)])
}

const sealedKey = ({ deviceId, resolution, startMs }: RollupChange): string =>
  isSealable(resolution) ? `${deviceId} ${resolution}${sinceOf(resolution, startMs)}` : ''
const isSealable = (resolution: string): resolution is 'h' | 'd' => resolution === 'h' || resolution === 'd'

type Before = Readonly<{ before: ReadonlyMap<string, Buffer>; sealed: ReadonlyMap<string, SealedHours> }>
type SealedHours = ReturnType<typeof hoursByStart>

const STORED_TEXT = `select r.device_id, r.resolution, date_part('epoch', r.start) * 1000, r.acc from
  unnest($1::bigint[], $2::bigint[], $3::"char"[], $4::timestamptz[]) k(plant_id, device_id, resolution, start)
  join device_rollups r using (plant_id, device_id, resolution, start)`
const sealedText = `select s.device_id, s.resolution, s.since, ${HOURS_COLUMNS} from
  unnest($1::bigint[], $2::bigint[], $3::"char"[], $4::date[]) k(plant_id, device_id, resolution, since)
  join ${hoursFrom()} on s.plant_id = k.plant_id and s.device_id = k.device_id and s.resolution = k.resolution
    and s.since = k.since`

/** The changed periods as they are stored, and the sealed months and years of changed hours and days. */
async function readRollups(client: ClientBase, changes: readonly RollupChange[]): Promise<Before> {
  const sealable = new Map<string, DevicePeriods>()
  for (const { plantId, deviceId, resolution, startMs } of changes)
    if (isSealable(resolution)) {
      const since = sinceOf(resolution, startMs)
      sealable.set(`${deviceId} ${resolution}${since}`, { plantId, deviceId, resolution, since })
    }
  // Sent without waiting. One statement for both is what a cluster plans wrongly during a recount, whose periods are its own.
  const [stored, months] = await Promise.all([
    readText(
      client,
      STORED_TEXT,
      [
        toArray(changes.map((change) => change.plantId)),
        toArray(changes.map((change) => change.deviceId)),
        toArray(changes.map((change) => change.resolution)),
        toStamps(changes.map((change) => change.startMs)),
      ],
      'telemetry-rollups-before',
    ),
    readText(client, sealedText, periodsOf([...sealable.values()]), 'telemetry-sealed-before'),
  ])
  const before = new Map(
    stored.map(([deviceId, resolution, start, bytes]) => [
      `${deviceId} ${resolution}${readMs(start ?? '')}`,
      toBytes(bytes ?? ''),
    ]),
  )
  const sealed = new Map<string, SealedHours>()
  const layouts = new Map(changes.map(({ deviceId, layout }) => [String(deviceId), layout]))
  for (const [deviceId, resolution, since, ...hours] of months) {
    const layout = layouts.get(deviceId ?? '')
    if (layout) sealed.set(`${deviceId} ${resolution}${since}`, hoursByStart(hours, layout))
  }
  return { before, sealed }
}

export async function writeCheckpoints(client: ClientBase, types: RowTypes, ledger: Ledger): Promise<void> {
  if (ledger.checkpoints.size === 0) return
  const array = rowArray(types.meter_days, 4, ledger.checkpoints.size * 160)
  for (const { plantId, deviceId, day, meters } of ledger.checkpoints.values()) {
    beginRow(array)
    putBigint(array, plantId)
    putBigint(array, deviceId)
    putDate(array, day)
    putBytes(array, meters)
    endRow(array)
  }
  const text = `insert into meter_days select * from unnest($1::meter_days[])
    on conflict (plant_id, device_id, day) do update set meters = excluded.meters`
  await run(client, 'checkpoints', text, [finishRows(array)])
}

// Whole multiples of 0.0001 Wh, independent of the order of additions: rounding removes binary errors.
const sum = (column: string): string =>
  `${column} = case when excluded.${column} is null then d.${column} else
     round((coalesce(d.${column}, 0) + excluded.${column}) * 10000::float8) / 10000::float8 end`
const plainOrNull = (column: string): string =>
  `${column} = coalesce(d.${column} + excluded.${column}, d.${column}, excluded.${column})`
const plain = (column: string): string => `${column} = d.${column} + excluded.${column}`

const plantDaysText = `insert into plant_days as d select * from unnest($1::plant_days[])
  on conflict (plant_id, day) do update set ${[
    ...flows.map((flow) => sum(`${flow}_wh`)),
    sum('refused_wh'),
    ...['quarantined', 'resets', 'samples', 'estimated'].map(plain),
    ...['generation_estimated_wh', 'others_estimated_wh', 'reported_wh'].map(sum),
    ...['begun', 'begun_minutes', 'begun_squares', 'begun_free'].map(plain),
    sum('derived_wh'),
    ...flows.map((flow) => sum(`${flow}_from_power_wh`)),
    ...flows.map((flow) => plainOrNull(`${flow}_gap_minutes`)),
  ].join(', ')}`

export async function writePlantDays(client: ClientBase, types: RowTypes, ledger: Ledger): Promise<void> {
  const changes = [...ledger.plantDays.values()].sort((a, b) => a.plantId - b.plantId || (a.date < b.date ? -1 : 1))
  const array = rowArray(types.plant_days, 38, changes.length * 408)
  for (const change of changes) {
    beginRow(array)
    putBigint(array, change.plantId)
    putDate(array, change.date)
    for (const flow of flows) {
      const energy = change.energy[flow]
      putDouble(array, energy === null ? null : energy / SUM_UNIT)
    }
    putDouble(array, change.refused / SUM_UNIT)
    putInteger(array, change.quarantined)
    putInteger(array, change.resets)
    putInteger(array, change.samples)
    putInteger(array, change.estimated)
    for (const units of [change.generationEstimated, change.othersEstimated, change.reported])
      putDouble(array, units / SUM_UNIT)
    putInteger(array, change.begun)
    putInteger(array, change.begunMinutes)
    putDouble(array, change.begunSquares)
    putInteger(array, change.begunFree)
    putDouble(array, change.derived / SUM_UNIT)
    for (const flow of flows) {
      const units = change.fromPower[flow]
      putDouble(array, units === null ? null : units / SUM_UNIT)
    }
    for (const flow of flows) putDouble(array, change.gapMinutes[flow])
    // The battery's charge from the grid is counted on reading (grid-charge.ts).
    putDouble(array, null)
    putInteger(array, null)
    endRow(array)
  }
  await run(client, 'plant-days', plantDaysText, [finishRows(array)])
}

/** The newest of each device are kept: a counter that always fails must not fill the disk. */
const MAX_QUARANTINED = 1_000

export async function writeQuarantine(client: ClientBase, types: RowTypes, ledger: Ledger): Promise<void> {
  const changes = [...ledger.quarantine.values()]
  if (changes.length === 0) return
  const gone = changes.filter((change) => resolveChange(change) === 'gone')
  if (gone.length > 0) await removeQuarantined(client, gone)
  const array = rowArray(types.quarantine, 6, changes.length * 160)
  for (const change of changes) {
    if (resolveChange(change) !== 'kept') continue
    const { plantId, deviceId, quantity, atMs, step } = change
    beginRow(array)
    putBigint(array, plantId)
    putBigint(array, deviceId)
    putText(array, quantity)
    putInstant(array, atMs)
    putDouble(array, step.beforeWh)
    putDouble(array, step.afterWh)
    endRow(array)
  }
  if (array.rows === 0) return
  const text = `insert into quarantine select * from unnest($1::quarantine[]) on conflict
    (plant_id, device_id, at, quantity) do update set before_wh = excluded.before_wh, after_wh = excluded.after_wh`
  await run(client, 'quarantine', text, [finishRows(array)])
  const devices = new Map(changes.map(({ plantId, deviceId }) => [deviceId, plantId]))
  await client.query(
    `with ranked as (
       select q.plant_id, q.device_id, q.at, rank() over (partition by q.plant_id, q.device_id order by q.at desc) as nth
       from unnest($1::bigint[], $2::bigint[]) d(plant_id, device_id)
       join quarantine q on q.plant_id = d.plant_id and q.device_id = d.device_id)
     delete from quarantine q using ranked r
     where q.plant_id = r.plant_id and q.device_id = r.device_id and q.at = r.at and r.nth > ${MAX_QUARANTINED}`,
    [toArray([...devices.values()]), toArray([...devices.keys()])],
  )
}

async function removeQuarantined(client: ClientBase, gone: readonly QuarantineChange[]): Promise<void> {
  await client.query(
    `delete from quarantine q using unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[])
       g(plant_id, device_id, at, quantity)
     where q.plant_id = g.plant_id and q.device_id = g.device_id and q.at = g.at and q.quantity = g.quantity`,
    [
      toArray(gone.map((quarantineChange) => quarantineChange.plantId)),
      toArray(gone.map((quarantineChange) => quarantineChange.deviceId)),
      toStamps(gone.map((quarantineChange) => quarantineChange.atMs)),
      toArray(gone.map((quarantineChange) => quarantineChange.quantity)),
    ],
  )
}
