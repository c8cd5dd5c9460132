import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { WebhookPart } from '@heliograph/domain/webhook-parts.ts'
import type { PlantDevice } from '../../fleet/devices/devices.ts'
import {
  countByHour,
  deviceSeries,
  digestMonths,
  flowHours,
  type NewerSamples,
  newerSamples,
  plantDays,
  sampleInstants,
} from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DevicePosition, hourOf, LATE_MS, type Position, toHours } from './position.ts'

type Sample = Readonly<{
  deviceId: number
  atMs: number
  values: Readonly<Partial<Record<QuantityId, number>>>
  isEstimated: boolean
  isLate: boolean
}>
type Energies = Readonly<Partial<Record<(typeof flows)[number], number>>>
type Change = 'closed' | 'recounted'

/** Entries that leave in one batch of a plant. */
export type Batch = Readonly<{
  samples: readonly Sample[]
  hours: readonly Readonly<{ startMs: number; change: Change; energies: Energies }>[]
  days: readonly Readonly<{ date: string; change: Change; energies: Energies }>[]
  /** Readings that were skipped because they were too old. */
  dropped: number
}>

export type Wanted = Readonly<{
  plantId: number
  zone: string
  devices: readonly PlantDevice[]
  parts: readonly WebhookPart[]
  quantities: readonly QuantityId[]
}>

/** Of one device in one batch: a batch stays small however long a webhook was away. */
const PAGE_MS = HOUR_MS
/** Devices are taken up to so many readings. */
const FULL_SAMPLES = 300
const MOST_HOURS = 100
const MOST_DAYS = 62
/** The last readings of an hour are on their way. */
const SETTLE_MS = 5 * MINUTE_MS
const COMPARE_MS = 5 * MINUTE_MS

/**
 * The entries since a position, and the position behind them. @returns hasMore: the batch was full
 */
export async function collectBatch(
  db: Db,
  wanted: Wanted,
  position: Position,
  nowMs: number,
): Promise<Readonly<{ batch: Batch; next: Position; hasMore: boolean }>> {
  const found = await collectSamples(db, wanted, position, nowMs)
  const hours = await collectHours(db, wanted, position, found.lateHours, nowMs)
  const days = await collectDays(db, wanted, position, nowMs)
  return {
    batch: {
      samples: wanted.parts.includes('samples') ? found.samples : [],
      hours: wanted.parts.includes('hours') ? hours.entries : [],
      days: wanted.parts.includes('days') ? days.entries : [],
      dropped: wanted.parts.includes('samples') ? found.dropped : 0,
    },
    next: { ...position, devices: found.devices, hourMs: hours.hourMs, ...days.next },
    hasMore: found.hasMore || hours.hasMore || days.hasMore,
  }
}

type Found = Readonly<{
  samples: readonly Sample[]
  devices: Readonly<Record<string, DevicePosition>>
  dropped: number
  hasMore: boolean
  lateHours: ReadonlySet<number>
}>

const NEW: DevicePosition = { atMs: null, stored: 0, hours: {} }

