import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type Flow, flowCounters } from '@heliograph/domain/energy-flow.ts'
import {
  countsOutput,
  emptyMeter,
  goOnFrom,
  type HybridReading,
  type MeterEvent,
  type MeterReading,
  type MeterRule,
  type MeterState,
  plausibleWh,
  readMeter,
  withoutBattery,
} from '@heliograph/domain/meter.ts'
import { MOST_APART_MS } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { SunWeight } from '../../platform/sun/sun.ts'
import { addStep, type StepSums, SUM_UNIT } from './accumulator.ts'
import { type Period, periodOf } from './calendar.ts'
import { countedFlow, plantFlowOf } from './counted-flow.ts'
import { countingOn } from './device-metering.ts'
import type { Column, Layout } from './layout.ts'
import { plantDayOf } from './ledger.ts'
import { type Meters, meterAt, powerAt } from './meter-bytes.ts'
import { minutesOfPause, movePowers, type PowerEvent } from './power-book.ts'
import type { Arrival, DeviceMeta, Row } from './sample.ts'
import { type EnergyPart, isOfOneHour, spreadEnergy, spreadReported } from './spread.ts'
import { type Book, type IsAccepted, targetsOf } from './targets.ts'

/** The results of a reading of one meter. */
export type ColumnEvent = Readonly<{
  column: number
  event: MeterEvent | PowerEvent
  rule: MeterRule
  /** The energy is not what the counter rose: its battery was taken out. */
  isDerived: boolean
}>

/** Reads a sample's counters into meters, integrates its powers, and enters the results in the books. */
export const readMeters = (book: Book, meters: Meters, row: Row, isAccepted: IsAccepted): void =>
  moveMeters(book, meters, row, isAccepted, (item) => enter(book, item, 1))

/** @param run -1 subtracts what readings contributed before */
export function enterAll(book: Book, all: readonly ColumnEvent[], run: 1 | -1): void {
  for (const one of all) enter(book, one, run)
}

/** Reads a sample's counters and powers into meters only. */
export function moveMeters(
  book: Book,
  meters: Meters,
  row: Row,
  isAccepted: IsAccepted,
  emit: (event: ColumnEvent) => void,
): void {
  const { layout, device } = book
  const { hybrid } = layout
  movePowers(book, meters, row, isAccepted, (column, event) =>
    emit({
      column,
      event,
      rule: device.ruleOf(flowCounters[layout.columns[column]?.flow ?? 'generation'].total),
      isDerived: false,
    }),
  )
  const chargedBefore = hybrid && meterAt(meters, hybrid.charge)?.total
  const dischargedBefore = hybrid && meterAt(meters, hybrid.discharge)?.total
  const arrival = device.arrivals?.findLast(({ atMs }) => atMs <= row.atMs)
  let reader: Omit<ColumnEvent, 'event'> & { isDerived: boolean }
  const accepts = (atMs: number): boolean => isAccepted(reader.column, atMs)
  const take = (event: MeterEvent): void => {
    // Its earlier generation of that day belongs to the other plant.
    if (event.kind === 'reported' && arrival && event.fromMs < arrival.atMs) return
    if (isIntegrated(layout, meters, reader.column, event)) return
    const { column, rule, isDerived } = reader
    emit({ column, event, rule, isDerived })
  }
  for (const column of layout.meters) {
    const { id, today, yesterday, flow } = layout.columns[column] as Column
    const rule = device.ruleOf(id)
    // By the plant's choice its daily counter counts alone, if the device has one.
    const isDaily = today >= 0 && isDailyAt(device, flow, row.atMs)
    const totalWh = isDaily ? null : (row.values[column] ?? null)
    const todayWh = row.values[today] ?? null
    if (totalWh === null && todayWh === null) continue
    let meter = meterAt(meters, column)
    if (arrival && !((meter?.emittedAtMs ?? Number.NaN) >= arrival.atMs)) {
      meter = arrivedMeter(arrival, device.zone, rule, {
        totalWh: isDaily ? null : (arrival.base?.values[id] ?? null),
        todayWh: arrival.base?.values[layout.columns[today]?.id ?? ''] ?? null,
      })
      meters[column] = meter
    }
    // Counters that counted before say nothing about the other way of counting: it begins anew.
    if (!meter || (today >= 0 && isDailyAt(device, flow, meter.dayStartMs) !== isDaily)) {
      meter = emptyMeter()
      meters[column] = meter
    }
    const reading: MeterReading = {
      atMs: row.atMs,
      dayStartMs: periodOf(row.atMs, device.zone).dayStartMs,
      totalWh,
      todayWh,
      yesterdayWh: row.values[yesterday] ?? null,
    }
    reader = { column, rule, isDerived: false }
    if (hybrid?.generation !== column) {
      readMeter(meter, reading, rule, accepts, take)
      continue
    }
    const sunWh = withoutBattery(meter, reading, rule, {
      pvW: row.values[hybrid.pv] ?? null,
      batteryW: turnBattery(device, row.values[hybrid.battery] ?? null),
      chargedWh: risenSince(chargedBefore, meterAt(meters, hybrid.charge)),
      dischargedWh: risenSince(dischargedBefore, meterAt(meters, hybrid.discharge)),
      meaning: device.counterMeaning,
      mostSunWh: mostSunOf(device, rule),
    })
    reader.isDerived = sunWh !== null && countsOutput(meter, device.counterMeaning)
    if (sunWh === null || totalWh === null) readMeter(meter, reading, rule, accepts, take)
    else {
      const { divisor } = meter
      const bySun = { ...reading, totalWh: sunWh, todayWh: null, yesterdayWh: null }
      readMeter(meter, bySun, reader.isDerived ? beforeInverter(rule) : rule, accepts, take)
      goOnFrom(meter, totalWh, sunWh, divisor)
    }
  }
}

