import { type Formatted, formatUpTo, isPresent, type MaybeNumber, missing } from './number.ts'

export type TemperatureUnit = 'C' | 'F'

/** Any saved value other than F means C (specification, section 4). */
export const toTemperatureUnit = (saved: string | null | undefined): TemperatureUnit => (saved === 'F' ? 'F' : 'C')

/** @param degC degrees Celsius, the only unit inside */
export function toFahrenheit(degC: number): number {
  // Twelve digits: the product's binary noise (20.1 C gives 68.17999...) must not reach the truncation.
  return Number(((degC * 9) / 5 + 32).toPrecision(12))
}

/** `23.5 °C` or `74.3 °F`. @param degC degrees Celsius @param decimals at most */
export function formatTemperature(degC: MaybeNumber, unit: TemperatureUnit, locale: string, decimals = 1): Formatted {
  if (!isPresent(degC)) return missing
  const value = formatUpTo(unit === 'F' ? toFahrenheit(degC) : degC, locale, decimals)
  return { value, unit: `°${unit}`, text: `${value} °${unit}` }
}
