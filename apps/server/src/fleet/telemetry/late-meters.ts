import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { PoolClient } from 'pg'
import { readAcceptedOf } from './accepted-steps.ts'
import { utcDay, utcDayStart } from './days.ts'
import { type Integral, meterColumns } from './layout.ts'
import { type ColumnEvent, enterAll, moveMeters, readMeters } from './meter-book.ts'
import { areAlike, copyMeters, decodeMeters, encodeMeters, isEqual, type Meters } from './meter-bytes.ts'
import { readWindows } from './row-windows.ts'
import type { Row } from './sample.ts'
import { readText, toArray, toBytes } from './statement.ts'
import { type Book, type IsAccepted, noneAccepted } from './targets.ts'

/** Late samples that are not stored yet, ascending, all older than the newest stored one of their device. */
export type LateRows = Readonly<{ book: Book; rows: readonly Row[] }>

/**
 * Recounts each device from its first late sample on: subtracts what the stored samples contributed, and adds what they
 * contribute together with the late ones. All devices are read side by side, a stretch of their time with each statement.
 */
export async function readLateMeters(client: PoolClient, all: readonly LateRows[]): Promise<void> {
  const counting = all.flatMap(({ book, rows }) => {
    const { layout, state } = book
    const own = rows.filter(
      (row) =>
        layout.meters.some((i) => isRead(book, row, i)) || layout.integrals.some((integral) => hasPower(row, integral)),
    )
    // History that waits for a recount will include these samples too.
    return own.length === 0 || !state.isCounted ? [] : [{ book, rows: own }]
  })
  if (counting.length === 0) return
  const starts = await findStarts(client, counting)
  const accepted = await readAcceptedOf(
    client,
    counting.map(({ book }) => book),
  )
  const recounts = counting.flatMap((item) => {
    const { deviceId } = item.book.device
    const start = starts.get(deviceId)
    if (!start) return []
    const recount = startRecount(item, start.meters, accepted.get(deviceId) ?? noneAccepted)
    // Nearly all are done soon after their last late sample.
    return [{ ...item, recount, fromMs: start.atMs, toMs: (item.rows.at(-1) as Row).atMs + HOUR_MS }]
  })
  for (let open = recounts, spanMs = DAY_MS; open.length > 0; spanMs *= 4) {
    const windows = open.map(({ book, fromMs, toMs, recount }) => ({
      key: book.device,
      columns: meterColumns(book.layout),
      fromMs,
      toMs: Math.min(toMs, book.state.atMs),
      take: recount.take,
    }))
    await readWindows(client, windows)
    // Nothing is stored beyond the newest sample.
    open = open
      .filter(({ book, toMs, recount }) => !recount.isDone() && toMs < book.state.atMs)
      .map((item) => ({ ...item, fromMs: item.toMs + 1, toMs: item.toMs + spanMs }))
  }
  for (const { recount } of recounts) if (!recount.isDone()) recount.finish()
}

type Recount = Readonly<{
  /** The next stored sample. */
  take: (row: Row) => void
  /** With and without the late samples the state is the same. */
  isDone: () => boolean
  /** No stored sample is left. */
  finish: () => void
}>

/** @param without the meters at the start; changed */
function startRecount({ book, rows: late }: LateRows, without: Meters, isAccepted: IsAccepted): Recount {
  const { device, state, ledger } = book
  let withThem: Meters | undefined
  let next = 0
  let day = ''
  let atDayStart: Buffer | undefined
  let isDone = false
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
    if (next === late.length && atDayStart.equals(encodeMeters(without))) return true
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
  const takeStored = (row: Row): boolean => {
    for (let one = late[next]; one && one.atMs < row.atMs; one = late[next]) takeLate(one)
    if (openDay(row.atMs)) return true
    if (!withThem) {
      moveMeters(book, without, row, isAccepted, () => {})
      return false
    }
    const before: ColumnEvent[] = []
    const now: ColumnEvent[] = []
    moveMeters(book, without, row, isAccepted, (item) => before.push(item))
    moveMeters(book, withThem, row, isAccepted, (item) => now.push(item))
    if (!isSame(before, now)) {
      enterAll(book, before, -1)
      enterAll(book, now, 1)
    }
    return next === late.length && areAlike(without, withThem)
  }
  return {
    take: (row) => {
      isDone ||= takeStored(row)
    },
    isDone: () => isDone,
    finish: () => {
      for (let one = late[next]; one; one = late[next]) takeLate(one)
      // The newest stored sample is in the state of this batch.
      if (withThem) state.meters = withThem
    },
  }
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

type Start = Readonly<{ atMs: number; meters: Meters }>

/** A checkpoint is rarely older than this. */
const NEAR_DAYS = 40

const startsOf = (found: string): string => `with found as (
    select m.plant_id, m.device_id, ${found} as day
    from unnest($1::bigint[], $2::bigint[], $3::date[]) w (plant_id, device_id, day)
    join meter_days m on m.plant_id = w.plant_id and m.device_id = w.device_id`
const WITH_METERS = `group by m.plant_id, m.device_id)
  select m.device_id, m.day, m.meters from found join meter_days m using (plant_id, device_id, day)`
const nearText = `${startsOf('max(m.day)')} and m.day <= w.day and m.day > w.day - ${NEAR_DAYS} ${WITH_METERS}`
/** The newest that is not later, else the oldest of all. */
const anyText = `${startsOf('coalesce(max(m.day) filter (where m.day <= w.day), min(m.day))')} ${WITH_METERS}`

/**
 * By device, the meters before the newest day with a checkpoint at or before its first late sample. Missing where the
 * samples of that time are no longer kept: everything between them is counted already.
 */
async function findStarts(client: PoolClient, all: readonly LateRows[]): Promise<ReadonlyMap<number, Start>> {
  const starts = new Map<number, Start>()
  const read = async (text: string, name: string, asked: readonly LateRows[]): Promise<void> => {
    const dayOf = new Map(asked.map(({ book, rows }) => [book.device.deviceId, utcDay((rows[0] as Row).atMs)]))
    const values = [toArray(asked.map(({ book }) => book.device.plantId)), toArray([...dayOf.keys()])]
    for (const [id, day, meters] of await readText(client, text, [...values, toArray([...dayOf.values()])], name)) {
      const start = { atMs: utcDayStart(day ?? ''), meters: decodeMeters(toBytes(meters ?? '')) }
      if ((day ?? '') <= (dayOf.get(Number(id)) ?? '')) starts.set(Number(id), start)
      // The oldest checkpoint of all: without meters nothing came before it.
      else oldest.set(Number(id), start.meters)
    }
  }
  const oldest = new Map<number, Meters>()
  await read(nearText, 'telemetry-near-meter-days', all)
  const far = all.filter(({ book }) => !starts.has(book.device.deviceId))
  if (far.length === 0) return starts
  await read(anyText, 'telemetry-any-meter-days', far)
  for (const { book } of far) {
    const { deviceId } = book.device
    const isFirst = (oldest.get(deviceId)?.length ?? 0) === 0
    if (!starts.has(deviceId) && isFirst) starts.set(deviceId, { atMs: BEGINNING_MS, meters: [] })
  }
  return starts
}
