import { CLOCK_TOLERANCE_S, clockOffsetS } from '@heliograph/domain/alarms/device-clock.ts'
import type { DayFacts } from '@heliograph/domain/alarms/judge-days.ts'
import { judgeDays as judgeByDays } from '@heliograph/domain/alarms/judge-days.ts'
import { judgeSample, type Lookout, lookoutsOf, type Watches } from '@heliograph/domain/alarms/judge-samples.ts'
import { foldDayAlarms } from '@heliograph/domain/alarms/one-cause.ts'
import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import type { StringShare } from '@heliograph/domain/alarms/sample-facts.ts'
import { findWeakStrings, type StringDay, usualShares } from '@heliograph/domain/alarms/string-days.ts'
import { deviceKinds } from '@heliograph/domain/device.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { emptyMeter, type MeterEvent, readMeter } from '@heliograph/domain/meter.ts'
import { getMedian } from '@heliograph/domain/performance/clear-slots.ts'
import type { PastDay } from '@heliograph/domain/performance/past-days.ts'
import { STEP_DAYS } from '@heliograph/domain/performance/soiling.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { alwaysDue, deviceStatus, silentAfterMs } from '@heliograph/domain/status.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { PlantDevice } from '../../../fleet/devices/devices.ts'
import { daylightDueAt } from '../../../fleet/now/daylight-due.ts'
import { emptyMemory, remember } from '../../../fleet/now/device-memory.ts'
import { choosePowerSources } from '../../../fleet/now/now.ts'
import type { PlantFacts } from '../../../fleet/plants/plants.ts'
import { type Newest, toNewest } from '../../../fleet/telemetry/telemetry.ts'
import { FIRST_USUAL_SHARE, judgeDays } from '../../performance/judge-days.ts'
import { type Chunk, sumFeedIn } from '../../performance/read-chunk.ts'
import { choosePowers } from '../../performance/sources.ts'
import { factsOf } from '../sample-facts.ts'
import {
  limitsOf,
  makes,
  planOf,
  type RecordedDevice,
  type RecordedSample,
  type Recording,
  typeOf,
  watchedOf,
} from './recording.ts'

/** An alarm that the rules find in a recording. `deviceId` null: of the plant or its logger. */
export type RecordedAlarm = Readonly<{
  rule: RuleId
  deviceId: number | null
  part: string
  openedAtMs: number
  /** When the engine knew: the sample, or the end of the day, that was enough. */
  foundAtMs: number
  closedAtMs: number | null
}>

const LOOK_DAYS = 45
/** After midnight loggers still send the evening. */
const SETTLES_MS = 2 * HOUR_MS
/** What comes back so soon is the same alarm. */
const REOPEN_MS = 6 * HOUR_MS
/** How long a fact is one (standing-facts.ts). */
const facts = { counterReset: 14 * DAY_MS, powerSpike: 3 * DAY_MS } as const

type Log = (alarm: RecordedAlarm) => void

/** Runs every rule by default over a recording, by the functions that run live: on samples, on silence, on days, on facts. */
export function judgeRecording(recording: Recording): readonly RecordedAlarm[] {
  const found: RecordedAlarm[] = []
  const log: Log = (alarm) => found.push(alarm)
  const shares = new Map<number, ReadonlyMap<string, readonly StringShare[]>>()
  const dates = datesOf(recording)
  for (const device of recording.devices) shares.set(device.id, judgeStringDays(recording, device, dates, log))
  const silences = recording.devices.map((device) =>
    judgeDevice(recording, device, shares.get(device.id) ?? new Map(), log),
  )
  judgeSilences(recording, silences, log)
  const counted = recording.devices.map((device) => countEnergy(recording, device, log))
  judgePlantDays(recording, dates, counted, [...found], log)
  return merge(found)
}

export function datesOf({ from, to }: Pick<Recording, 'from' | 'to'>): readonly string[] {
  const dates: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) dates.push(day)
  return dates
}

type Silence = Readonly<{ fromMs: number; foundMs: number; toMs: number | null }>

