import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { curveRange } from '@heliograph/domain/alarms/curve-range.ts'
import { listMeasured, type Measured } from '@heliograph/domain/alarms/measured.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { LightSource } from '@heliograph/domain/performance/losses.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, type Interval, localDate } from '@heliograph/domain/time.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import { type DeviceProvenance, getDevice, type PlantDevice, readProvenance } from '../../fleet/devices/devices.ts'
import { getFacts, type PlantFacts } from '../../fleet/plants/plants.ts'
import {
  type ExplainedCode,
  explainCodes,
  type FoundAlarm,
  findCurve,
  getAlarm,
  readEvents,
  type ShownEvent,
} from '../../insight/alarms/alarms.ts'
import type { DayQuality } from '../../insight/data-quality/data-quality.ts'
import { planSeries, readSeries } from '../../insight/explorer/explorer.ts'
import { rangePerformance } from '../../insight/performance/performance.ts'
import { plantWeatherOf } from '../../insight/weather/weather.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { readQuality } from './plant-report.ts'

/** A line that was measured around an alarm. */
export type ProofSeries = Readonly<{
  quantity: QuantityId
  /** null: a gap. estimated: the device sent no time that could be used. */
  points: readonly Readonly<{ atMs: number; value: number | null; estimated: boolean }>[]
}>
/** A time without a reading. @property isNight the sun was down at its beginning and its end */
export type ProofGap = Interval & Readonly<{ isNight: boolean }>

/** All that is known of one alarm; nothing in it is computed for the file. */
export type Proof = Readonly<{
  facts: PlantFacts
  alarm: FoundAlarm
  createdAtMs: number
  /** undefined: the alarm is about no device. */
  device: (PlantDevice & DeviceProvenance & Readonly<{ maker: string; model: string }>) | undefined
  /** false: the reader may not see what devices measured. */
  hasDevices: boolean
  codes: readonly ExplainedCode[]
  measured: readonly Measured[]
  events: readonly ShownEvent[]
  range: Interval
  series: readonly ProofSeries[]
  /** Of the first series. */
  thresholds: readonly number[]
  /** Codes and states that the device sent in the same time. */
  states: readonly ProofSeries[]
  /** Every reading near the beginning, as it came: states first. */
  near: readonly ProofSeries[]
  gaps: readonly ProofGap[]
  /** The last days of the alarm, at most `MOST_DAYS`. */
  days: readonly string[]
  expected: readonly Readonly<{
    day: string
    potentialWh: number
    producedWh: number | null
    sources: readonly LightSource[]
  }>[]
  weather: Awaited<ReturnType<typeof plantWeatherOf>>
  quality: readonly DayQuality[]
}>

export const MOST_DAYS = 31
/** A shorter silence is ordinary. */
export const GAP_MS = 20 * MINUTE_MS
const MOST_POINTS = 50_000
/** So much before and after its beginning every reading is listed. */
const AROUND_MS = 30 * MINUTE_MS
const stateIds: readonly QuantityId[] = ['inverterState', 'faultCode1', 'faultCode2', 'alertCode']

type Given = Readonly<{
  holder: Holder
  nowMs: number
  language: string
  /** The reader may see what devices measured. */
  hasDevices: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => Promise<void>) | undefined
}>

/** @throws Refusal NOT_FOUND: the plant has no such alarm, or the holder may not see it */
export async function readProof(db: Db, plantId: number, alarmId: string, options: Given): Promise<Proof> {
  const { holder, nowMs, language, hasDevices, onProgress } = options
  const alarm = await getAlarm(db, holder, alarmId, nowMs)
  if (alarm.plantId !== plantId) throw new Refusal('NOT_FOUND')
  const facts = await getFacts(db, plantId)
  const [device, events] = await Promise.all([
    alarm.deviceId === null || !hasDevices ? undefined : readDevice(db, alarm, alarm.deviceId),
    readEvents(db, alarm.id),
  ])
  await onProgress?.(0.2)
  const range = curveRange(alarm, nowMs)
  const measured = await readMeasured(db, alarm, device, range, options)
  await onProgress?.(0.5)
  const days = daysOf(alarm, nowMs)
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const [performance, weather, quality] = await Promise.all([
    rangePerformance(db, plantId, { from, to, step: 'day' }),
    plantWeatherOf(db, facts, { from, to }),
    readQuality(db, plantId, { step: 'day', from, to }, { nowMs, signal: options.signal }),
  ])
  await onProgress?.(0.8)
  return {
    facts,
    alarm,
    device,
    hasDevices,
    events,
    range,
    days,
    weather,
    quality,
    ...measured,
    createdAtMs: nowMs,
    codes: explainCodes(alarm, language),
    // Where a logger connects from is nothing for a file that leaves the house.
    measured: listMeasured(alarm.parameters).filter(({ name }) => name !== 'address' && name !== 'usualAddress'),
    gaps: findGaps(
      [...measured.series, ...measured.states],
      { fromMs: range.fromMs, toMs: Math.min(range.toMs, nowMs) },
      facts,
      device?.intervalMs ?? GAP_MS,
    ),
    expected: performance.parts.map(({ part, sum: { potentialWh, producedWh, sources } }) => ({
      day: part,
      potentialWh,
      producedWh,
      sources,
    })),
  }
}

