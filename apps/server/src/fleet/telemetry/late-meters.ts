import type { ClientBase, PoolClient } from 'pg'
import { utcDay, utcDayStart } from './days.ts'
import type { Integral } from './layout.ts'
import { type ColumnEvent, enterAll, moveMeters, readMeters } from './meter-book.ts'
import { areAlike, copyMeters, decodeMeters, encodeMeters, isEqual, type Meters } from './meter-bytes.ts'
import type { Row } from './sample.ts'
import { msOf, readMs, readText, toBytes } from './statement.ts'
import { type DeviceKey, walkRows } from './stored-rows.ts'
import { type Book, type IsAccepted, noneAccepted } from './targets.ts'

/**
 * Recounts from the first of some late samples on: subtracts what the stored samples contributed, and adds what they
 * contribute together with the late ones. Ends as soon as both ways reach the same state.
 * @param late samples that are not stored yet, ascending, all older than the newest stored one
 */
export async function readLateMeters(client: PoolClient, book: Book, late: readonly Row[]): Promise<void> {
  const { device, layout, state, ledger } = book
  const counting = late.filter(
    (row) => layout.meters.some((i) => isRead(book, row, i)) || layout.integrals.some((one) => hasPower(row, one)),
  )
  const [first] = counting
  // History that waits for a recount will include these samples too.
  if (!first || !state.isCounted) return
  const start = await findStart(client, device, utcDay(first.atMs))
  if (!start) return
  const isAccepted = await readAccepted(client, book)
  const without = start.meters
  let withThem: Meters | undefined
  let next = 0
  let day = ''
  let atDayStart: Buffer | undefined
  const keep = (meters: Buffer): void => {
    const { plantId, deviceId } = device
    ledger.checkpoints.set(`${deviceId} ${day}`, { plantId, deviceId, day, meters })
  }
  const openDay = (atMs: number): boolean => {
    const today = utcDay(atMs)
    if (today === day) return false
    day = today
    atDayStart = encodeMeters(withThem ?? without)
    if (!withThem) return false
    if (next === counting.length && atDayStart.equals(encodeMeters(without))) return true
    keep(atDayStart)
    return false
  }
  const takeLate = (row: Row): void => {
    openDay(row.atMs)
    if (!withThem) {
      withThem = copyMeters(without)
      // Samples without counters may have started the day, and left no checkpoint.
      if (atDayStart) keep(atDayStart)
    }
    readMeters(book, withThem, row, isAccepted)
    next++
  }
  for await (const row of walkRows(client, device, start.atMs - 1, 'after')) {
    for (let one = counting[next]; one && one.atMs < row.atMs; one = counting[next]) takeLate(one)
    if (openDay(row.atMs)) return
    if (!withThem) moveMeters(book, without, row, isAccepted, () => {})
    else {
      const before: ColumnEvent[] = []
      const now: ColumnEvent[] = []
      moveMeters(book, without, row, isAccepted, (one) => before.push(one))
      moveMeters(book, withThem, row, isAccepted, (one) => now.push(one))
      if (!isSame(before, now)) {
        enterAll(book, before, -1)
        enterAll(book, now, 1)
      }
      if (next === counting.length && areAlike(without, withThem)) return
    }
  }
  // The newest stored sample is in the state of this batch; nothing is stored beyond it.
  for (let one = counting[next]; one; one = counting[next]) takeLate(one)
  if (withThem) state.meters = withThem
}

/** The contributions to subtract and to add. */
const isSame = (before: readonly ColumnEvent[], now: readonly ColumnEvent[]): boolean =>
  before.length === now.length &&
  before.every(
    ({ column, event, isDerived }, i) =>
      column === now[i]?.column && isDerived === now[i]?.isDerived && isEqual(event, now[i]?.event),
  )

function isRead({ layout }: Book, row: Row, column: number): boolean {
  return row.values[column] != null || row.values[layout.columns[column]?.today ?? -1] != null
}

const hasPower = ({ values }: Row, { powers }: Integral): boolean => powers.some((i) => values[i] != null)

/** Before the first sample of any device. */
export const BEGINNING_MS = Date.UTC(1900, 0, 1)

/**
 * The meters before the newest day with a checkpoint at or before the given one. undefined where the samples of that
 * time are no longer kept: everything between them is counted already.
 */
async function findStart(
  client: PoolClient,
  { plantId, deviceId }: DeviceKey,
  day: string,
): Promise<Readonly<{ atMs: number; meters: Meters }> | undefined> {
  const text = `select day, meters from meter_days where plant_id = $1 and device_id = $2 and day <= $3
    order by day desc limit 1`
  const [row] = await readText(client, text, [plantId, deviceId, day], 'telemetry-meter-day')
  if (!row) {
    const first = 'select meters from meter_days where plant_id = $1 and device_id = $2 order by day limit 1'
    const [oldest] = await readText(client, first, [plantId, deviceId], 'telemetry-first-meter-day')
    const isFirst = !oldest || decodeMeters(toBytes(oldest[0] ?? '')).length === 0
    return isFirst ? { atMs: BEGINNING_MS, meters: [] } : undefined
  }
  return { atMs: utcDayStart(row[0] ?? ''), meters: decodeMeters(toBytes(row[1] ?? '')) }
}

/** The refused rises that a person accepted. */
export async function readAccepted(
  client: ClientBase,
  { device, layout }: Pick<Book, 'device' | 'layout'>,
): Promise<IsAccepted> {
  const text = `select quantity, ${msOf('at')} from step_decisions
    where plant_id = $1 and device_id = $2 and decision = 'accepted'`
  const rows = await readText(client, text, [device.plantId, device.deviceId], 'telemetry-accepted')
  if (rows.length === 0) return noneAccepted
  const accepted = new Set(rows.map(([quantity, at]) => `${layout.indexOf.get(quantity ?? '')} ${readMs(at ?? '')}`))
  return (column, atMs) => accepted.has(`${column} ${atMs}`)
}
