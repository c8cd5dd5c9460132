import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { dayBounds, hourStarts, isDate } from '../time.ts'
import { offsetStretch } from '../zone-offset.ts'

/** 1 Monday to 7 Sunday, as in ISO 8601. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

/** One price, per kWh, on some weekdays between two times of the wall clock: fromMinute <= minute < toMinute. */
export type PriceWindow = Readonly<{ days: readonly Weekday[]; fromMinute: number; toMinute: number; price: number }>

/** The week's prices from a day of the year on, until the next season starts. */
export type PriceSeason = Readonly<{
  /** MM-DD. */
  from: string
  windows: readonly PriceWindow[]
}>

/** The price of a kWh in one direction at any time. The season that starts last in the year also begins the year. */
export type PriceSchedule = Readonly<{ seasons: readonly PriceSeason[] }>

/** Prices change at quarter hours only. */
export const SLOT_MINUTES = 15
export const SLOTS_PER_DAY = (24 * 60) / SLOT_MINUTES
export const MOST_SEASONS = 6
export const MOST_WINDOWS = 84
export const MOST_PRICE = 1_000_000

/** A fault of a schedule, and its place. Minutes are of the day, seasons count from 0. */
export type ScheduleFault = Readonly<{
  kind: 'season' | 'window' | 'gap' | 'overlap'
  season: number
  weekday?: Weekday
  minute?: number
}>

/** @param price per kWh @returns the same price at all times */
export const flatSchedule = (price: number): PriceSchedule => ({
  seasons: [{ from: '01-01', windows: [{ days: weekdays, fromMinute: 0, toMinute: 24 * 60, price }] }],
})

/** The price if it is the same at all times, else null. */
export function flatPriceOf(schedule: PriceSchedule): number | null {
  const prices = new Set(schedule.seasons.flatMap(({ windows }) => windows.map(({ price }) => price)))
  const [price] = prices
  return prices.size === 1 && price !== undefined ? price : null
}

/** The first fault of a schedule: in each season the windows must cover the whole week exactly once. null: none. */
export function findScheduleFault({ seasons }: PriceSchedule): ScheduleFault | null {
  if (seasons.length === 0 || seasons.length > MOST_SEASONS) return { kind: 'season', season: 0 }
  const starts = new Set<string>()
  for (const [season, { from, windows }] of seasons.entries()) {
    // 2001 has no February 29: a season starts on a day that every year has.
    if (!/^\d{2}-\d{2}$/.test(from) || !isDate(`2001-${from}`) || starts.has(from)) return { kind: 'season', season }
    starts.add(from)
    if (windows.length > MOST_WINDOWS || !windows.every(isWindow)) return { kind: 'window', season }
    const fault = findUncovered(windows)
    if (fault) return { ...fault, season }
  }
  return null
}

const isWindow = ({ days, fromMinute, toMinute, price }: PriceWindow): boolean =>
  days.length > 0 &&
  new Set(days).size === days.length &&
  days.every((day) => weekdays.includes(day)) &&
  fromMinute % SLOT_MINUTES === 0 &&
  toMinute % SLOT_MINUTES === 0 &&
  fromMinute >= 0 &&
  fromMinute < toMinute &&
  toMinute <= 24 * 60 &&
  // A market pays for use and charges for feed-in at times.
  Math.abs(price) <= MOST_PRICE

function findUncovered(windows: readonly PriceWindow[]): Omit<ScheduleFault, 'season'> | null {
  for (const weekday of weekdays) {
    const covers = new Uint8Array(SLOTS_PER_DAY)
    for (const { days, fromMinute, toMinute } of windows)
      if (days.includes(weekday))
        for (let slot = fromMinute / SLOT_MINUTES; slot < toMinute / SLOT_MINUTES; slot++)
          covers[slot] = (covers[slot] ?? 0) + 1
    const slot = covers.findIndex((times) => times !== 1)
    if (slot >= 0) return { kind: covers[slot] === 0 ? 'gap' : 'overlap', weekday, minute: slot * SLOT_MINUTES }
  }
  return null
}

/** @param date YYYY-MM-DD */
export const weekdayOf = (date: string): Weekday => {
  // 1970-01-01 was a Thursday.
  const days = Date.parse(`${date}T00:00:00Z`) / DAY_MS
  return (((((days + 3) % 7) + 7) % 7) + 1) as Weekday
}