/** The rules on samples, as the live reaction runs them, and the times in which the device was missed. */
function judgeDevice(
  recording: Recording,
  device: RecordedDevice,
  shares: ReadonlyMap<string, readonly StringShare[]>,
  log: Log,
): readonly Silence[] {
  const plan = planOf(recording)
  const devicePlan = plan.devices[recording.devices.indexOf(device)]
  if (devicePlan === undefined) return []
  const limitOf = limitsOf(recording, device)
  const newest = new Map<QuantityId, Readonly<{ value: number; atMs: number }>>()
  const open = new Map<string, RecordedAlarm>()
  const silences: Silence[] = []
  let watches: Watches = {}
  let lookouts: readonly Lookout[] = []
  let watched = watchedOf(recording, device, [])
  let day = ''
  let before: Newest | undefined
  let memory = emptyMemory
  // The time after a recording is unknown.
  const endMs = recording.endMs ?? Math.max(...recording.devices.map(({ samples }) => samples.at(-1)?.atMs ?? 0))
  /** The fact that ingest keeps of a device's own clock (standing-facts.ts). */
  const judgeClock = (clock: RecordedSample['clock'], atMs: number): void => {
    if (clock === undefined) return
    const known = open.get('deviceClock')
    const isOff = Math.abs(clockOffsetS(clock, atMs, recording.zone)) > CLOCK_TOLERANCE_S
    if (isOff && known === undefined) {
      const since = { openedAtMs: atMs, foundAtMs: atMs, closedAtMs: null }
      open.set('deviceClock', { rule: 'deviceClock', deviceId: device.id, part: '', ...since })
    } else if (!isOff && known !== undefined) {
      log({ ...known, closedAtMs: atMs })
      open.delete('deviceClock')
    }
  }
  const missed = (lastAtMs: number, untilMs: number): number | null => {
    const { wakeDeg, dozeDeg, mornings } = memory.learnt
    const learnt = mornings < 3 ? { wakeDeg: null, dozeDeg: null } : { wakeDeg, dozeDeg }
    const due = devicePlan.sleeps ? daylightDueAt(recording, learnt) : alwaysDue
    const options = { lastAtMs, intervalMs: device.intervalMs, due, fault: null, loggerOnlineUntilMs: null }
    if (untilMs - lastAtMs <= silentAfterMs(device.intervalMs)) return null
    if (deviceStatus(options, untilMs).presence !== 'silent') return null
    return due.reach(lastAtMs, silentAfterMs(device.intervalMs))
  }
  for (const sample of device.samples) {
    const { atMs, values } = sample
    const date = localDate(atMs, recording.zone)
    if (date !== day) {
      day = date
      watched = watchedOf(recording, device, shares.get(day) ?? [])
      lookouts = lookoutsOf(watched)
    }
    if (before !== undefined) {
      const foundMs = missed(before.atMs, atMs - 1)
      if (foundMs !== null) silences.push({ fromMs: before.atMs, foundMs, toMs: atMs })
    }
    for (const [id, value] of Object.entries(values))
      if (isQuantityId(id) && !Number.isNaN(value) && Math.abs(value) <= limitOf(id)) newest.set(id, { value, atMs })
    const kept = new Map(newest)
    const after = toNewest(atMs, (quantity) => kept.get(quantity))
    const step = judgeSample(
      lookouts,
      watches,
      factsOf({ plan, device: devicePlan, watched }, after, before),
      device.intervalMs,
    )
    watches = step.watches
    for (const { rule, part, change } of step.findings) {
      if (rule === 'userRule') continue
      const key = `${rule} ${part}`
      const known = open.get(key)
      if (change.kind === 'open') {
        const { openedAtMs, atMs: foundAtMs } = change
        open.set(key, { rule, deviceId: device.id, part, openedAtMs, foundAtMs, closedAtMs: null })
      } else if (change.kind === 'close' && known !== undefined) {
        log({ ...known, closedAtMs: change.atMs })
        open.delete(key)
      }
    }
    judgeClock(sample.clock, atMs)
    memory = remember(memory, plan, devicePlan, after, before)
    before = after
  }
  for (const alarm of open.values()) log(alarm)
  const foundMs = before === undefined ? null : missed(before.atMs, endMs)
  if (before !== undefined && foundMs !== null) silences.push({ fromMs: before.atMs, foundMs, toMs: null })
  return silences
}

/** While all devices behind the logger are missed, the logger is what is silent (silence.ts). */
function judgeSilences({ devices }: Recording, silences: readonly (readonly Silence[])[], log: Log): void {
  const [first = [], ...others] = silences
  const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
  let all: readonly Silence[] = first
  for (const other of others)
    all = all.flatMap((item) =>
      other.flatMap((two) => {
        const [foundMs, toMs] = [Math.max(item.foundMs, two.foundMs), later(item.toMs, two.toMs)]
        return toMs !== null && toMs <= foundMs ? [] : [{ fromMs: Math.max(item.fromMs, two.fromMs), foundMs, toMs }]
      }),
    )
  for (const { fromMs, foundMs, toMs } of all)
    log({
      rule: 'loggerSilent',
      deviceId: null,
      part: '',
      openedAtMs: fromMs,
      foundAtMs: foundMs,
      closedAtMs: toMs,
    })
  if (devices.length < 2) return
  silences.forEach((own, i) => {
    for (const { fromMs, foundMs, toMs } of own)
      if (
        !all.some((item) => item.foundMs < (toMs ?? Number.POSITIVE_INFINITY) && (item.toMs ?? foundMs + 1) > foundMs)
      )
        log({
          rule: 'deviceSilent',
          deviceId: devices[i]?.id ?? null,
          part: '',
          openedAtMs: fromMs,
          foundAtMs: foundMs,
          closedAtMs: toMs,
        })
  })
}

