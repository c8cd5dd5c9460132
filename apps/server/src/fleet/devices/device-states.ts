import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { sleepsAtNight } from '@heliograph/domain/device.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { lateAfterMs } from '@heliograph/domain/status.ts'
import type { Interval } from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { findSunEvents } from '@heliograph/solar/sun-events.ts'
import type { Db } from '../../platform/db/database.ts'
import { deviceSeries } from '../telemetry/telemetry.ts'
import { breakSamples } from './break-lines.ts'
import { getDevice } from './device-detail.ts'
import { boundsOf } from './history-period.ts'
import type { PlantDevice } from './plant-devices.ts'
import { type FaultSpan, faultSpans, type StateSpan, stateSpans, stateWords, type Words } from './state-spans.ts'

type DeviceStates = Interval &
  Readonly<{
    zone: string
    sunriseMs: number | null
    sunsetMs: number | null
    /** Ascending, without overlaps; nothing is known between them. */
    states: readonly StateSpan[]
    faults: readonly FaultSpan[]
    /** Faults of the day beyond the first ones. */
    moreFaults: number
  }>

/** Sleep ends when a device has been overdue for an hour, as on the plant's day. */
const MISSED_MS = HOUR_MS
const MOST_FAULTS = 500

/**
 * States and faults that a device reported on a day, and the times without a report.
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function deviceStates(
  db: Db,
  query: Readonly<{ deviceId: number; date: string | undefined }>,
  nowMs: number,
): Promise<DeviceStates> {
  const device = await getDevice(db, query.deviceId)
  const place = await db.kysely
    .selectFrom('plants')
    .select(['zone', 'latitude', 'longitude'])
    .where('id', '=', device.plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const { fromMs, toMs } = boundsOf('day', query.date, place.zone, nowMs)
  const { sunriseMs, sunsetMs } = findSunEvents(fromMs, toMs, place.latitude, place.longitude)
  const profile = findProfileById(device.profileId)
  const read = await readWords(db, device, { fromMs: fromMs - DAY_MS, toMs })
  const endMs = Math.min(toMs, nowMs)
  const words = read.flatMap((item): readonly Words[] => {
    const cut = { ...item, fromMs: Math.max(fromMs, item.fromMs), toMs: Math.min(endMs, item.toMs) }
    return cut.fromMs < cut.toMs ? [cut] : []
  })
  // Without a record before it, the time before the first one may be the time before the device was there.
  const isKnown = (read[0]?.fromMs ?? Number.POSITIVE_INFINITY) < fromMs || device.createdAtMs < fromMs
  const knownFromMs = isKnown ? fromMs : (words[0]?.fromMs ?? endMs)
  const daylight = createDaylightDue(place.latitude, place.longitude, { wakeDeg: null, dozeDeg: null })
  const mostMs = lateAfterMs(device.intervalMs)
  const isSleep = (gap: Interval): boolean => {
    if (!sleepsAtNight(device)) return false
    const missedMs = daylight.between(gap.fromMs, gap.toMs, MISSED_MS)
    // A short silence at noon is no sleep, however short.
    return missedMs < MISSED_MS && missedMs < (gap.toMs - gap.fromMs) / 2
  }
  const faults = faultSpans(words, profile)
  return {
    fromMs,
    toMs,
    zone: place.zone,
    sunriseMs,
    sunsetMs,
    states: fillGaps(stateSpans(words, profile), { fromMs: knownFromMs, toMs: endMs }, mostMs, isSleep),
    faults: faults.slice(0, MOST_FAULTS),
    moreFaults: Math.max(0, faults.length - MOST_FAULTS),
  }
}

/** Ascending. A minute counts by its last record: no device's state is shown more finely. */
async function readWords(db: Db, device: PlantDevice, range: Interval): Promise<readonly Words[]> {
  const { plantId, deviceId, intervalMs } = device
  const own = stateWords.filter((id) => device.quantities.includes(id))
  // A device that reports no state was at least in contact.
  const quantities: readonly QuantityId[] = own.length > 0 ? own : device.quantities.slice(0, 1)
  const series = await deviceSeries(db, { plantId, deviceId, quantities, ...range, resolution: 'sample' })
  const byMinute = new Map<number, { atMs: number; values: Partial<Record<QuantityId, number>> }>()
  for (const { quantity, points } of series)
    for (const { atMs, value } of points) {
      const minute = Math.floor(atMs / MINUTE_MS)
      const known = byMinute.get(minute)
      if (known) known.values[quantity] = value
      else byMinute.set(minute, { atMs, values: { [quantity]: value } })
    }
  const records = [...byMinute.values()].toSorted((a, b) => a.atMs - b.atMs)
  const line = breakSamples(
    records.map(({ atMs }) => ({ atMs, value: 0 })),
    intervalMs,
  )
  const words: Words[] = []
  line.forEach(({ atMs, value }, index) => {
    if (value === null) return
    const [before, next] = [line[index - 1], line[index + 1]]
    // The last record before a silence lasts as long as the record before it.
    const holdMs = before === undefined || before.value === null ? intervalMs : Math.max(intervalMs, atMs - before.atMs)
    const toMs = next === undefined || next.value === null ? atMs + holdMs : next.atMs
    words.push({ fromMs: atMs, toMs, values: records[words.length]?.values ?? {} })
  })
  return words
}

/** Silence between the spans, and at the ends of a range; jitter is none. */
function fillGaps(
  spans: readonly StateSpan[],
  { fromMs, toMs }: Interval,
  leastMs: number,
  isSleep: (gap: Interval) => boolean,
): readonly StateSpan[] {
  const filled: StateSpan[] = []
  let atMs = fromMs
  const fill = (untilMs: number): void => {
    const gap = { fromMs: atMs, toMs: untilMs }
    if (untilMs - atMs >= leastMs) filled.push({ ...gap, state: isSleep(gap) ? 'asleep' : 'silent', code: null })
  }
  for (const span of spans) {
    fill(span.fromMs)
    filled.push(span)
    atMs = span.toMs
  }
  fill(toMs)
  return filled
}
