import {
  type PriceSchedule,
  type PriceSeason,
  type PriceWindow,
  SLOT_MINUTES,
  SLOTS_PER_DAY,
  slotPrices,
  type Weekday,
  weekdays,
} from './schedule.ts'

/** A week as a picture: for each weekday, Monday first, the level of each of its 96 quarter hours. */
export type Week = readonly (readonly number[])[]

/** A season as levels: `from` is MM-DD. */
export type SeasonWeek = Readonly<{ from: string; week: Week }>

/** @param level the index of a price @returns a week that has one level at all times */
export const evenWeek = (level: number): Week => weekdays.map(() => Array.from({ length: SLOTS_PER_DAY }, () => level))

/** A copy with a level on some weekdays between two minutes of the day. */
export const paintWeek = (
  week: Week,
  {
    days,
    fromMinute,
    toMinute,
    level,
  }: Readonly<{ days: readonly Weekday[]; fromMinute: number; toMinute: number; level: number }>,
): Week =>
  week.map((slots, index) =>
    days.includes((index + 1) as Weekday)
      ? slots.map((own, slot) => (slot * SLOT_MINUTES >= fromMinute && slot * SLOT_MINUTES < toMinute ? level : own))
      : slots,
  )

/** The prices of a schedule, lowest first: its levels. */
export const levelsOf = ({ seasons }: PriceSchedule): readonly number[] =>
  [...new Set(seasons.flatMap(({ windows }) => windows.map(({ price }) => price)))].sort((a, b) => a - b)

/** A season as levels. @param levels prices; one that is missing there becomes level 0 */
export const toWeek = (season: PriceSeason, levels: readonly number[]): SeasonWeek => ({
  from: season.from,
  week: weekdays.map((weekday) =>
    Array.from(slotPrices(season, weekday), (price) => Math.max(0, levels.indexOf(price))),
  ),
})

/** The windows of a week: weekdays that are alike share theirs. Each level has its price in `prices`. */
export function toWindows(week: Week, prices: readonly number[]): readonly PriceWindow[] {
  const alike = new Map<string, Weekday[]>()
  week.forEach((slots, index) => {
    const key = slots.map((level) => prices[level] ?? Number.NaN).join(' ')
    alike.set(key, [...(alike.get(key) ?? []), (index + 1) as Weekday])
  })
  return [...alike.values()].flatMap((days) => {
    const slots = week[(days[0] ?? 1) - 1] ?? []
    const windows: { days: Weekday[]; fromMinute: number; toMinute: number; price: number }[] = []
    slots.forEach((level, slot) => {
      const price = prices[level] ?? Number.NaN
      const open = windows.at(-1)
      if (open?.price === price) open.toMinute += SLOT_MINUTES
      else windows.push({ days, fromMinute: slot * SLOT_MINUTES, toMinute: (slot + 1) * SLOT_MINUTES, price })
    })
    return windows
  })
}

/** @param seasons weeks of levels @param prices of the levels */
export const toSchedule = (seasons: readonly SeasonWeek[], prices: readonly number[]): PriceSchedule => ({
  seasons: seasons.map(({ from, week }) => ({ from, windows: toWindows(week, prices) })),
})

/** The coarsest of 60, 30 and 15 minutes at which every level of some weeks changes. */
export function stepOf(weeks: readonly Week[]): 60 | 30 | 15 {
  const fits = (minutes: number): boolean =>
    weeks.every((week) =>
      week.every((slots) =>
        slots.every((level, slot) => (slot * SLOT_MINUTES) % minutes === 0 || level === slots[slot - 1]),
      ),
    )
  return fits(60) ? 60 : fits(30) ? 30 : 15
}