/** Panels may be built this much larger than the inverter: what is more than its output charges the battery. */
const DC_FACTOR = 2

/** The bounds of what panels give before the inverter. */
const beforeInverter = (rule: MeterRule): MeterRule => ({ ...rule, ratedW: rule.ratedW * DC_FACTOR })

const mostSunOf =
  ({ sun }: DeviceMeta, rule: MeterRule): HybridReading['mostSunWh'] =>
  (fromMs, toMs) =>
    sun && Number.isFinite(rule.ratedW)
      ? rule.ratedW * DC_FACTOR * sun(fromMs, toMs) + 2 * rule.totalStepWh
      : Number.POSITIVE_INFINITY
/** The time before a counter's first reading is known from the power that was integrated until then. */
function isIntegrated({ integrals }: Layout, meters: Meters, column: number, event: MeterEvent): boolean {
  if (event.kind !== 'reported' && event.kind !== 'begun') return false
  const integral = integrals.find(({ counter }) => counter === column)
  const power = integral && powerAt(meters, integral.column)
  if (power === undefined || Number.isNaN(power.hourWh)) return false
  return event.kind === 'reported' ? event.fromMs < power.atMs : event.atMs - power.atMs <= MOST_APART_MS
}

/** Rise of a counter with this reading, Wh. */
const risenSince = (beforeWh: number | undefined, meter: MeterState | undefined): number => {
  const wh = (meter?.total ?? Number.NaN) - (beforeWh ?? Number.NaN)
  return wh > 0 ? wh : 0
}

/** A meter that begins where the counters stood when its device came, or at its first reading. */
function arrivedMeter(
  { atMs, base }: Arrival,
  zone: string,
  rule: MeterRule,
  counters: Pick<MeterReading, 'totalWh' | 'todayWh'>,
): MeterState {
  const meter = emptyMeter()
  if (base === null || (counters.totalWh === null && counters.todayWh === null)) return meter
  const { dayStartMs } = periodOf(base.atMs, zone)
  readMeter(
    meter,
    { atMs: base.atMs, dayStartMs, yesterdayWh: null, ...counters },
    rule,
    () => false,
    () => {},
  )
  meter.reported = null
  // Nothing is counted before it was here.
  meter.emittedAtMs = atMs
  return meter
}

