import type { Disk } from './disk.ts'
import { encodeRecord, MOST_RECORD_BYTES, readRecords } from './records.ts'
import { readWhole, writeWhole } from './write-whole.ts'

/** The place of a record: its segment, and the byte at which it begins. */
export type Place = Readonly<{ segment: number; at: number }>

export type Taken = Readonly<{
  records: readonly unknown[]
  /** Behind the last one. */
  next: Place
}>

export type QueueState = Readonly<{
  /** Records that wait for the server's receipt. */
  waiting: number
  bytes: number
  /** Records that made room for newer ones before they were delivered, ever. */
  dropped: number
  /** Bytes that a kill tore or a disk spoiled, ever: not of records that were acknowledged, unless the disk failed. */
  damagedBytes: number
}>

/** Records on the disk until the server has them, the oldest first. */
export type Queue = Readonly<{
  /** Resolves when the record is on the disk. @throws Error of the disk: the record is not kept */
  append: (record: unknown) => Promise<void>
  /** The oldest that wait; they stay until `confirm`. */
  take: (most: Readonly<{ records: number; bytes: number }>) => Promise<Taken>
  /** The server has everything before this place. */
  confirm: (place: Place) => Promise<void>
  state: () => QueueState
}>

const SEGMENT_BYTES = 4 * 1024 * 1024
const CURSOR = 'cursor.json'

type Cursor = Place & Readonly<{ dropped: number; damagedBytes: number }>
type Segment = Readonly<{ size: number }>

const nameOf = (segment: number): string => `${String(segment).padStart(10, '0')}.segment`

/**
 * Opens the queue of a folder. A tail that a kill tore was never acknowledged to the collector and is cut off. All steps
 * run one after the other; records that arrive during a write share the next one and its `fdatasync`.
 * @param options.mostBytes beyond it the oldest segment makes room, and its records are counted
 */
export async function openQueue(
  disk: Disk,
  options: Readonly<{ mostBytes: number; segmentBytes?: number }>,
): Promise<Queue> {
  const { mostBytes, segmentBytes = SEGMENT_BYTES } = options
  const segments = new Map<number, Segment>()
  let cursor = toCursor(await readWhole(disk, CURSOR))
  let waiting = 0
  const first = (): number => segments.keys().next().value ?? 0
  const last = (): number => [...segments.keys()].at(-1) ?? 0

  for (const name of [...(await disk.list())].sort()) {
    const [, digits] = /^(\d{10})\.segment$/.exec(name) ?? []
    if (digits === undefined) continue
    const segment = Number(digits)
    if (segment < cursor.segment) {
      await disk.remove(name)
      continue
    }
    const bytes = await disk.read(name)
    let size = 0
    for (const { end } of readRecords(bytes)) {
      size = end
      if (segment > cursor.segment || end > cursor.at) waiting += 1
    }
    if (size < bytes.length) {
      cursor = { ...cursor, damagedBytes: cursor.damagedBytes + bytes.length - size }
      await disk.truncate(name, size)
      await disk.sync(name)
    }
    segments.set(segment, { size })
  }
  let current = Math.max(last(), cursor.segment, 1)
  // A disk that lost what it had synced: new records must not stand before the cursor.
  if (current === cursor.segment && (segments.get(current)?.size ?? 0) < cursor.at) current += 1
  if (cursor.segment === 0) cursor = { ...cursor, segment: first() || current }

  let steps: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const done = steps.then(step)
    steps = done.catch(() => {})
    return done
  }
  const save = (next: Cursor): Promise<void> => {
    cursor = next
    return writeWhole(disk, CURSOR, cursor)
  }
  const removeBefore = async (segment: number): Promise<void> => {
    for (const known of [...segments.keys()]) {
      if (known >= segment) continue
      segments.delete(known)
      await disk.remove(nameOf(known))
    }
  }
  const totalBytes = (): number => [...segments.values()].reduce((sum, { size }) => sum + size, 0)

  /** The oldest segments make room; what is written to now stays. */
  const makeRoom = async (): Promise<void> => {
    while (totalBytes() > mostBytes && segments.size > 1) {
      const oldest = first()
      const lost = await countFrom(oldest, oldest === cursor.segment ? cursor.at : 0)
      waiting -= lost
      const [, next = current] = [...segments.keys()]
      // The cursor first: after a kill in between the segment is only removed later.
      await save({ ...cursor, segment: next, at: 0, dropped: cursor.dropped + lost })
      await removeBefore(next)
    }
  }
  const countFrom = async (segment: number, at: number): Promise<number> => {
    let count = 0
    for (const { end } of readRecords(await disk.read(nameOf(segment)))) if (end > at) count += 1
    return count
  }

  let gathered: { bytes: Buffer; resolve: () => void; reject: (error: unknown) => void }[] = []
  const write = async (): Promise<void> => {
    const batch = gathered
    gathered = []
    if (batch.length === 0) return
    try {
      if ((segments.get(current)?.size ?? 0) >= segmentBytes) current += 1
      const name = nameOf(current)
      const before = segments.get(current)
      const size = before?.size ?? 0
      const bytes = Buffer.concat(batch.map((entry) => entry.bytes))
      try {
        await disk.append(name, bytes)
        await disk.sync(name)
        if (before === undefined) await disk.syncNames()
      } catch (error) {
        // A part may stand there: the next record must follow the last whole one.
        await disk.truncate(name, size).catch(() => {
          current += 1
        })
        throw error
      }
      segments.set(current, { size: size + bytes.length })
      waiting += batch.length
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    await makeRoom()
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        const bytes = encodeRecord(record)
        if (bytes.length > MOST_RECORD_BYTES) return reject(new RangeError('too large'))
        gathered.push({ bytes, resolve, reject })
        if (gathered.length === 1) inTurn(write).catch(() => {})
      }),
    take: (most) =>
      inTurn(async () => {
        const records: unknown[] = []
        let bytes = 0
        let next: Place = { segment: cursor.segment, at: cursor.at }
        for (const segment of segments.keys()) {
          if (segment < cursor.segment) continue
          const from = segment === cursor.segment ? cursor.at : 0
          for (const { text, end } of readRecords(await disk.read(nameOf(segment)), from)) {
            if (records.length > 0 && (records.length >= most.records || bytes + text.length > most.bytes))
              return { records, next }
            records.push(JSON.parse(text.toString('utf8')))
            bytes += text.length
            next = { segment, at: end }
          }
        }
        return { records, next }
      }),
    confirm: ({ segment, at }) =>
      inTurn(async () => {
        // Room was made meanwhile: the cursor is further already.
        if (segment < cursor.segment || (segment === cursor.segment && at <= cursor.at)) return
        let done = 0
        for (const known of segments.keys()) {
          if (known < cursor.segment || known > segment) continue
          const from = known === cursor.segment ? cursor.at : 0
          for (const { end } of readRecords(await disk.read(nameOf(known)), from))
            if (known < segment || end <= at) done += 1
        }
        waiting -= done
        await save({ ...cursor, segment, at })
        await removeBefore(segment)
      }),
    state: () => ({
      waiting,
      bytes: totalBytes(),
      dropped: cursor.dropped,
      damagedBytes: cursor.damagedBytes,
    }),
  }
}

function toCursor(value: unknown): Cursor {
  const { segment, at, dropped, damagedBytes } = (value ?? {}) as Partial<Record<keyof Cursor, unknown>>
  const whole = (number: unknown): number => (Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : 0)
  return { segment: whole(segment), at: whole(at), dropped: whole(dropped), damagedBytes: whole(damagedBytes) }
}
