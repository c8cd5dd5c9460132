import type { QuantityUnit } from '../quantities.ts'
import {
  type Formatted,
  formatCount,
  formatNumber,
  formatPercent,
  isPresent,
  type MaybeNumber,
  missing,
} from './number.ts'
import { formatScaled } from './scaled.ts'
import { formatTemperature, type TemperatureUnit } from './temperature.ts'

/** The catalog's units, and those used only for display: their values are already converted (an axis, a column). */
export type ShownUnit = QuantityUnit | '°F' | 'mV'

const bare = (text: string): Formatted => ({ value: text, unit: '', text })

/** A value of the quantity catalog in a readable unit. Codes are digits without groups; texts name them. */
export function formatQuantity(
  quantity: Readonly<{ unit: ShownUnit }>,
  value: MaybeNumber,
  locale: string,
  temperature: TemperatureUnit = 'C',
): Formatted {
  if (!isPresent(value)) return missing
  switch (quantity.unit) {
    case 'W':
    case 'Wh':
    case 'VA':
    case 'var':
      return formatScaled(value, quantity.unit, locale)
    case 'Ohm':
      return formatScaled(value, 'Ω', locale)
    case '°C':
      return formatTemperature(value, temperature, locale)
    case '%':
      return { value: formatNumber(value, locale), unit: '%', text: formatPercent(value, locale) }
    case 'ratio':
      return bare(formatNumber(value, locale))
    case 'count':
      return bare(formatCount(value, locale))
    case 'code':
      return bare(String(Math.trunc(value)))
    default: {
      const number = formatNumber(value, locale)
      return { value: number, unit: quantity.unit, text: `${number} ${quantity.unit}` }
    }
  }
}