/** Whether the daily counter alone counts a flow at an instant. */
function isDailyAt(device: DeviceMeta, counter: Flow | undefined, atMs: number): boolean {
  if (device.metering === undefined || counter === undefined || Number.isNaN(atMs)) return false
  const flow = plantFlowOf(device, counter)
  if (flow === undefined) return false
  return countingOn(device, periodOf(atMs, device.zone).date).daily.includes(flow)
}

const nothing: StepSums = {
  n: 0,
  energy: 0,
  refused: 0,
  quarantined: 0,
  resets: 0,
  hourEstimated: 0,
  dayEstimated: 0,
  reported: 0,
}

function enter(book: Book, { column, event, rule, isDerived }: ColumnEvent, run: 1 | -1): void {
  const { device, layout } = book
  const sign = (event.sign * run) as 1 | -1
  const { id, flow } = layout.columns[column] as Column
  const sun = flow === 'generation' || id.startsWith('pv') ? device.sun : null
  if (event.kind === 'energy') {
    const period = periodOf(event.toMs, device.zone)
    // Nearly all energies are of one hour.
    if (isOfOneHour(event, period))
      addSums(book, column, period, { ...nothing, n: 1, energy: Math.round(event.wh * SUM_UNIT) }, sign, isDerived)
    else for (const part of spreadEnergy(event, device.zone, sun)) addPart(book, column, part, sign, { isDerived })
  } else if (event.kind === 'reported') {
    if (!isPlausibleFirst(event, rule, sun)) return
    for (const part of spreadReported(event, device.zone, sun)) addPart(book, column, part, sign, { isReported: true })
  } else if (event.kind === 'integrated')
    addSums(book, column, periodOf(event.atMs, device.zone), { ...nothing, n: 1, energy: event.units }, sign)
  else if (event.kind === 'paused') notePause(book, column, event, sun, sign)
  else if (event.kind === 'begun') noteBegun(book, column, event, rule, sun, sign)
  else if (event.kind === 'reset')
    addSums(book, column, periodOf(event.atMs, device.zone), { ...nothing, resets: 1 }, sign)
  else {
    const { atMs, beforeWh, afterWh } = event
    const refused = Math.round(Math.max(0, afterWh - beforeWh) * SUM_UNIT)
    addSums(book, column, periodOf(atMs, device.zone), { ...nothing, refused, quarantined: 1 }, sign)
    noteRefused(book, id, event, refused / SUM_UNIT, run)
  }
}

/** Production before the first light is nothing. */
const DARK_SHARE = 0.01
/** A day of which so little is missing is whole. */
const WHOLE_MINUTES = 30

/** A day of which a part is unknown: a balance of it needs its other parts over the same time. */
function noteBegun(
  { device, layout, ledger }: Book,
  column: number,
  { atMs, dayStartMs, todayWh }: Extract<MeterEvent | PowerEvent, { kind: 'begun' }>,
  rule: MeterRule,
  sun: SunWeight | null,
  sign: 1 | -1,
): void {
  const { flow: own } = layout.columns[column] as Column
  const { date, dayEndMs } = periodOf(atMs, device.zone)
  const flow = own && countedFlow(device, own, date)
  if (flow === undefined || device.isOnHold) return
  const span = { fromMs: dayStartMs, toMs: atMs }
  const isDark = flow === 'generation' && sun && sun(dayStartMs, atMs) <= DARK_SHARE * sun(dayStartMs, dayEndMs)
  const day = plantDayOf(ledger, device.plantId, date)
  if (todayWh === 0 || isDark) {
    day.begunFree += sign
    return
  }
  const minutes = Math.round((atMs - dayStartMs) / MINUTE_MS)
  if (minutes < WHOLE_MINUTES || (todayWh !== null && isPlausibleFirst({ ...span, wh: todayWh }, rule, sun))) return
  day.begun += sign
  day.begunMinutes += sign * minutes
  day.begunSquares += sign * minutes * minutes
}

