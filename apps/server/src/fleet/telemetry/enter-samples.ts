import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { takeLate, takeNewest } from './book.ts'
import { readLateMeters } from './late-meters.ts'
import { readAround } from './neighbors.ts'
import type { OpenBook } from './open-books.ts'
import type { Row, SampleOutcome } from './sample.ts'
import type { DeviceRows } from './writes.ts'

/** History of one device is long: others have their turn meanwhile. */
const TURN_MS = 8
const ROWS_PER_LOOK = 64

/** Rows of one batch for one device. */
export type EnteredRows = DeviceRows &
  Readonly<{
    /** The first instant that came late; undefined: none did. */
    lateFromMs: number | undefined
  }>

/**
 * Enters the samples of a batch into the books of their devices, the late ones first.
 * @param outcomes by position in the batch; those of stored samples are set
 */
export async function enterSamples(
  client: PoolClient,
  books: readonly OpenBook[],
  outcomes: SampleOutcome[],
): Promise<readonly EnteredRows[]> {
  const late = await enterLate(client, books, outcomes)
  const entered: EnteredRows[] = []
  for (const opened of books) {
    const { book, part, newest } = opened
    const rows = late.get(opened) ?? []
    const lateFromMs = rows[0]?.atMs
    let turnEndsMs = performance.now() + TURN_MS
    for (const [i, { index, row }] of newest.entries()) {
      takeNewest(book, row)
      outcomes[index] = { stored: true, late: false }
      rows.push(row)
      if (i % ROWS_PER_LOOK !== ROWS_PER_LOOK - 1 || performance.now() < turnEndsMs) continue
      await nextTurn()
      turnEndsMs = performance.now() + TURN_MS
    }
    if (rows.length > 0) entered.push({ device: part.device, book, rows, lateFromMs })
  }
  return entered
}

/** @returns the late samples that are new, by device */
async function enterLate(
  client: PoolClient,
  books: readonly OpenBook[],
  outcomes: SampleOutcome[],
): Promise<ReadonlyMap<OpenBook, Row[]>> {
  const entered = new Map<OpenBook, Row[]>()
  const wanted = books.flatMap((opened) => {
    const { book, part, late } = opened
    // The newest sample sent again is the most common case, and needs no look-up.
    const rows = late.map(({ row }) => row).filter((row) => row.atMs !== book.state.atMs)
    return rows.length === 0 ? [] : [{ key: part.device, layout: book.layout, rows, opened }]
  })
  if (wanted.length === 0) return entered
  const around = await readAround(client, wanted)
  for (const device of wanted) {
    const { isStored = () => true, neighborsOf = () => ({}) } = around.get(device) ?? {}
    const { book, late } = device.opened
    const rows = device.rows.filter((row) => !isStored(row.atMs))
    const stored = new Set(rows)
    for (const { index, row } of late) if (stored.has(row)) outcomes[index] = { stored: true, late: true }
    takeLate(book, rows, neighborsOf)
    if (rows.length > 0) entered.set(device.opened, rows)
  }
  await readLateMeters(
    client,
    [...entered].map(([{ book }, rows]) => ({ book, rows })),
  )
  return entered
}
