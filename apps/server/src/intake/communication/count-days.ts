import {
  CONTACT_STEP_MS,
  countRecords,
  countRestarts,
  type DueWindow,
  type GapEvidence,
  gapCause,
  type RecordGap,
  withoutPauses,
} from '@heliograph/domain/communication.ts'
import { sleepsAtNight } from '@heliograph/domain/device.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, type Interval } from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { sql } from 'kysely'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { dueTime } from '../../fleet/plants/plants.ts'
import { sampleInstants } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CausedGap, LoggerDay } from './logger-day.ts'
import { type Contact, readContacts } from './read-contacts.ts'
import { readServerTimes, type ServerTimes, wasUp } from './server-times.ts'

/** Of a day's gaps the longest are kept. */
const MOST_GAPS = 20
/** Neighbors of a day are looked for this far. */
const MARGIN_MS = 2 * HOUR_MS

type Site = Readonly<{ plantId: number; zone: string; latitudeDeg: number; longitudeDeg: number }>
type Logger = Readonly<{ loggerId: number; intervalMs: number; firmware: string; pauses: readonly Interval[] }>
type Heard = Readonly<{ device: PlantDevice; instants: readonly number[]; sinceMs: number }>

/**
 * Counts some successive days of a plant's loggers, from the samples of their devices. A day that is not over is
 * counted up to now. Loggers without a device are left out: their expected records are unknown.
 */
export async function countDays(
  db: Db,
  site: Site,
  days: readonly string[],
  nowMs: number,
): Promise<readonly LoggerDay[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const { plantId, zone } = site
  const fromMs = dayBounds(first, zone).fromMs
  const toMs = dayBounds(last, zone).toMs
  const [devices, loggers, contacts, times] = await Promise.all([
    listDevicesOfPlants(db, [plantId]).then((found) => found.get(plantId) ?? []),
    readLoggers(db, plantId, { fromMs, toMs }, nowMs),
    readContacts(db, plantId, addDays(first, -1), addDays(last, 1)),
    readServerTimes(db, fromMs - DAY_MS, toMs + DAY_MS),
  ])
  const counted: LoggerDay[] = []
  for (const logger of loggers) {
    const own = devices.filter(({ loggerId }) => loggerId === logger.loggerId)
    const heard: Heard[] = []
    for (const device of own) {
      const range = { fromMs: fromMs - MARGIN_MS, toMs: toMs + MARGIN_MS }
      const instants = await sampleInstants(db, { plantId, deviceId: device.deviceId }, range)
      // A history that was brought in begins before the device was known here.
      heard.push({ device, instants, sinceMs: Math.min(device.createdAtMs, instants[0] ?? device.createdAtMs) })
    }
    if (heard.length === 0) continue
    const evidence = { contacts: contacts.get(logger.loggerId) ?? [], times, zone }
    for (const day of days)
      counted.push(countDay({ site, logger, heard: around(heard, dayBounds(day, zone)), day, nowMs }, evidence))
  }
  return counted
}

async function readLoggers(
  db: Db,
  plantId: number,
  { fromMs, toMs }: Interval,
  nowMs: number,
): Promise<readonly Logger[]> {
  const rows = await db.kysely
    .selectFrom('loggers as l')
    .select(['l.id', 'l.interval_s', 'l.firmware', 'l.paused_at'])
    .select(
      sql<readonly [number, number][]>`coalesce((select jsonb_agg(jsonb_build_array(
          date_part('epoch', p.from_at) * 1000, date_part('epoch', p.to_at) * 1000))
        from logger_pauses p where p.logger_id = l.id and p.to_at > ${new Date(fromMs)} and p.from_at < ${new Date(toMs)}),
        '[]')`.as('pauses'),
    )
    .where('l.plant_id', '=', plantId)
    .orderBy('l.id')
    .execute()
  return rows.map((row) => ({
    loggerId: row.id,
    intervalMs: (row.interval_s || 300) * 1000,
    firmware: row.firmware,
    pauses: [
      ...row.pauses.map(([startMs, endMs]) => ({ fromMs: startMs, toMs: endMs })),
      ...(row.paused_at === null ? [] : [{ fromMs: row.paused_at.getTime(), toMs: nowMs }]),
    ],
  }))
}

type Known = Readonly<{ contacts: readonly Contact[]; times: ServerTimes; zone: string }>

