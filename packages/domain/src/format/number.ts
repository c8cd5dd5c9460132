/**
 * Formats numbers: truncated and never rounded, groups of three, a missing value as "--" (specification, section 9).
 * Derived figures have two decimals, measured ones those of their source (docs/domain.md, "Figures"). Separators are
 * the language's own, unless the user chose others (`withMarks`).
 */
export const MISSING = '--'

/** A number and its unit, apart for tiles (`value`, `unit`) and together for running text. */
export type Formatted = Readonly<{ value: string; unit: string; text: string }>

/** Input of a formatter: missing data is null or undefined, and NaN or infinity must not appear as a number. */
export type MaybeNumber = number | null | undefined

export const missing: Formatted = { value: MISSING, unit: '', text: MISSING }

/** Whether a value is a finite number: NaN, infinity, null and undefined count as missing. */
export const isPresent = (value: MaybeNumber): value is number => typeof value === 'number' && Number.isFinite(value)

/** Custom thousands and decimal separators: `1,234.56`, `1.234,56`, `1 234,56`, `1’234.56`. */
export const numberMarks = ['comma-point', 'point-comma', 'space-comma', 'apostrophe-point'] as const
export type NumberMarks = (typeof numberMarks)[number]

type Marks = Readonly<{ tag: string; group: string; decimal: string }>
const marksOf: Readonly<Record<NumberMarks, Marks>> = {
  'comma-point': { tag: 'cp', group: ',', decimal: '.' },
  'point-comma': { tag: 'pc', group: '.', decimal: ',' },
  // Narrow and non-breaking: a number is never split across lines.
  'space-comma': { tag: 'sc', group: '\u202f', decimal: ',' },
  'apostrophe-point': { tag: 'ap', group: '\u2019', decimal: '.' },
}

/**
 * A locale with other separators: `de-DE-x-marks-cp`. It is a private-use tag, so Intl treats it as de-DE everywhere
 * and the separators travel with the locale.
 */
export const withMarks = (locale: string, marks: NumberMarks | 'auto'): string =>
  marks === 'auto' ? locale : `${locale}-x-marks-${marksOf[marks].tag}`

function findMarks(locale: string): Marks | undefined {
  const tag = /-x-marks-([a-z]{2})$/.exec(locale)?.[1]
  return tag === undefined ? undefined : Object.values(marksOf).find((marks) => marks.tag === tag)
}

/** The part of Intl.NumberFormat that formatters need. */
export type NumberWriter = Readonly<{
  format: (value: number) => string
  formatToParts: (value: number) => Intl.NumberFormatPart[]
}>

function remark(format: Intl.NumberFormat, marks: Marks): NumberWriter {
  const formatToParts = (value: number): Intl.NumberFormatPart[] =>
    format
      .formatToParts(value)
      .map((part) =>
        part.type === 'group' || part.type === 'decimal' ? { type: part.type, value: marks[part.type] } : part,
      )
  return {
    formatToParts,
    format: (value) =>
      formatToParts(value)
        .map((part) => part.value)
        .join(''),
  }
}

// Building a NumberFormat costs some 50 times a call of it. Locales and options are few; currencies come from outside.
const formats = new Map<string, NumberWriter>()
const MAX_FORMATS = 500

/** A truncating format, cached. `key` identifies `options`. */
export function numberFormat(locale: string, key: string, options: Intl.NumberFormatOptions): NumberWriter {
  const id = `${locale} ${key}`
  const known = formats.get(id)
  if (known) return known
  const own = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    // Spanish, Polish and others do not group four digits by default; the specification demands groups of three.
    useGrouping: 'always',
    roundingMode: 'trunc',
    // No "-0.00" for a value truncated to zero.
    signDisplay: 'negative',
    ...options,
  })
  const marks = findMarks(locale)
  const format = marks ? remark(own, marks) : own
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(id, format)
  return format
}

/** Options for Intl.NumberFormat with exactly that many decimals. */
export const fixed = (decimals: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
})

/** `1,234.56`. Intl truncates the decimal digits themselves: 0.29 stays 0.29, where 0.29 * 100 would lose a hundredth. */
export function formatNumber(value: MaybeNumber, locale: string, decimals = 2): string {
  if (!isPresent(value)) return MISSING
  return numberFormat(locale, `n${decimals}`, fixed(decimals)).format(value)
}

/** At most that many decimals: `49.3`, `20`. Thousandths are compared with each other, as of cells: `3.440`. */
const upTo = (decimals: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: decimals >= 3 ? decimals : 0,
  maximumFractionDigits: decimals,
})

/** A measured value: zeros behind its last digit would claim a finer measurement. */
export function formatUpTo(value: MaybeNumber, locale: string, decimals: number): string {
  if (!isPresent(value)) return MISSING
  return numberFormat(locale, `u${decimals}`, upTo(decimals)).format(value)
}

/** Whole numbers: counts of plants, devices, alarms. */
export const formatCount = (value: MaybeNumber, locale: string): string => formatNumber(value, locale, 0)

/** @param percent 0 to 100, not a ratio; the sign is where the language puts it (`57.00%`, `57,00 %`, `%57,00`). */
export function formatPercent(percent: MaybeNumber, locale: string, decimals = 2): string {
  if (!isPresent(percent)) return MISSING
  return numberFormat(locale, `p${decimals}`, { style: 'unit', unit: 'percent', ...fixed(decimals) }).format(percent)
}

/** The same for a measured share: `57%`, `96.5%`. */
export function formatPercentUpTo(percent: MaybeNumber, locale: string, decimals: number): string {
  if (!isPresent(percent)) return MISSING
  return numberFormat(locale, `pu${decimals}`, { style: 'unit', unit: 'percent', ...upTo(decimals) }).format(percent)
}