/** Counters go on through a pause; a flow that is integrated lacks it. */
function notePause(
  { device, layout, ledger }: Book,
  column: number,
  pause: Extract<PowerEvent, { kind: 'paused' }>,
  sun: SunWeight | null,
  sign: 1 | -1,
): void {
  const { flow: own } = layout.columns[column] as Column
  for (const { date, minutes } of minutesOfPause(pause, device.zone, own === 'generation' ? sun : null)) {
    const flow = own && countedFlow(device, own, date)
    if (flow === undefined || device.isOnHold) continue
    const day = plantDayOf(ledger, device.plantId, date)
    day.gapMinutes[flow] = (day.gapMinutes[flow] ?? 0) + sign * minutes
  }
}

function noteRefused(
  { device: { plantId, deviceId }, ledger }: Book,
  quantity: QuantityId,
  { atMs, beforeWh, afterWh, sign }: Extract<MeterEvent, { kind: 'refused' }>,
  refusedWh: number,
  run: 1 | -1,
): void {
  const step = { beforeWh, afterWh, refusedWh }
  const key = `${deviceId} ${quantity} ${atMs}`
  const change = ledger.quarantine.get(key) ?? { plantId, deviceId, quantity, atMs, now: 0, before: 0, step }
  ledger.quarantine.set(key, change)
  if (run === 1) {
    change.now += sign
    change.step = step
  } else change.before += sign
}

/** "Today" in a first reading at night belongs to the day before; and no device produces more than the sun gives. */
function isPlausibleFirst(
  { fromMs, toMs, wh }: Readonly<{ fromMs: number; toMs: number; wh: number }>,
  rule: MeterRule,
  sun: SunWeight | null,
): boolean {
  const mostWh = plausibleWh(rule, toMs - fromMs, rule.todayStepWh)
  if (!sun) return wh <= mostWh
  const perW = sun(fromMs, toMs)
  if (!(perW > 0)) return false
  return wh <= Math.min(mostWh, Number.isFinite(rule.ratedW) ? rule.ratedW * perW * 1.3 + 2 * rule.todayStepWh : mostWh)
}

function addPart(
  book: Book,
  column: number,
  part: EnergyPart,
  sign: 1 | -1,
  { isReported = false, isDerived = false }: Readonly<{ isReported?: boolean; isDerived?: boolean }>,
): void {
  const { units, period, isHourEstimated, isDayEstimated } = part
  addSums(
    book,
    column,
    period,
    {
      ...nothing,
      n: 1,
      energy: units,
      hourEstimated: isHourEstimated ? units : 0,
      dayEstimated: isDayEstimated ? units : 0,
      reported: isReported ? units : 0,
    },
    sign,
    isDerived,
  )
}

/** A hybrid's production follows from the power of its battery, so its sign matters. */
const turnBattery = ({ wiring }: DeviceMeta, powerW: number | null): number | null =>
  powerW === null ? null : powerW * (wiring?.batterySign ?? 1)

const unwired = { ratio: 1 } as const

/** Whole units, so that what is taken back later is what was added. */
const scale = (units: number, ratio: number): number => (ratio === 1 ? units : Math.round(units * ratio))

function addSums(book: Book, column: number, period: Period, sums: StepSums, sign: 1 | -1, isDerived = false): void {
  const { device, layout, ledger } = book
  const { flow: own, isEstimate } = layout.columns[column] as Column
  for (const acc of targetsOf(book, period)) addStep(acc, column, sums, sign)
  const flow = own && countedFlow(device, own, period.date)
  if (flow === undefined) return
  const { ratio } = device.wiring ?? unwired
  const day = plantDayOf(ledger, device.plantId, period.date)
  const energy = sign * scale(sums.energy, ratio)
  day.energy[flow] = (day.energy[flow] ?? 0) + energy
  if (isEstimate || device.integrated?.includes(own as Flow)) day.fromPower[flow] = (day.fromPower[flow] ?? 0) + energy
  day.refused += sign * scale(sums.refused, ratio)
  day.quarantined += sign * sums.quarantined
  day.resets += sign * sums.resets
  if (flow === 'generation') {
    day.generationEstimated += sign * scale(sums.dayEstimated, ratio)
    day.reported += sign * scale(sums.reported, ratio)
    if (isDerived) day.derived += energy
  } else day.othersEstimated += sign * scale(sums.dayEstimated, ratio)
}