function countDay(
  {
    site,
    logger,
    heard,
    day,
    nowMs,
  }: Readonly<{
    site: Site
    logger: Logger
    heard: readonly Heard[]
    day: string
    nowMs: number
  }>,
  known: Known,
): LoggerDay {
  const bounds = dayBounds(day, site.zone)
  const daylight = createDaylightDue(site.latitudeDeg, site.longitudeDeg, { wakeDeg: null, dozeDeg: null })
  const windowsOf = (sleeps: boolean, sinceMs: number): readonly DueWindow[] =>
    withoutPauses(dueTime({ day: bounds, daylight, sleeps, sinceMs, nowMs }), logger.pauses)
  const intervalMs = stepOf(heard, bounds, logger.intervalMs)
  const count = (instants: readonly number[], windows: readonly DueWindow[]) =>
    countRecords({
      instants,
      day: bounds,
      intervalMs,
      windows,
      untilMs: nowMs,
    })
  const single = heard.map((item) => ({
    deviceId: item.device.deviceId,
    ...count(item.instants, windowsOf(sleepsAtNight(item.device), dueSince(item, bounds))),
  }))
  const windows = windowsOf(
    heard.every(({ device }) => sleepsAtNight(device)),
    Math.min(...heard.map((item) => dueSince(item, bounds))),
  )
  const all = count(
    heard.length === 1
      ? (heard[0]?.instants ?? [])
      : [...new Set(heard.flatMap(({ instants }) => instants))].sort((a, b) => a - b),
    windows,
  )
  const evidence = toEvidence(known, bounds)
  const whole = all.gaps.map((gap): CausedGap => ({ ...gap, cause: gapCause(gap, evidence), deviceId: null }))
  const others = single.flatMap(({ deviceId, gaps }) =>
    gaps
      .filter((gap) => !all.gaps.some((recordGap) => overlap(recordGap, gap)))
      .map((gap) => ({ ...gap, cause: 'device' as const, deviceId })),
  )
  const gaps: readonly CausedGap[] = [...whole, ...(heard.length > 1 ? others : [])]
  const longest = gaps.toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs)).slice(0, MOST_GAPS)
  const contact = known.contacts.find((item) => item.day === day)
  const boots = known.contacts
    .flatMap((item) => item.boots)
    .filter((atMs) => atMs >= bounds.fromMs && atMs < bounds.toMs)
  return {
    loggerId: logger.loggerId,
    day,
    intervalMs,
    expected: single.reduce((sum, item) => sum + item.expected, 0),
    received: single.reduce((sum, item) => sum + item.received, 0),
    gapCount: gaps.length,
    longestMs: longest[0] ? longest[0].toMs - longest[0].fromMs : 0,
    gaps: longest.toSorted((a, b) => a.fromMs - b.fromMs),
    restarts: countRestarts(boots, windows),
    signal: contact?.signal ?? null,
    delay: contact?.delay ?? null,
    buffered: contact?.buffered ?? 0,
    firmware: contact?.firmware || logger.firmware,
    deviceCount: heard.length,
    missing:
      all.received === 0
        ? []
        : single.filter((item) => item.received === 0 && item.expected > 0).map((item) => item.deviceId),
  }
}

/** Records of the day of its first record here, but before it, were imported: in steps that are unknown. */
const dueSince = ({ device, sinceMs }: Heard, day: Interval): number =>
  device.createdAtMs >= day.fromMs && device.createdAtMs < day.toMs ? device.createdAtMs : sinceMs

/** Records of each device that matter for a day: from a little before it to a little after it. */
const around = (heard: readonly Heard[], { fromMs, toMs }: Interval): readonly Heard[] =>
  heard.map((item) => ({
    ...item,
    instants: item.instants.slice(
      firstFrom(item.instants, fromMs - MARGIN_MS),
      firstFrom(item.instants, toMs + MARGIN_MS + 1),
    ),
  }))

/** The place of the first of ascending instants that is not before one. */
function firstFrom(instants: readonly number[], atMs: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  return low
}

const overlap = (a: RecordGap, b: RecordGap): boolean => a.fromMs < b.toMs && b.fromMs < a.toMs

/** A day from before the devices were known here was brought in, perhaps in longer steps: those are its interval. */
function stepOf(heard: readonly Heard[], day: Interval, ownMs: number): number {
  if (heard.some(({ device }) => device.createdAtMs < day.toMs)) return ownMs
  const steps = heard
    .flatMap(({ instants }) => instants.slice(1).map((atMs, i) => ({ atMs, stepMs: atMs - (instants[i] ?? atMs) })))
    .flatMap(({ atMs, stepMs }) => (atMs >= day.fromMs && atMs < day.toMs && stepMs > 0 ? [stepMs] : []))
    .sort((a, b) => a - b)
  return Math.max(ownMs, steps[Math.floor(steps.length / 2)] ?? ownMs)
}

function toEvidence({ contacts, times, zone }: Known, { fromMs }: Interval): GapEvidence {
  const steps = new Map(contacts.map(({ day, heard }) => [dayBounds(day, zone).fromMs, heard]))
  return {
    outages: times.outages,
    boots: contacts.flatMap(({ boots }) => boots),
    isHeard: (atMs) => {
      if (!wasUp(times, atMs)) return undefined
      return steps.get(fromMs)?.[Math.floor((atMs - fromMs) / CONTACT_STEP_MS)] === '1'
    },
  }
}
