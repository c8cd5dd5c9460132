/**
 * Power and energy: base units in, scaled past 1000 to k, M and G. Whole W and Wh, because devices measure no finer;
 * kW, kWh and above with two decimals. Exactly 1000 W stays `1,000 W`.
 */
import { type Formatted, formatNumber, isPresent, type MaybeNumber, missing } from './number.ts'

const prefixes = [
  { prefix: 'G', factor: 1e9 },
  { prefix: 'M', factor: 1e6 },
  { prefix: 'k', factor: 1e3 },
] as const
type Scale = Readonly<{ prefix: '' | 'k' | 'M' | 'G'; factor: number }>

/** The prefix of a magnitude, for axes whose ticks share one unit. */
export function scaleOf(value: number): Scale {
  return prefixes.find(({ factor }) => Math.abs(value) > factor) ?? { prefix: '', factor: 1 }
}

/** The decimals of a scaled value. */
export const scaledDecimals = ({ prefix }: Pick<Scale, 'prefix'>): number => (prefix === '' ? 0 : 2)

/** @param unit symbol of the base unit in which `value` is given */
export function formatScaled(value: MaybeNumber, unit: string, locale: string): Formatted {
  if (!isPresent(value)) return missing
  const scale = scaleOf(value)
  // Division by a power of ten is exact to the last digit a double holds, so truncation sees the true decimals.
  const number = formatNumber(value / scale.factor, locale, scaledDecimals(scale))
  return { value: number, unit: `${scale.prefix}${unit}`, text: `${number} ${scale.prefix}${unit}` }
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
/** Savings of coal and CO2: kg below a ton, with a decimal below 10 kg. */
export function formatMass(massKg: MaybeNumber, locale: string): Formatted {
  if (!isPresent(massKg)) return missing
  const size = Math.abs(massKg)
  const [unit, number] =
    size >= 1000
      ? ['t', formatNumber(massKg / 1000, locale)]
      : ['kg', formatNumber(massKg, locale, size > 0 && size < 10 ? 1 : 0)]
  return { value: number, unit, text: `${number} ${unit}` }
}
