import { formatAge, formatDuration, formatHours } from '@heliograph/domain/format/age.ts'
import {
  formatDate,
  formatDayAndMonth,
  formatMonth,
  formatMonthName,
  formatWeekdayAndDate,
} from '@heliograph/domain/format/date.ts'
import { formatMoney, formatMoneyInFull, formatPrice } from '@heliograph/domain/format/money.ts'
import {
  type Formatted,
  formatCount,
  formatNumber,
  formatPercent,
  formatPercentUpTo,
  formatUpTo,
  type MaybeNumber,
  withMarks,
} from '@heliograph/domain/format/number.ts'
import { formatQuantity, type ShownUnit } from '@heliograph/domain/format/quantity.ts'
import { formatEnergy, formatMass, formatPeakPower, formatPower } from '@heliograph/domain/format/scaled.ts'
import type { TemperatureUnit } from '@heliograph/domain/format/temperature.ts'
import { formatMoment, formatTimeOfDay, formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useMemo } from 'react'
import { usePreferences } from '../preferences/preferences.ts'
import { useLanguage } from './language-context.ts'

const times = (value: MaybeNumber, factor: number): MaybeNumber => (typeof value === 'number' ? value * factor : value)

type Wishes = Readonly<{ dateFormat: 'iso' | 'locale'; temperatureUnit: TemperatureUnit }>

/**
 * The formatters of domain/format bound to the page's language and the user's preferences. Units of the arguments are
 * in the names.
 * @param locale with the number separators that the user chose
 */
function bind(locale: string, wishes: Wishes) {
  const moment = (atMs: MaybeNumber, zone: string, offset = false): string =>
    wishes.dateFormat === 'iso'
      ? formatTimestamp(atMs, zone, { offset, seconds: false })
      : formatMoment(atMs, zone, locale, Date.now(), { offset })
  return {
    locale,
    temperatureUnit: wishes.temperatureUnit,
    number: (value: MaybeNumber, decimals?: number): string => formatNumber(value, locale, decimals),
    count: (value: MaybeNumber): string => formatCount(value, locale),
    percent: (percent: MaybeNumber, decimals?: number): string => formatPercent(percent, locale, decimals),
    /** A share that may be next to nothing: `0%`, `0.5%`. */
    smallPercent: (percent: MaybeNumber): string => formatPercentUpTo(percent, locale, 2),
    powerW: (value: MaybeNumber): Formatted => formatPower(value, locale),
    energyWh: (value: MaybeNumber): Formatted => formatEnergy(value, locale),
    /** The wire's energies are kWh. */
    energyKwh: (value: MaybeNumber): Formatted => formatEnergy(times(value, 1000), locale),
    /** Hours with a decimal below ten: `0`, `4.4`, `128`. */
    hours: (value: MaybeNumber): string => formatUpTo(value, locale, typeof value === 'number' && value < 10 ? 1 : 0),
    /** The wire's savings are tons. */
    massT: (value: MaybeNumber): Formatted => formatMass(times(value, 1000), locale),
    peakWp: (value: MaybeNumber): Formatted => formatPeakPower(value, locale),
    money: (amount: MaybeNumber, currency: string): string => formatMoney(amount, currency, locale),
    /** Never scaled to K, M or 万元. */
    moneyInFull: (amount: MaybeNumber, currency: string): string => formatMoneyInFull(amount, currency, locale),
    /** Per kWh. */
    price: (price: MaybeNumber, currency: string): string => formatPrice(price, currency, locale),
    quantity: (quantity: Readonly<{ unit: ShownUnit }>, value: MaybeNumber): Formatted =>
      formatQuantity(quantity, value, locale, wishes.temperatureUnit),
    age: (ageMs: MaybeNumber): string => formatAge(ageMs, locale),
    duration: (durationMs: MaybeNumber): string => formatDuration(durationMs, locale),
    inHours: (durationMs: MaybeNumber): string => formatHours(durationMs, locale),
    /**
     * An instant in the page: the short form, or ISO for who chose it. The wire's instants are epoch seconds; these take
     * milliseconds.
     */
    moment,
    /** The time of day alone, with its day where that is not today at the plant. */
    momentOfDay: (atMs: MaybeNumber, zone: string): string =>
      typeof atMs === 'number' && localDate(atMs, zone) !== localDate(Date.now(), zone)
        ? moment(atMs, zone)
        : formatTimeOfDay(atMs, zone),
    /** To the second: tables of values, hints, records of devices. */
    exact: (atMs: MaybeNumber, zone: string, offset = false): string => formatTimestamp(atMs, zone, { offset }),
    timeOfDay: (atMs: MaybeNumber, zone: string): string => formatTimeOfDay(atMs, zone),
    date: (date: string): string => formatDate(date, locale),
    dayAndMonth: (date: string): string => formatDayAndMonth(date, locale),
    weekdayAndDate: (date: string): string => formatWeekdayAndDate(date, locale),
    month: (month: string): string => formatMonth(month, locale),
    monthName: (month: string): string => formatMonthName(month, locale),
  } as const
}

export type Format = ReturnType<typeof bind>

export function useFormat(): Format {
  const { locale } = useLanguage()
  const { numberFormat, dateFormat, temperatureUnit } = usePreferences()
  return useMemo(
    () => bind(withMarks(locale, numberFormat), { dateFormat, temperatureUnit }),
    [locale, numberFormat, dateFormat, temperatureUnit],
  )
}
