/** The form of a tariff as typed. */
import { findScheduleFault, flatPriceOf, flatSchedule } from '@heliograph/domain/tariff/schedule.ts'
import {
  followsSeries,
  type GridPrices,
  type IncomeRule,
  MOST_VAT_PERCENT,
  type SubsidyLevel,
  subsidyLevels,
  type Tariff,
} from '@heliograph/domain/tariff/tariff.ts'
import { evenWeek, levelsOf, paintWeek, type SeasonWeek, toSchedule, toWeek } from '@heliograph/domain/tariff/week.ts'
import type { DatedTariff } from '../../../../api/finance.ts'
import { parseNumber } from '../../../../plant/form/parse-place.ts'

/** Prices in one direction: levels as typed, and weeks that point to them. '' as the only price: none. */
export type ScheduleDraft = Readonly<{
  prices: readonly string[]
  seasons: readonly SeasonWeek[]
  /** The prices of a market instead. */
  series?: SeriesDraft | undefined
}>
/** The name of a series, and what a kWh costs by it: price * factor + surcharge. */
export type SeriesDraft = Readonly<{ name: string; factor: string; surcharge: string }>

export type TariffDraft = Readonly<{
  /** YYYY-MM-DD; '': from the start. */
  from: string
  rule: IncomeRule
  pricePerKwh: string
  benchmarkPrice: string
  subsidies: Readonly<Record<SubsidyLevel, string>>
  purchase: ScheduleDraft
  feedIn: ScheduleDraft
  standing: string
  vat: string
}>

const evenSeason: SeasonWeek = { from: '01-01', week: evenWeek(0) }
export const oneLevel = (price: string): ScheduleDraft => ({ prices: [price], seasons: [evenSeason] })

const workdays = [1, 2, 3, 4, 5] as const
const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
/** 22:00 to 06:00 at the first price. */
const dayNight = paintWeek(evenWeek(0), { days: everyDay, fromMinute: 360, toMinute: 1_320, level: 1 })

export const presets = ['flat', 'dayNight', 'threeLevels'] as const
export type Preset = (typeof presets)[number]

/** A usual week to start from; prices that are typed already stay. */
export function applyPreset(preset: Preset, { prices }: ScheduleDraft): ScheduleDraft {
  const keep = (count: number): string[] => Array.from({ length: count }, (_, level) => prices[level] ?? '')
  if (preset === 'flat') return { prices: [prices.at(-1) ?? ''], seasons: [evenSeason] }
  if (preset === 'dayNight') return { prices: keep(2), seasons: [{ from: '01-01', week: dayNight }] }
  const week = paintWeek(dayNight, { days: workdays, fromMinute: 1_020, toMinute: 1_260, level: 2 })
  return { prices: keep(3), seasons: [{ from: '01-01', week }] }
}

/** Which preset has as many levels; a week painted by hand has none. */
export const presetOf = ({ prices, seasons }: ScheduleDraft): Preset | undefined =>
  presets.find((preset) => {
    const usual = applyPreset(preset, oneLevel(''))
    return prices.length === usual.prices.length && JSON.stringify(seasons) === JSON.stringify(usual.seasons)
  })

/** @param locale for the decimal separator */
export function toTariffDraft({ from, tariff }: DatedTariff, locale: string): TariffDraft {
  const writer = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
  const write = (value: number | null): string => (value === null ? '' : writer.format(value))
  const draftOf = (schedule: GridPrices | null): ScheduleDraft => {
    if (schedule === null) return oneLevel('')
    if (followsSeries(schedule)) {
      const { series, factor, surcharge } = schedule
      return {
        ...oneLevel(''),
        series: { name: series, factor: write(factor), surcharge: surcharge === 0 ? '' : write(surcharge) },
      }
    }
    const flat = flatPriceOf(schedule)
    if (flat !== null) return oneLevel(write(flat))
    const levels = levelsOf(schedule)
    return { prices: levels.map(write), seasons: schedule.seasons.map((season) => toWeek(season, levels)) }
  }
  return {
    from: from ?? '',
    rule: tariff.rule,
    pricePerKwh: write(tariff.pricePerKwh),
    benchmarkPrice: write(tariff.benchmarkPrice),
    subsidies: Object.fromEntries(
      subsidyLevels.map((level) => [level, tariff.subsidies[level] === 0 ? '' : write(tariff.subsidies[level])]),
    ) as Record<SubsidyLevel, string>,
    purchase: draftOf(tariff.purchase),
    feedIn: draftOf(tariff.feedIn),
    standing: tariff.standingPerDay === 0 ? '' : write(tariff.standingPerDay),
    vat: write(tariff.vatPercent ?? null),
  }
}

