import { formatHours } from '../format/age.ts'
import { formatDate, formatDayAndMonth, formatWholeMonth } from '../format/date.ts'
import { formatMoney } from '../format/money.ts'
import { formatNumber, formatPercentUpTo, type MaybeNumber } from '../format/number.ts'
import { formatEnergy, formatPower } from '../format/scaled.ts'
import type { LetterWords } from './write-letter.ts'

/** How a locale writes the figures of a letter. @param loss the name of a loss */
export const letterWords = (locale: string, loss: LetterWords['loss']): LetterWords => ({
  energy: (energyWh) => formatEnergy(energyWh, locale).text,
  power: (powerW) => formatPower(powerW, locale).text,
  hours: (durationMs) => formatHours(durationMs, locale),
  money: (amount, currency) => formatMoney(amount, currency, locale),
  percent: (percent) => formatPercentUpTo(percent, locale, 1),
  month: (month) => formatWholeMonth(month, locale),
  date: (date) => formatDate(date, locale),
  dayAndMonth: (date) => formatDayAndMonth(date, locale),
  loss,
})

/** An energy as bills have it, never scaled to MWh: `1,234.50 kWh`. @param energyWh null: unknown */
export const formatBilledEnergy = (energyWh: MaybeNumber, locale: string): string =>
  `${formatNumber(typeof energyWh === 'number' ? energyWh / 1_000 : energyWh, locale)}\u00a0kWh`
