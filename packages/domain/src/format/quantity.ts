import type { QuantityUnit } from '../quantities.ts'
import {
  type Formatted,
  formatCount,
  formatNumber,
  formatPercentUpTo,
  formatUpTo,
  isPresent,
  type MaybeNumber,
  missing,
} from './number.ts'
import { formatScaled } from './scaled.ts'
import { formatTemperature, type TemperatureUnit } from './temperature.ts'

/** The catalog's units, and those used only for display: their values are already converted (an axis, a column). */
export type ShownUnit = QuantityUnit | '°F' | 'mV'

/** Resolution of devices, where no quantity of the catalog states it. */
const decimalsOf: Readonly<Partial<Record<ShownUnit, number>>> = {
  V: 1,
  '°F': 1,
  '°C': 1,
  Ah: 1,
  'm/s': 1,
  'W/m²': 1,
  mA: 0,
  mV: 0,
}

const bare = (text: string): Formatted => ({ value: text, unit: '', text })

/**
 * A value of the quantity catalog in a readable unit. Measured values have no more decimals than their source: at most
 * those of the catalog, and no zeros behind them. Codes are digits without groups; texts name them.
 */
export function formatQuantity(
  quantity: Readonly<{ unit: ShownUnit; decimals?: number }>,
  value: MaybeNumber,
  locale: string,
  temperature: TemperatureUnit = 'C',
): Formatted {
  if (!isPresent(value)) return missing
  const decimals = quantity.decimals ?? decimalsOf[quantity.unit] ?? 2
  switch (quantity.unit) {
    case 'W':
    case 'Wh':
    case 'VA':
    case 'var':
      return formatScaled(value, quantity.unit, locale)
    case 'Ohm':
      return formatScaled(value, 'Ω', locale)
    case '°C':
      return formatTemperature(value, temperature, locale, decimals)
    case '%':
      return { value: formatUpTo(value, locale, decimals), unit: '%', text: formatPercentUpTo(value, locale, decimals) }
    case 'ratio':
      return bare(formatNumber(value, locale))
    case 'count':
      return bare(formatCount(value, locale))
    case 'code':
      return bare(String(Math.trunc(value)))
    default: {
      const number = formatUpTo(value, locale, decimals)
      return { value: number, unit: quantity.unit, text: `${number} ${quantity.unit}` }
    }
  }
}