const MOST = 1_000_000
/** undefined: no price. */
export function readPrice(typed: string): number | null | undefined {
  const price = readGridPrice(typed)
  return price === null || price === undefined || price >= 0 ? price : undefined
}

/** A price of purchase or feed-in, which a market can push below zero. undefined: no price. */
export function readGridPrice(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const price = parseNumber(typed)
  return Math.abs(price) <= MOST ? price : undefined
}

/** In percent; null: none is stated. undefined: no rate. */
export function readVat(typed: string): number | null | undefined {
  const percent = readPrice(typed)
  return typeof percent === 'number' && percent > MOST_VAT_PERCENT ? undefined : percent
}

/** undefined: something is wrong; null: no prices. */
export function readSchedule({ prices, seasons, series }: ScheduleDraft): GridPrices | null | undefined {
  if (series) return readSeries(series)
  const read = prices.map(readGridPrice)
  if (read.every((price) => price === null)) return null
  const known = read.flatMap((price) => (typeof price === 'number' ? [price] : []))
  if (known.length < read.length) return undefined
  const schedule = known.length === 1 && known[0] !== undefined ? flatSchedule(known[0]) : toSchedule(seasons, known)
  return findScheduleFault(schedule) === null ? schedule : undefined
}

function readSeries({ name, factor, surcharge }: SeriesDraft): GridPrices | undefined {
  const [times, added] = [readFactor(factor), readGridPrice(surcharge)]
  return times === undefined || added === undefined ? undefined : { series: name, factor: times, surcharge: added ?? 0 }
}

/** undefined: no factor. */
export function readFactor(typed: string): number | undefined {
  const factor = typed.trim() === '' ? 1 : parseNumber(typed)
  return Math.abs(factor) <= 1_000 ? factor : undefined
}

/** The tariff, or undefined while something is wrong or missing. */
export function readTariff(draft: TariffDraft): Tariff | undefined {
  const { rule } = draft
  const [pricePerKwh, benchmarkPrice, standing] = [draft.pricePerKwh, draft.benchmarkPrice, draft.standing].map(
    readPrice,
  )
  const vatPercent = readVat(draft.vat)
  const [purchase, feedIn] = [draft.purchase, draft.feedIn].map(readSchedule)
  const subsidies = subsidyLevels.map((level) => [level, readPrice(draft.subsidies[level])] as const)
  if (pricePerKwh === undefined || benchmarkPrice === undefined || standing === undefined) return undefined
  if (vatPercent === undefined) return undefined
  if (purchase === undefined || feedIn === undefined || subsidies.some(([, price]) => price === undefined))
    return undefined
  if (rule === 'production' && pricePerKwh === null) return undefined
  if (rule === 'fullFeedIn' && benchmarkPrice === null) return undefined
  if (rule === 'bill' && purchase === null && feedIn === null) return undefined
  return {
    rule,
    pricePerKwh,
    benchmarkPrice,
    subsidies: Object.fromEntries(subsidies.map(([level, price]) => [level, price ?? 0])) as Record<
      SubsidyLevel,
      number
    >,
    purchase,
    feedIn,
    standingPerDay: standing ?? 0,
    ...(vatPercent === null ? {} : { vatPercent }),
  }
}
