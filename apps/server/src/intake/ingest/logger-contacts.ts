import { CONTACT_STEP_MS } from '@heliograph/domain/communication.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type pg from 'pg'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import { toNumberArray } from '../../platform/db/number-array.ts'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import { toPlainArray, toTextArray } from '../../platform/db/text-array.ts'
import type { Arrival } from './arrival.ts'
import type { Reading } from './plan.ts'

/** Contacts of a logger are written at most this often: the first contact of a day at once. */
const WRITE_EVERY_MS = 10 * MINUTE_MS
const OVERDUE_MS = 2 * WRITE_EVERY_MS
/** Rows of one statement beside those of the batch. */
const MOST_OVERDUE = 500
const MOST_FLUSHED = 2_000
/** Memory of one key, about. */
const KEY_BYTES = 200
/** A day has at most 25 hours. */
const STEPS = 300
/** An older start was noted when it happened. */
const OLDEST_BOOT_MS = 2 * DAY_MS
const SAME_BOOT_MS = 2 * MINUTE_MS

/** Contacts since the last write. */
type Contact = {
  readonly plantId: number
  readonly loggerId: number
  readonly day: string
  readonly sinceMs: number
  /** Each once; there are few between two writes. */
  readonly steps: number[]
  handshakes: number
  boots: number[]
  signals: number[]
  delays: number[]
  buffered: number
  firmware: string
}
export type DueContact = Readonly<{ contact: Contact; isDue: boolean }>

const empty = (plantId: number, loggerId: number, day: string, sinceMs: number): Contact => ({
  plantId,
  loggerId,
  day,
  sinceMs,
  steps: [],
  handshakes: 0,
  boots: [],
  signals: [],
  delays: [],
  buffered: 0,
  firmware: '',
})

/** Adds the contacts of `more`. */
function join(contact: Contact, more: Contact): void {
  for (const step of more.steps) addStep(contact, step)
  for (const bootMs of more.boots) addBoot(contact, bootMs)
  contact.signals.push(...more.signals)
  contact.delays.push(...more.delays)
  contact.handshakes += more.handshakes
  contact.buffered += more.buffered
  if (more.firmware !== '') contact.firmware = more.firmware
}

function addStep({ steps }: Contact, step: number): void {
  if (!steps.includes(step)) steps.push(step)
}

function addBoot({ boots }: Contact, bootMs: number): void {
  if (!boots.some((boot) => Math.abs(boot - bootMs) < SAME_BOOT_MS)) boots.push(bootMs)
}

/** When loggers spoke, started and how well they were received, by day of their plant. */
export function createLoggerContacts(
  db: Readonly<{ pool: Pick<pg.Pool, 'query'> }>,
  known: (source: Arrival['source']) => KnownLogger,
) {
  const pending = new Map<string, Contact>()
  const writtenMs = createRecentMap<string, number>(roomFor(KEY_BYTES))

  return {
    /** Contacts of this batch; where they are due, with all that was pending. Changes nothing pending: the batch may fail. */
    due: (
      arrivals: readonly Arrival[],
      readings: readonly Reading[],
      nowMs: number,
    ): ReadonlyMap<string, DueContact> => {
      const contacts = new Map<string, DueContact>()
      const readingOf = new Map<Arrival, Reading>()
      for (const reading of readings) readingOf.set(reading.arrival, reading)
      for (const arrival of arrivals) {
        const { heard } = arrival
        const { id, plant, registeredMs } = known(arrival.source)
        if (heard === undefined || id === undefined || plant === undefined) continue
        const day = localDate(heard.atMs, plant.zone)
        const key = `${plant.id} ${id} ${day}`
        let due = contacts.get(key)
        if (due === undefined) {
          const isDue = nowMs - (writtenMs.get(key) ?? Number.NEGATIVE_INFINITY) >= WRITE_EVERY_MS
          due = { contact: empty(plant.id, id, day, nowMs), isDue }
          const earlier = isDue ? pending.get(key) : undefined
          if (earlier !== undefined) join(due.contact, earlier)
          contacts.set(key, due)
        }
        const { contact } = due
        const reading = readingOf.get(arrival)
        note(contact, heard, plant.zone, reading && delayOf(reading))
        // Records from before it belonged to the plant could not have come in time.
        const isHistory = (reading?.atMs ?? Number.POSITIVE_INFINITY) < (registeredMs ?? 0)
        if (arrival.record !== undefined && arrival.sight?.kind === 'buffered' && !isHistory) contact.buffered += 1
      }
      // A contact that is not heard of again on its day is due once as well; the oldest come first.
      let overdue = 0
      for (const [key, contact] of pending) {
        if (nowMs - contact.sinceMs < OVERDUE_MS || overdue >= MOST_OVERDUE) break
        if (contacts.has(key)) continue
        overdue++
        contacts.set(key, { contact, isDue: true })
      }
      return contacts
    },
    /** After the commit. */
    settle: (contacts: ReadonlyMap<string, DueContact>, nowMs: number): void => {
      for (const [key, { contact, isDue }] of contacts) {
        if (isDue) {
          pending.delete(key)
          writtenMs.set(key, nowMs)
          continue
        }
        const earlier = pending.get(key)
        if (earlier === undefined) pending.set(key, contact)
        else join(earlier, contact)
      }
    },
    flush: async (): Promise<void> => {
      const contacts = [...pending.values()]
      pending.clear()
      for (let at = 0; at < contacts.length; at += MOST_FLUSHED)
        await writeContacts(db.pool, contacts.slice(at, at + MOST_FLUSHED))
    },
  }
}

