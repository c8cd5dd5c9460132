/** Power and energy: base units in, scaled past 1000 to k, M and G. Exactly 1000 W stays `1,000.00 W`. */
import { type Formatted, formatNumber, isPresent, type MaybeNumber, missing } from './number.ts'

const prefixes = [
  { prefix: 'G', factor: 1e9 },
  { prefix: 'M', factor: 1e6 },
  { prefix: 'k', factor: 1e3 },
] as const

/** The prefix of a magnitude, for axes whose ticks share one unit. */
export function scaleOf(value: number): Readonly<{ prefix: '' | 'k' | 'M' | 'G'; factor: number }> {
  return prefixes.find(({ factor }) => Math.abs(value) > factor) ?? { prefix: '', factor: 1 }
}

/** @param unit symbol of the base unit in which `value` is given */
export function formatScaled(value: MaybeNumber, unit: string, locale: string, decimals = 2): Formatted {
  if (!isPresent(value)) return missing
  const { prefix, factor } = scaleOf(value)
  // Division by a power of ten is exact to the last digit a double holds, so truncation sees the true decimals.
  const number = formatNumber(value / factor, locale, decimals)
  return { value: number, unit: `${prefix}${unit}`, text: `${number} ${prefix}${unit}` }
}

/** Watts as W, kW, MW and so on. */
export const formatPower = (powerW: MaybeNumber, locale: string): Formatted => formatScaled(powerW, 'W', locale)
/** Watt hours as Wh, kWh, MWh and so on. */
export const formatEnergy = (energyWh: MaybeNumber, locale: string): Formatted => formatScaled(energyWh, 'Wh', locale)
/** Reactive power in var. */
export const formatReactivePower = (powerVar: MaybeNumber, locale: string): Formatted =>
  formatScaled(powerVar, 'var', locale)
/** Apparent power in VA. */
export const formatApparentPower = (powerVa: MaybeNumber, locale: string): Formatted =>
  formatScaled(powerVa, 'VA', locale)
/** Installed capacity: watts of peak power. */
export const formatPeakPower = (powerW: MaybeNumber, locale: string): Formatted => formatScaled(powerW, 'Wp', locale)
/** In a sentence: whole W and Wh, because devices measure no finer; kW, kWh and above with two decimals. */
export const formatTold = (value: MaybeNumber, unit: string, locale: string): Formatted =>
  formatScaled(value, unit, locale, isPresent(value) && scaleOf(value).prefix === '' ? 0 : 2)
