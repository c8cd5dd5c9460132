import { sleepsAtNight } from '@heliograph/domain/device.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import {
  addDays,
  addMonths,
  hourStarts,
  type Interval,
  isDate,
  localDate,
  monthBounds,
  offsetMinutes,
} from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { planDays } from '../../fleet/plants/plants.ts'
import { deviceSeries, plantDays } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { type HeardHours, type HourQuality, judgeHours } from './heard-hours.ts'

export type DayQuality = Readonly<{
  date: string
  /** By the hour of the wall clock, 0 to 23; of an hour that comes twice the worse one; undefined: skipped, or ahead. */
  hours: readonly (HourQuality | undefined)[]
  /** Hours in which data was due and none came, in hundredths. */
  missingHours: number
  refusedSteps: number
  refusedWh: number
  resets: number
  estimatedInstants: number
  /** Energy that may belong to another day; energy that the device itself reported of its first day. */
  estimatedWh: number
  reportedWh: number
  /** Production that follows from a hybrid's counter and its battery. */
  derivedWh: number
}>
export type MonthQuality = Readonly<{
  zone: string
  month: string
  days: readonly DayQuality[]
  /** Devices of the plant, and how many of them are in the hours. */
  devices: number
  judged: number
}>

/** Devices whose hours are read: more of them would make the answer slow, and its picture no clearer. */
const MOST_DEVICES = 24

/**
 * How complete a plant's month is, hour by hour, and what in it was refused, started again or had to be estimated.
 * From roll-ups and the plant's days, never from its samples.
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function monthQuality(
  db: Db,
  plantId: number,
  wanted: string | undefined,
  nowMs: number,
): Promise<MonthQuality> {
  const { facts, devices } = await planDays(db, plantId)
  const { zone } = facts
  const today = localDate(nowMs, zone)
  const month = wanted ?? today.slice(0, 7)
  const first = `${month}-01`
  if (!isDate(first) || month < '1970' || month >= '2200') throw new Refusal('PARAM_ERROR', { field: 'month' })
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const bounds = monthBounds(month, zone)
  const judged = devices.filter(({ quantities }) => countedOf(quantities) !== undefined).slice(0, MOST_DEVICES)
  const [heard, days] = await Promise.all([
    Promise.all(judged.map((device) => readHeard(db, plantId, device, bounds))),
    plantDays(db, plantId, first, last),
  ])
  const byDate = new Map(days.map((day) => [day.period, day]))
  const due = dueIn(facts, devices.length > 0 && devices.every(sleepsAtNight), bounds, nowMs)
  const dates = datesOf(first, last < today ? last : today)
  return {
    zone,
    month,
    devices: devices.length,
    judged: judged.length,
    days: dates.map((date): DayQuality => {
      // The hour that runs is not over.
      const starts = hourStarts(date, zone).filter((atMs) => atMs + HOUR_MS <= nowMs)
      const hours = judgeHours(starts, heard, due)
      const day = byDate.get(date)
      return {
        date,
        hours: byClock(hours, zone),
        missingHours: Math.round(hours.reduce((sum, { due, share }) => sum + (share === 0 ? due : 0), 0) * 100) / 100,
        refusedSteps: day?.quarantined ?? 0,
        refusedWh: day?.refusedWh ?? 0,
        resets: day?.resets ?? 0,
        estimatedInstants: day?.estimated ?? 0,
        estimatedWh: (day?.generationEstimatedWh ?? 0) + (day?.othersEstimatedWh ?? 0),
        reportedWh: day?.reportedWh ?? 0,
        derivedWh: day?.derivedWh ?? 0,
      }
    }),
  }
}

function datesOf(first: string, last: string): readonly string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** A quantity whose means are counted reading by reading. */
const countedOf = (quantities: readonly QuantityId[]): QuantityId | undefined =>
  quantities.find((id) => getQuantity(id).rollUp === 'mean')

async function readHeard(
  db: Db,
  plantId: number,
  { deviceId, quantities }: Readonly<{ deviceId: number; quantities: readonly QuantityId[] }>,
  range: Interval,
): Promise<HeardHours> {
  const counted = countedOf(quantities)
  if (counted === undefined) return new Map()
  const query = { plantId, deviceId, quantities: [counted], ...range, resolution: 'hour' } as const
  const [series] = await deviceSeries(db, query)
  return new Map((series?.points ?? []).map(({ atMs, n = 0 }) => [atMs, n]))
}

function dueIn(
  place: Readonly<{ latitudeDeg: number; longitudeDeg: number }>,
  sleeps: boolean,
  { fromMs, toMs }: Interval,
  nowMs: number,
): readonly Interval[] {
  const untilMs = Math.min(toMs, nowMs)
  if (untilMs <= fromMs) return []
  if (!sleeps) return [{ fromMs, toMs: untilMs }]
  return createDaylightDue(place.latitudeDeg, place.longitudeDeg, { wakeDeg: null, dozeDeg: null }).windows(
    fromMs,
    untilMs,
  )
}

function byClock(hours: readonly HourQuality[], zone: string): readonly (HourQuality | undefined)[] {
  const slots: (HourQuality | undefined)[] = Array.from({ length: 24 }, () => undefined)
  for (const hour of hours) {
    const at = clockHour(hour.atMs, zone)
    const before = slots[at]
    if (before === undefined || (hour.share ?? 1) < (before.share ?? 1)) slots[at] = hour
  }
  return slots
}

const clockHour = (atMs: number, zone: string): number =>
  Math.floor(((atMs + offsetMinutes(atMs, zone) * MINUTE_MS) % DAY_MS) / HOUR_MS)