/** Strings by day (judge-strings.ts). @returns the usual shares that hold on each day */
function judgeStringDays(
  { zone }: Recording,
  { id, quantities, samples }: RecordedDevice,
  dates: readonly string[],
  log: Log,
): ReadonlyMap<string, readonly StringShare[]> {
  const shares = new Map<string, readonly StringShare[]>()
  const numbers = quantities.flatMap((quantity) => {
    const found = /^pv(\d+)PowerW$/.exec(quantity)
    return found ? [Number(found[1])] : []
  })
  if (numbers.length < 2) return shares
  const sums = new Map<string, number[]>()
  const counts = new Map<string, number>()
  for (const { atMs, values } of samples) {
    const date = localDate(atMs, zone)
    const own = sums.get(date) ?? numbers.map(() => 0)
    sums.set(date, own)
    counts.set(date, (counts.get(date) ?? 0) + 1)
    numbers.forEach((number, i) => {
      own[i] = (own[i] ?? 0) + (values[`pv${number}PowerW` as QuantityId] ?? Number.NaN)
    })
  }
  const days: StringDay[] = []
  const open = new Map<string, RecordedAlarm>()
  for (const date of dates) {
    const { fromMs, toMs } = dayBounds(date, zone)
    const own = sums.get(date)
    if (own !== undefined) days.push({ startMs: fromMs, meanW: own.map((w) => w / (counts.get(date) ?? 1)) })
    const recent = days.filter(({ startMs }) => startMs >= toMs - LOOK_DAYS * DAY_MS)
    shares.set(addDays(date, 1), usualShares(recent, numbers))
    const weak = findWeakStrings(recent, numbers).map(({ number, sinceMs }) => ({ part: `pv${number}`, sinceMs }))
    follow(
      open,
      weak.map((item) => ({ rule: 'stringWeak' as const, deviceId: id, ...item })),
      toMs + SETTLES_MS,
      log,
    )
  }
  for (const alarm of open.values()) log(alarm)
  return shares
}

type Standing = Readonly<{ rule: RuleId; deviceId: number | null; part: string; sinceMs: number }>

/** Opens what stands and closes what does not, at the end of a day (judge-new-days.ts). */
function follow(open: Map<string, RecordedAlarm>, standing: readonly Standing[], nowMs: number, log: Log): void {
  const keys = new Set(standing.map(keyOf))
  for (const [key, alarm] of [...open])
    if (!keys.has(key)) {
      log({ ...alarm, closedAtMs: nowMs })
      open.delete(key)
    }
  for (const one of standing) {
    const { rule, deviceId, part, sinceMs } = one
    if (open.has(keyOf(one))) continue
    open.set(keyOf(one), { rule, deviceId, part, openedAtMs: sinceMs, foundAtMs: nowMs, closedAtMs: null })
  }
}
const keyOf = ({ rule, deviceId, part }: Pick<RecordedAlarm, 'rule' | 'deviceId' | 'part'>): string =>
  `${rule} ${deviceId} ${part}`