/** The season of a date. @param date YYYY-MM-DD */
export function seasonOf({ seasons }: PriceSchedule, date: string): PriceSeason {
  const day = date.slice(5)
  const byStart = [...seasons].sort((a, b) => (a.from < b.from ? -1 : 1))
  const season = byStart.findLast(({ from }) => from <= day) ?? byStart.at(-1)
  if (!season) throw new RangeError('A schedule has at least one season')
  return season
}

const weeks = new WeakMap<PriceSeason, Map<Weekday, Float64Array>>()

/** The prices of a weekday's 96 quarter hours by the wall clock. NaN where no window is. */
export function slotPrices(season: PriceSeason, weekday: Weekday): Float64Array {
  let week = weeks.get(season)
  if (!week) {
    week = new Map()
    weeks.set(season, week)
  }
  let slots = week.get(weekday)
  if (!slots) {
    slots = new Float64Array(SLOTS_PER_DAY).fill(Number.NaN)
    for (const { days, fromMinute, toMinute, price } of season.windows)
      if (days.includes(weekday)) slots.fill(price, fromMinute / SLOT_MINUTES, toMinute / SLOT_MINUTES)
    week.set(weekday, slots)
  }
  return slots
}

/** The price that a date has all day long, or null if it changes during the day. */
export function wholeDayPrice(schedule: PriceSchedule, date: string): number | null {
  const slots = slotPrices(seasonOf(schedule, date), weekdayOf(date))
  const first = slots[0] ?? Number.NaN
  return slots.every((price) => price === first) ? first : null
}

/**
 * The mean price of a span that lies within one date of the plant: prices weighted by the time that the wall clock shows
 * them. A span of a quarter hour has its own price exactly; energy of a longer one is taken as even.
 */
export function meanPrice(schedule: PriceSchedule, date: string, fromMs: number, toMs: number, zone: string): number {
  const slots = slotPrices(seasonOf(schedule, date), weekdayOf(date))
  const slotMs = SLOT_MINUTES * MINUTE_MS
  let sum = 0
  for (let atMs = fromMs; atMs < toMs; ) {
    const { offsetMs, toMs: stretchEndMs } = offsetStretch(atMs, zone)
    const localMs = atMs + offsetMs
    const endMs = Math.min(toMs, stretchEndMs, (Math.floor(localMs / slotMs) + 1) * slotMs - offsetMs)
    const slot = Math.floor((((localMs % DAY_MS) + DAY_MS) % DAY_MS) / slotMs)
    sum += (slots[slot] ?? Number.NaN) * (endMs - atMs)
    atMs = endMs
  }
  return sum / (toMs - fromMs)
}

const SLOTS_PER_HOUR = HOUR_MS / (SLOT_MINUTES * MINUTE_MS)
const hours = new WeakMap<Float64Array, readonly number[]>()

/** The mean price of each of the 24 hours of a day on which no clock moves. */
function plainHours(slots: Float64Array): readonly number[] {
  let means = hours.get(slots)
  if (!means) {
    means = Array.from({ length: 24 }, (_, hour) => {
      const own = slots.subarray(hour * SLOTS_PER_HOUR, (hour + 1) * SLOTS_PER_HOUR)
      return own.reduce((sum, price) => sum + price, 0) / SLOTS_PER_HOUR
    })
    hours.set(slots, means)
  }
  return means
}

/**
 * The price of each hour of a plant's day, in the order of `hourStarts`: 23 to 25 of them. The hour that an autumn
 * night repeats has its price twice.
 * @throws RangeError for an invalid date or an unknown zone
 */
export function hourPrices(schedule: PriceSchedule, date: string, zone: string): readonly number[] {
  const { fromMs, toMs } = dayBounds(date, zone)
  const isPlain =
    toMs - fromMs === DAY_MS && offsetStretch(fromMs, zone).offsetMs === offsetStretch(toMs - 1, zone).offsetMs
  if (isPlain) return plainHours(slotPrices(seasonOf(schedule, date), weekdayOf(date)))
  const starts = hourStarts(date, zone)
  return starts.map((at, i) => meanPrice(schedule, date, at, starts[i + 1] ?? toMs, zone))
}
