/**
 * Numbers as the specification wants them (section 9): two decimals, truncated and never rounded, groups of three, a
 * missing value as "--". Separators are the language's own.
 */
export const MISSING = '--'

/** A number and its unit, apart for tiles (`value`, `unit`) and together for running text. */
export type Formatted = Readonly<{ value: string; unit: string; text: string }>

/** What may reach a formatter: data that never came is null or undefined, and no arithmetic slip may print as a figure. */
export type MaybeNumber = number | null | undefined

export const missing: Formatted = { value: MISSING, unit: '', text: MISSING }

export const isPresent = (value: MaybeNumber): value is number => typeof value === 'number' && Number.isFinite(value)

// Building a NumberFormat costs some 50 times a call of it. Locales and options are few; currencies come from outside.
const formats = new Map<string, Intl.NumberFormat>()
const MAX_FORMATS = 500

/** A truncating format, remembered. `key` tells `options` apart. */
export function numberFormat(locale: string, key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const id = `${locale} ${key}`
  const known = formats.get(id)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    // Spanish, Polish and others leave four digits alone by default; the rule says groups of three.
    useGrouping: 'always',
    roundingMode: 'trunc',
    // No "-0.00" for what was truncated to nothing.
    signDisplay: 'negative',
    ...options,
  })
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(id, format)
  return format
}

export const fixed = (decimals: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
})

/** `1,234.56`. Intl truncates the decimal digits themselves: 0.29 stays 0.29, where 0.29 * 100 would lose a hundredth. */
export function formatNumber(value: MaybeNumber, locale: string, decimals = 2): string {
  if (!isPresent(value)) return MISSING
  return numberFormat(locale, `n${decimals}`, fixed(decimals)).format(value)
}

/** Whole numbers: counts of plants, devices, alarms. */
export const formatCount = (value: MaybeNumber, locale: string): string => formatNumber(value, locale, 0)

/** @param percent 0 to 100, not a ratio; the sign stands where the language puts it (`57.00%`, `57,00 %`, `%57,00`). */
export function formatPercent(percent: MaybeNumber, locale: string, decimals = 2): string {
  if (!isPresent(percent)) return MISSING
  return numberFormat(locale, `p${decimals}`, { style: 'unit', unit: 'percent', ...fixed(decimals) }).format(percent)
}