/** Reads the counters of a device, as the store does. @returns Wh by the start of each local day */
function countEnergy(recording: Recording, device: RecordedDevice, log: Log): ReadonlyMap<number, number> {
  const { zone } = recording
  const days = new Map<number, number>()
  const limitOf = limitsOf(recording, device)
  const totalStepWh = device.totalStepWh ?? 1
  const rule = {
    ratedW: device.ratedW ?? recording.capacityWp,
    totalStepWh,
    todayStepWh: device.todayStepWh ?? 1,
    maxStepWh: Math.max(1_000, totalStepWh),
  }
  const meter = emptyMeter()
  const refused = new Map<number, number>()
  let day = { date: '', fromMs: 0, toMs: Number.NEGATIVE_INFINITY }
  const startOf = (atMs: number): number => {
    if (atMs < day.fromMs || atMs >= day.toMs) {
      const date = localDate(atMs, zone)
      day = { date, ...dayBounds(date, zone) }
    }
    return day.fromMs
  }
  const spikes: number[] = []
  for (const { atMs, values } of device.samples) {
    if (Object.entries(values).some(([id, value]) => isQuantityId(id) && Math.abs(value) > limitOf(id)))
      spikes.push(atMs)
    const [totalWh, todayWh] = [values.generationTotalWh ?? null, values.generationTodayWh ?? null]
    if (!makes(device) || (totalWh === null && todayWh === null)) continue
    const reading = { atMs, dayStartMs: startOf(atMs), totalWh, todayWh, yesterdayWh: null }
    readMeter(
      meter,
      reading,
      rule,
      () => false,
      (event: MeterEvent) => {
        if (event.kind === 'energy') {
          const startMs = startOf(event.toMs)
          days.set(startMs, (days.get(startMs) ?? 0) + event.sign * event.wh)
        } else if (event.kind === 'refused' || event.kind === 'reset')
          refused.set(event.atMs, (refused.get(event.atMs) ?? 0) + event.sign)
      },
    )
  }
  const steps = [...refused].flatMap(([atMs, count]) => (count > 0 ? [atMs] : [])).sort((a, b) => a - b)
  for (const [rule, instants] of [
    ['counterReset', steps],
    ['powerSpike', spikes],
  ] as const)
    for (const atMs of instants)
      log({
        rule,
        deviceId: device.id,
        part: '',
        openedAtMs: atMs,
        foundAtMs: atMs,
        closedAtMs: atMs + facts[rule],
      })
  return days
}

/** The rules on judged days: each evening with the days that are known then. */
function judgePlantDays(
  recording: Recording,
  dates: readonly string[],
  counted: readonly ReadonlyMap<number, number>[],
  told: readonly RecordedAlarm[],
  log: Log,
): void {
  // As the live count, which has nothing to compare with (count-plant-days.ts).
  if (!hasPlace(recording)) return
  const { devices, capacityWp, zone } = recording
  const powers = choosePowers(
    devices.map((device) => toPlantDevice(device)),
    capacityWp,
  )
  if (powers.length === 0) return
  const limits = new Map(devices.map((device) => [device.id, limitsOf(recording, device)]))
  const seriesOf = (deviceId: number, quantities: readonly QuantityId[]) =>
    (devices.find(({ id }) => id === deviceId)?.samples ?? []).flatMap(({ atMs, values }) => {
      let sum = 0
      for (const quantity of quantities) {
        const value = values[quantity] ?? Number.NaN
        sum += Math.abs(value) <= (limits.get(deviceId)?.(quantity) ?? 0) ? value : Number.NaN
      }
      return Number.isNaN(sum) ? [] : [{ atMs, value: sum }]
    })
  const gridMeters = choosePowerSources(
    devices.map((device) => toPlantDevice(device)),
    'BATTERY_BACKUP',
  )
  const chunk: Chunk = {
    ...cutting(powers.map(({ deviceId, quantities }) => [deviceId, seriesOf(deviceId, quantities)])),
    limitOf: () => [],
    countedOf: (deviceId) => counted[devices.findIndex(({ id }) => id === deviceId)] ?? new Map(),
    sky: recording.sky ?? {},
    feedIn:
      gridMeters.grid.length === 0 ? undefined : sumFeedIn(gridMeters, (id, quantity) => seriesOf(id, [quantity])),
  }
  const lastMs = new Map(devices.map(({ id, samples }) => [id, samples.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY]))
  const firstMs = new Map(
    devices.flatMap(({ id, samples: [first] }) =>
      first ? [[id, dayBounds(localDate(first.atMs, zone), zone).fromMs] as const] : [],
    ),
  )
  const plant = factsOfPlant(recording)
  const open = new Map<string, RecordedAlarm>()
  let past: PastDay[] = []
  let known: DayFacts[] = []
  let snowDay: string | undefined
  const intervalMs = Math.max(...devices.map((device) => device.intervalMs))
  for (const date of dates) {
    const { fromMs, toMs } = dayBounds(date, zone)
    const shares = known.slice(-30).flatMap((item) => {
      const share = (item.producedWh ?? Number.NaN) / item.potentialWh
      return Number.isFinite(share) ? [share] : []
    })
    const [day] = judgeDays({
      facts: plant,
      days: [date],
      powers,
      chunk,
      intervalMs,
      past,
      producedWh: () =>
        produced(
          powers.map(({ deviceId }) => [chunk.countedOf(deviceId), chunk.powerOf(deviceId)]),
          fromMs,
          toMs,
        ),
      heardMs: (deviceId) => lastMs.get(deviceId) ?? Number.NEGATIVE_INFINITY,
      firstDayMs: (deviceId) => firstMs.get(deviceId),
      usualShare: getMedian(shares) ?? FIRST_USUAL_SHARE,
      snowDay,
    })
    if (day === undefined) continue
    if (day.losses.some(({ kind }) => kind === 'snow')) snowDay = date
    const { potentialWh, producedWh, isJudged, clockShiftMs, inverters } = day.judged
    known = [
      ...known.slice(-LOOK_DAYS + 1),
      {
        day: date,
        potentialWh,
        producedWh,
        isJudged,
        capacityWp,
        clockShiftMs,
        losses: day.losses,
        inverters,
        isBound: day.source === 'clear-sky',
      },
    ]
    past = past.filter((item) => item.day > Date.parse(date) / DAY_MS - STEP_DAYS)
    const isMicro = (id: number) => {
      const device = devices.find((item) => item.id === id)
      return device !== undefined && deviceKinds[typeOf(device)].isMicroInverter
    }
    const holding = told.filter(
      ({ foundAtMs, closedAtMs }) => foundAtMs <= toMs + SETTLES_MS && (closedAtMs === null || closedAtMs >= fromMs),
    )
    const standing = foldDayAlarms(judgeByDays(known, zone, isMicro, recording.exportLimitW ?? null), holding)
    follow(open, standing, toMs + SETTLES_MS, log)
  }
  for (const alarm of open.values()) log(alarm)
}

