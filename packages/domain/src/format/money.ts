import { countsInYuan, moneyScale } from '../money.ts'
import { fixed, formatNumber, isPresent, type MaybeNumber, MISSING, numberFormat } from './number.ts'

const digits: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction'])

/**
 * Formats an amount of money, truncated: `1.23万元` for CNY in a Chinese locale; elsewhere in full below 100,000
 * (`€2,730.45`), then `$123.45K`, `1,23M €`, with Intl's symbol in Intl's place.
 * @param currency ISO 4217; an invalid code gives the bare number
 */
export function formatMoney(amount: MaybeNumber, currency: string, locale: string): string {
  if (!isPresent(amount)) return MISSING
  const { divisor, suffix } = moneyScale(amount, currency, locale)
  return writeMoney(amount / divisor, suffix, currency, locale)
}

/** The same with all its digits, to explain `€301.24K`: `€301,245.60`, `30,124.50元`. */
export function formatMoneyInFull(amount: MaybeNumber, currency: string, locale: string): string {
  if (!isPresent(amount)) return MISSING
  return writeMoney(amount, countsInYuan(currency, locale) ? '元' : '', currency, locale)
}

/** The decimals of a currency, at most two: cents, but no tenths of them. */
const smallestPart = (currency: string): number =>
  Math.min(2, new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

function writeMoney(scaled: number, suffix: string, currency: string, locale: string): string {
  if (countsInYuan(currency, locale) || !/^[A-Z]{3}$/.test(currency)) return `${formatNumber(scaled, locale)}${suffix}`
  // A yen has no hundredths; 1.23M needs its two decimals.
  const decimals = suffix === '' ? smallestPart(currency) : 2
  const format = numberFormat(locale, `${currency} ${decimals}`, { style: 'currency', currency, ...fixed(decimals) })
  if (suffix === '') return format.format(scaled)
  const parts = format.formatToParts(scaled)
  const last = parts.findLastIndex((part) => digits.has(part.type))
  return parts.map((part, index) => (index === last ? `${part.value}${suffix}` : part.value)).join('')
}

/**
 * A price per unit with its own digits, at least two and at most five: income uses all of them, so a truncated price
 * would contradict it. Never scaled.
 */
export function formatPrice(price: MaybeNumber, currency: string, locale: string): string {
  if (!isPresent(price)) return MISSING
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 5 }
  if (countsInYuan(currency, locale)) return `${numberFormat(locale, 'price', digits).format(price)}元`
  if (!/^[A-Z]{3}$/.test(currency)) return numberFormat(locale, 'price', digits).format(price)
  return numberFormat(locale, `price ${currency}`, { style: 'currency', currency, ...digits }).format(price)
}