/** The way of a live record whose instant the logger itself states; its clock may be a second ahead. */
const delayOf = ({ arrival, atMs, timeSource }: Reading): number | undefined =>
  arrival.sight?.kind === 'live' && timeSource === 'frame' ? Math.max(0, arrival.receivedAtMs - atMs) : undefined

function note(contact: Contact, heard: NonNullable<Arrival['heard']>, zone: string, delayMs: number | undefined): void {
  const { facts, atMs } = heard
  const step = Math.floor((atMs - startOf(contact.day, zone)) / CONTACT_STEP_MS)
  if (step >= 0 && step < STEPS) addStep(contact, step)
  if (heard.isHandshake) contact.handshakes += 1
  if (facts.signalPercent !== undefined) contact.signals.push(facts.signalPercent)
  if (facts.firmware !== undefined) contact.firmware = facts.firmware
  if (delayMs !== undefined) contact.delays.push(delayMs)
  if (facts.workingS === undefined || facts.workingS * 1000 > OLDEST_BOOT_MS) return
  addBoot(contact, atMs - facts.workingS * 1000)
}

// The day of the last call: nearly every contact of a second is of the same.
let lastDay = { day: '', zone: '', fromMs: 0 }
function startOf(day: string, zone: string): number {
  if (lastDay.day !== day || lastDay.zone !== zone) lastDay = { day, zone, fromMs: dayBounds(day, zone).fromMs }
  return lastDay.fromMs
}

const [ZERO, ONE] = Buffer.from('01')
function bitsOf(steps: readonly number[]): string {
  const bits = Buffer.alloc(STEPS, ZERO)
  for (const step of steps) bits[step] = ONE as number
  return bits.toString('latin1')
}
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values))
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values))
const MOST_DELAY_MS = DAY_MS

/** A logger that was deleted or moved meanwhile is left out. */
const WRITE_SQL = `
  insert into logger_contacts as c (plant_id, logger_id, day, heard, handshakes, boots, signal_min, signal_max, signal_sum,
    signal_count, delay_sum_ms, delay_max_ms, delay_count, buffered, firmware)
  select e.plant_id, e.logger_id, e.day, e.heard::bit(300), e.handshakes, e.boots::timestamptz[], e.signal_min, e.signal_max,
    e.signal_sum, e.signal_count, e.delay_sum, e.delay_max, e.delay_count, e.buffered, e.firmware
  from unnest($1::bigint[], $2::bigint[], $3::date[], $4::text[], $5::integer[], $6::text[], $7::smallint[], $8::smallint[],
    $9::integer[], $10::integer[], $11::bigint[], $12::integer[], $13::integer[], $14::integer[], $15::text[])
    as e (plant_id, logger_id, day, heard, handshakes, boots, signal_min, signal_max, signal_sum, signal_count, delay_sum,
      delay_max, delay_count, buffered, firmware)
    join loggers l on l.id = e.logger_id and l.plant_id = e.plant_id
  on conflict (plant_id, logger_id, day) do update set
    heard = c.heard | excluded.heard,
    handshakes = c.handshakes + excluded.handshakes,
    boots = (c.boots || array(select b from unnest(excluded.boots) b
      where not exists (select from unnest(c.boots) k where abs(extract(epoch from k - b)) < 120)))[1:100],
    signal_min = least(c.signal_min, excluded.signal_min),
    signal_max = greatest(c.signal_max, excluded.signal_max),
    signal_sum = c.signal_sum + excluded.signal_sum,
    signal_count = c.signal_count + excluded.signal_count,
    delay_sum_ms = c.delay_sum_ms + excluded.delay_sum_ms,
    delay_max_ms = greatest(c.delay_max_ms, excluded.delay_max_ms),
    delay_count = c.delay_count + excluded.delay_count,
    buffered = c.buffered + excluded.buffered,
    firmware = coalesce(nullif(excluded.firmware, ''), c.firmware)`

export async function writeContacts(client: Pick<pg.ClientBase, 'query'>, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return
  // In one order everywhere, or two nodes could deadlock.
  const rows = contacts.toSorted((a, b) => a.plantId - b.plantId || a.loggerId - b.loggerId || (a.day < b.day ? -1 : 1))
  const values = [
    toNumberArray('bigint', rows, ({ plantId }) => plantId),
    toNumberArray('bigint', rows, ({ loggerId }) => loggerId),
    toPlainArray(rows, ({ day }) => day),
    toPlainArray(rows, ({ steps }) => bitsOf(steps)),
    toPlainArray(rows, ({ handshakes }) => handshakes),
    toTextArray(rows, ({ boots }) => toPlainArray(boots, (atMs) => new Date(atMs).toISOString())),
    toPlainArray(rows, ({ signals }) => least(signals)),
    toPlainArray(rows, ({ signals }) => most(signals)),
    toPlainArray(rows, ({ signals }) => sumOf(signals)),
    toPlainArray(rows, ({ signals }) => signals.length),
    toPlainArray(rows, ({ delays }) => sumOf(delays)),
    toPlainArray(rows, ({ delays }) => (delays.length === 0 ? null : Math.min(MOST_DELAY_MS, Math.max(...delays)))),
    toPlainArray(rows, ({ delays }) => delays.length),
    toPlainArray(rows, ({ buffered }) => buffered),
    toTextArray(rows, ({ firmware }) => firmware),
  ]
  await client.query({ name: 'logger-contacts-write', text: WRITE_SQL, values })
}