/** Days are asked for in order, each once: only the rest is looked at. */
function cutting(series: readonly (readonly [number, ReturnType<Chunk['powerOf']>])[]): Pick<Chunk, 'powerOf'> {
  const byDevice = new Map(series)
  return { powerOf: (deviceId) => byDevice.get(deviceId) ?? [] }
}

/** By counter, else by the powers; null: nothing was heard. */
function produced(
  sources: readonly (readonly [ReadonlyMap<number, number>, ReturnType<Chunk['powerOf']>])[],
  fromMs: number,
  toMs: number,
): number | null {
  let sumWh: number | null = null
  for (const [byDay, points] of sources) {
    const own = byDay.get(fromMs) ?? integrate(points, fromMs, toMs)
    if (own !== null) sumWh = (sumWh ?? 0) + own
  }
  return sumWh
}

function integrate(points: ReturnType<Chunk['powerOf']>, fromMs: number, toMs: number): number | null {
  let wh = 0
  let count = 0
  let at = search(points, fromMs)
  for (; at < points.length && (points[at]?.atMs ?? toMs) < toMs; at++) {
    const next = points[at + 1]?.atMs ?? toMs
    const spanMs = Math.min(next - (points[at]?.atMs ?? 0), HOUR_MS)
    wh += (Math.max(0, points[at]?.value ?? 0) * spanMs) / HOUR_MS
    count++
  }
  return count === 0 ? null : wh
}

function search(points: ReturnType<Chunk['powerOf']>, atMs: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? atMs) < atMs) low = middle + 1
    else high = middle
  }
  return low
}

const toPlantDevice = (device: RecordedDevice) =>
  ({
    deviceId: device.id,
    type: typeOf(device),
    quantities: device.quantities,
    flows: makes(device) ? ['generation'] : [],
    ratedW: device.ratedW,
  }) as unknown as PlantDevice

const factsOfPlant = ({ latitudeDeg, longitudeDeg, altitudeM = 0, zone, capacityWp, tiltDeg, azimuthDeg }: Recording) =>
  ({
    latitudeDeg,
    longitudeDeg,
    altitudeM,
    zone,
    capacityWp,
    tiltDeg,
    azimuthDeg,
    planes: [],
    plantId: 1,
  }) as unknown as PlantFacts

/** What came back soon after its end is the same alarm, and so is what overlaps. */
function merge(found: readonly RecordedAlarm[]): readonly RecordedAlarm[] {
  const byKey = new Map<string, RecordedAlarm[]>()
  for (const alarm of found.toSorted((a, b) => a.openedAtMs - b.openedAtMs)) {
    const list = byKey.get(keyOf(alarm)) ?? []
    byKey.set(keyOf(alarm), list)
    const last = list.at(-1)
    if (last === undefined || (last.closedAtMs !== null && alarm.openedAtMs - last.closedAtMs > REOPEN_MS))
      list.push(alarm)
    else {
      const ended = last.closedAtMs === null || alarm.closedAtMs === null
      const closedAtMs = ended ? null : Math.max(last.closedAtMs ?? 0, alarm.closedAtMs ?? 0)
      list[list.length - 1] = { ...last, closedAtMs }
    }
  }
  return [...byKey.values()].flat().sort((a, b) => a.openedAtMs - b.openedAtMs)
}