async function collectSamples(db: Db, wanted: Wanted, position: Position, nowMs: number): Promise<Found> {
  const { plantId, parts } = wanted
  if (!parts.includes('samples') && !parts.includes('hours'))
    return { samples: [], devices: position.devices, dropped: 0, hasMore: false, lateHours: new Set() }
  const floorMs = nowMs - LATE_MS
  const known = (deviceId: number): DevicePosition => position.devices[deviceId] ?? NEW
  const startOf = (deviceId: number): number => Math.max(known(deviceId).atMs ?? position.sinceMs - 1, floorMs)
  const ids = wanted.devices.map(({ deviceId }) => deviceId)
  const newer = await newerSamples(db, plantId, new Map(ids.map((id) => [id, startOf(id)])), [])
  const isLate = (id: number, { stored, count }: NewerSamples): boolean =>
    id in position.devices && stored - known(id).stored > count
  const counts = [...newer].some(([id, found]) => isLate(id, found))
    ? await countByHour(db, plantId, { fromMs: floorMs, toMs: nowMs + DAY_MS })
    : undefined
  const samples: Sample[] = []
  const lateHours = new Set<number>()
  const devices: Record<string, DevicePosition> = {}
  let dropped = 0
  let hasMore = false
  for (const device of wanted.devices) {
    const { deviceId } = device
    const before = known(deviceId)
    const found = newer.get(deviceId)
    if (deviceId in position.devices) devices[deviceId] = before
    if (found === undefined || found.newestAtMs === null || found.stored === before.stored) continue
    if (samples.length >= FULL_SAMPLES) {
      hasMore = true
      continue
    }
    const startMs = startOf(deviceId)
    const endMs = Math.min(Math.max(found.newestAtMs, startMs) + 1, startMs + 1 + PAGE_MS)
    const span = { fromMs: startMs + 1, toMs: endMs }
    const fresh = await sampleInstants(db, { plantId, deviceId }, span)
    // The webhook was away for longer.
    const isAway = before.atMs !== null && before.atMs < floorMs
    const late = counts && (await findLate(db, { plantId, deviceId }, before, counts.get(deviceId), startMs))
    const grown = isAway ? [] : (late?.grown ?? [])
    for (const hour of grown) lateHours.add(hour)
    if (parts.includes('samples')) {
      for (const hour of grown) {
        const past = { fromMs: hour * HOUR_MS, toMs: Math.min((hour + 1) * HOUR_MS, startMs + 1) }
        for (const sample of await readSamples(db, wanted, device, past)) samples.push({ ...sample, isLate: true })
      }
      samples.push(...(await readSamples(db, wanted, device, span)))
    }
    const isWhole = endMs > found.newestAtMs
    if (isAway) dropped += Math.max(0, found.stored - before.stored - found.count)
    devices[deviceId] = {
      atMs: isWhole ? Math.max(found.newestAtMs, startMs) : endMs - 1,
      stored: isWhole ? found.stored : found.stored - Math.max(0, found.count - fresh.length),
      hours: addFresh(late?.hours ?? before.hours, fresh, floorMs),
    }
    hasMore ||= !isWhole
  }
  samples.sort((a, b) => a.atMs - b.atMs || a.deviceId - b.deviceId)
  return { samples, devices, dropped, hasMore, lateHours }
}

/** Hours up to the last delivered reading that hold more readings than were delivered, and the readings that all hold. */
async function findLate(
  db: Db,
  key: Readonly<{ plantId: number; deviceId: number }>,
  known: DevicePosition,
  counts: ReadonlyMap<number, number> | undefined,
  startMs: number,
): Promise<Readonly<{ grown: readonly number[]; hours: Readonly<Record<string, number>> }>> {
  const last = hourOf(startMs)
  const stored = new Map([...(counts ?? [])].filter(([hour]) => hour < last))
  // The hour of the last delivered reading goes on: only its readings up to there count.
  stored.set(last, (await sampleInstants(db, key, { fromMs: last * HOUR_MS, toMs: startMs + 1 })).length)
  const grown = [...stored].filter(([hour, count]) => count > (known.hours[hour] ?? 0)).map(([hour]) => hour)
  return { grown: grown.sort((a, b) => a - b), hours: toHours(stored) }
}

function addFresh(known: Readonly<Record<string, number>>, fresh: readonly number[], floorMs: number) {
  const hours = new Map(Object.entries(known).map(([hour, count]) => [Number(hour), count]))
  for (const atMs of fresh) hours.set(hourOf(atMs), (hours.get(hourOf(atMs)) ?? 0) + 1)
  return toHours(new Map([...hours].filter(([hour]) => hour >= hourOf(floorMs))))
}

async function readSamples(
  db: Db,
  { plantId, quantities }: Wanted,
  device: PlantDevice,
  span: Readonly<{ fromMs: number; toMs: number }>,
): Promise<readonly Sample[]> {
  const { deviceId } = device
  const own = quantities.length === 0 ? device.quantities : device.quantities.filter((id) => quantities.includes(id))
  const series = await deviceSeries(db, { plantId, deviceId, quantities: own, ...span, resolution: 'sample' })
  const byInstant = new Map<number, { values: Partial<Record<QuantityId, number>>; isEstimated: boolean }>()
  for (const { quantity, points } of series)
    for (const { atMs, value, estimated } of points) {
      const sample = byInstant.get(atMs) ?? { values: {}, isEstimated: estimated === true }
      sample.values[quantity] = value
      byInstant.set(atMs, sample)
    }
  return [...byInstant]
    .sort(([a], [b]) => a - b)
    .map(([atMs, sample]) => ({ deviceId, atMs, ...sample, isLate: false }))
}