async function readDevice(db: Db, alarm: FoundAlarm, deviceId: number): Promise<Proof['device']> {
  const [device, provenance] = await Promise.all([getDevice(db, deviceId), readProvenance(db, deviceId)])
  const profile = findProfileById(device.profileId)
  return {
    ...device,
    ...provenance,
    maker: device.texts.maker ?? profile?.maker ?? alarm.evidence.maker ?? '',
    model: device.texts.model ?? profile?.model ?? '',
  }
}

async function readMeasured(
  db: Db,
  alarm: FoundAlarm,
  device: Proof['device'],
  range: Interval,
  { holder, nowMs, hasDevices }: Given,
): Promise<Pick<Proof, 'series' | 'thresholds' | 'states' | 'near'>> {
  const curve = await findCurve(db, alarm)
  const shown = (curve?.series ?? []).filter((reference) => hasDevices || reference.startsWith('p'))
  const sent = device === undefined ? [] : stateIds.filter((id) => device.quantities.includes(id))
  const references = [...shown, ...sent.map((id) => `d${device?.deviceId}:${id}`)]
  if (references.length === 0) return { series: [], thresholds: [], states: [], near: [] }
  const wanted = await planSeries(db, { ...holder, isAdmin: false }, references, false, nowMs)
  const around = { fromMs: alarm.openedAtMs - AROUND_MS, toMs: alarm.openedAtMs + AROUND_MS + 1 }
  const read = async (span: Interval): Promise<readonly ProofSeries[]> =>
    (await readSeries(db, wanted, span, 'sample', MOST_POINTS, nowMs)).map(({ wanted: { quantity }, points }) => ({
      quantity: quantity.id,
      points,
    }))
  const [all, close] = await Promise.all([read(range), read(around)])
  const isState = ({ quantity }: ProofSeries): boolean => getQuantity(quantity).unit === 'code'
  return {
    series: all.filter((item) => !isState(item)),
    thresholds: shown.length === 0 ? [] : (curve?.thresholds ?? []),
    states: all.filter(isState),
    near: [...close.filter(isState), ...close.filter((item) => !isState(item))],
  }
}

/** The days on which the alarm held, the last ones of a long alarm. */
function daysOf({ openedAtMs, closedAtMs, zone }: FoundAlarm, nowMs: number): readonly string[] {
  const last = localDate(Math.min(nowMs, closedAtMs ?? nowMs), zone)
  const days: string[] = []
  for (let day = localDate(openedAtMs, zone); day <= last; day = addDays(day, 1)) days.push(day)
  return days.slice(-MOST_DAYS)
}

/** Between two readings, and before the first and after the last: a silent device has its gap at the end. */
function findGaps(
  series: readonly ProofSeries[],
  range: Interval,
  place: PlantFacts,
  intervalMs: number,
): readonly ProofGap[] {
  // Nothing was asked for, so nothing is known of it.
  if (series.length === 0) return []
  const instants = series.flatMap(({ points }) => points.filter(({ value }) => value !== null).map(({ atMs }) => atMs))
  const sorted = [...new Set([range.fromMs, ...instants, range.toMs])].sort((a, b) => a - b)
  const leastMs = Math.max(GAP_MS, 3 * intervalMs)
  return sorted.slice(1).flatMap((toMs, at): ProofGap[] => {
    const fromMs = sorted[at] ?? toMs
    if (toMs - fromMs <= leastMs) return []
    return [{ fromMs, toMs, isNight: !isSunUp(fromMs + GAP_MS, place) && !isSunUp(toMs - GAP_MS, place) }]
  })
}
