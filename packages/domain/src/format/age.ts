/**
 * How long ago, and how long: every live value has its age. Truncated like all numbers: 59.9 s is 59 s. Each language
 * has one form for both: CLDR's short forms differ between ages, spans and regions (`hr`, `hr.`, `hrs`, `Std.`).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { isPresent, type MaybeNumber, MISSING, numberFormat } from './number.ts'
import { spanWords } from './span-words.ts'

const units = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
  { unit: 'second', ms: 1000 },
] as const
type Unit = (typeof units)[number]['unit']

const relative = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  const id = `${locale} ${numeric}`
  const format = relative.get(id) ?? new Intl.RelativeTimeFormat(locale, { numeric })
  relative.set(id, format)
  return format
}

/** Between a number and its unit as the language's other spans have it: CLDR parts Japanese days and joins Chinese ones. */
const spaceDays = (text: string, locale: string): string =>
  /^(ja|zh)/.test(locale) ? text.replace(/(?<=\d)\s?(?=\p{L})/gu, spanWords(locale).gap) : text

/** `12 h`, `12 小时`; days are words, which have a plural. */
function writeCount(count: number, unit: Unit, locale: string): string {
  if (unit === 'day') {
    const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
    return spaceDays(numberFormat(locale, 'days', options).format(count), locale)
  }
  const { gap, [unit]: word } = spanWords(locale)
  return `${count}${gap}${word}`
}

/**
 * `14 s ago`, `vor 5 min`, `2 小时前`; under a second, `now`.
 * @param ageMs now minus the instant; negative (a device whose clock runs ahead) reads `in 3 h`, under a minute `now`
 */
export function formatAge(ageMs: MaybeNumber, locale: string): string {
  if (!isPresent(ageMs)) return MISSING
  const size = Math.abs(ageMs)
  const found = units.find(({ ms }) => size >= ms)
  // Clocks usually differ by a few seconds; "in 2 s" would only confuse.
  if (!found || (ageMs < 0 && found.unit === 'second')) return relativeFormat(locale, 'auto').format(0, 'second')
  const count = Math.trunc(size / found.ms)
  // Days have cases (`vor 2 Tagen`). Never "yesterday": an age of 24 hours says nothing about calendar days.
  if (found.unit === 'day')
    return spaceDays(relativeFormat(locale, 'always').format(ageMs < 0 ? count : -count, 'day'), locale)
  const { ago, ahead } = spanWords(locale)
  return (ageMs < 0 ? ahead : ago).replace('#', writeCount(count, found.unit, locale))
}

/** The two largest parts that are not zero: `2 h 5 min`, `3 小时 10 分钟`. A negative duration is a fault and missing. */
export function formatDuration(durationMs: MaybeNumber, locale: string): string {
  if (!isPresent(durationMs) || durationMs < 0) return MISSING
  const start = units.findIndex(({ ms }) => durationMs >= ms)
  const shown = start < 0 ? units.slice(-1) : units.slice(start, start + 2)
  let restMs = durationMs
  const parts: string[] = []
  for (const { unit, ms } of shown) {
    const count = Math.floor(restMs / ms)
    restMs -= count * ms
    if (count > 0 || parts.length === 0) parts.push(writeCount(count, unit, locale))
  }
  return parts.join(spanWords(locale).between)
}

/** A sum of stretches on several days, which are no days together: `5 h 30 min`, `118 h`. */
export const formatHours = (durationMs: MaybeNumber, locale: string): string =>
  isPresent(durationMs) && durationMs >= DAY_MS
    ? writeCount(Math.round(durationMs / HOUR_MS), 'hour', locale)
    : formatDuration(durationMs, locale)