async function collectHours(
  db: Db,
  { plantId, zone, parts }: Wanted,
  position: Position,
  lateHours: ReadonlySet<number>,
  nowMs: number,
) {
  // Hours are those of the plant's wall clock, which begin at the half in some zones.
  const offsetMs = dayBounds(localDate(nowMs, zone), zone).fromMs % HOUR_MS
  const endMs = hourOf(nowMs - SETTLE_MS - offsetMs) * HOUR_MS + offsetMs
  const fromMs = Math.max(position.hourMs, nowMs - LATE_MS)
  if (!parts.includes('hours') || (endMs <= fromMs && lateHours.size === 0))
    return { entries: [], hourMs: Math.max(endMs, position.hourMs), hasMore: false }
  const toMs = Math.min(Math.max(endMs, position.hourMs), fromMs + MOST_HOURS * HOUR_MS)
  // A late reading also divides the energy up to the one after it anew.
  const touched = [...lateHours].flatMap((hour) => [hour * HOUR_MS, (hour + 1) * HOUR_MS])
  const oldestMs = Math.min(fromMs, ...touched.map((hourMs) => hourMs - HOUR_MS))
  const found = (await flowHours(db, [{ plantId, fromMs: oldestMs, toMs }])).get(plantId)
  const starts = new Set(flows.flatMap((flow) => [...(found?.[flow].keys() ?? [])]))
  const entries = [...starts]
    .sort((a, b) => a - b)
    .flatMap((startMs) => {
      const isNew = startMs >= position.hourMs
      const isTouched = touched.some((hourMs) => startMs < hourMs + HOUR_MS && startMs + HOUR_MS > hourMs)
      if (!isNew && !isTouched) return []
      const energies = pick((flow) => found?.[flow].get(startMs))
      return [{ startMs, change: isNew ? ('closed' as const) : ('recounted' as const), energies }]
    })
  return { entries, hourMs: toMs, hasMore: toMs < endMs }
}

const pick = (read: (flow: (typeof flows)[number]) => number | null | undefined): Energies =>
  Object.fromEntries(
    flows.flatMap((flow) => {
      const wh = read(flow)
      return wh === null || wh === undefined ? [] : [[flow, wh]]
    }),
  )

async function collectDays(db: Db, { plantId, zone, parts }: Wanted, position: Position, nowMs: number) {
  const { day, months, comparedAtMs } = position
  const unchanged = { entries: [], next: { day, months, comparedAtMs }, hasMore: false }
  if (!parts.includes('days')) return unchanged
  const today = localDate(nowMs, zone)
  const yesterday = addDays(today, -1)
  const isOver = yesterday > day && nowMs >= dayBounds(today, zone).fromMs + SETTLE_MS
  if (!isOver && nowMs < comparedAtMs + COMPARE_MS) return unchanged
  // Digests before rows: a day that is recounted in between differs from its digest at the next look.
  const digests = await digestMonths(db, plantId, day)
  const changed = [...digests.keys()].filter((month) => months[month] !== digests.get(month))
  const [first] = changed
  const recounted =
    first === undefined ? [] : toDays(await plantDays(db, plantId, `${first}-01`, lastDay(first, day)), 'recounted')
  // One month in a batch.
  if (first !== undefined && changed.length > 1) {
    const next = { day, months: { ...months, [first]: digests.get(first) ?? '' }, comparedAtMs }
    return { entries: recounted, next, hasMore: true }
  }
  if (!isOver)
    return {
      entries: recounted,
      next: { day, months: Object.fromEntries(digests), comparedAtMs: nowMs },
      hasMore: false,
    }
  const until = addDays(day, MOST_DAYS) < yesterday ? addDays(day, MOST_DAYS) : yesterday
  const after = Object.fromEntries(await digestMonths(db, plantId, until))
  const closed = toDays(await plantDays(db, plantId, addDays(day, 1), until), 'closed')
  const next = { day: until, months: after, comparedAtMs: nowMs }
  return { entries: [...recounted, ...closed], next, hasMore: until < yesterday }
}

const lastDay = (month: string, day: string): string =>
  day.startsWith(month) ? day : addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)

const toDays = (rows: Awaited<ReturnType<typeof plantDays>>, change: Change) =>
  rows.map(({ period, energy }) => ({ date: period, change, energies: pick((flow) => energy[flow]) }))
