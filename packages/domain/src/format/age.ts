import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
/** How long ago, and how long: every live value has its age. Truncated like all numbers: 59.9 s is 59 s. */
import { isPresent, type MaybeNumber, MISSING, numberFormat } from './number.ts'

const units = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
  { unit: 'second', ms: 1000 },
] as const

/** CLDR separates Japanese units from their number, and shortens German days to `Tg.`; nobody writes either. */
const joinJapanese = (text: string, locale: string): string =>
  locale.startsWith('ja') ? text.replace(/(?<=\d)\s(?=\p{L})/gu, '') : text
const displayOf = (unit: string, locale: string): 'long' | 'short' =>
  unit === 'day' && locale.startsWith('de') ? 'long' : 'short'

const relative = new Map<string, Intl.RelativeTimeFormat>()
const lists = new Map<string, Intl.ListFormat>()

function relativeFormat(locale: string, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  const id = `${locale} ${numeric}`
  const format = relative.get(id) ?? new Intl.RelativeTimeFormat(locale, { style: 'short', numeric })
  relative.set(id, format)
  return format
}

/**
 * `14 sec. ago`, `vor 5 Min.`, `2小时前`; under a second, `now`.
 * @param ageMs now minus the instant; negative (a device whose clock runs ahead) reads `in 3 hr.`, under a minute `now`
 */
export function formatAge(ageMs: MaybeNumber, locale: string): string {
  if (!isPresent(ageMs)) return MISSING
  const size = Math.abs(ageMs)
  const found = units.find(({ ms }) => size >= ms)
  // Clocks usually differ by a few seconds; "in 2 sec." would only confuse.
  if (!found || (ageMs < 0 && found.unit === 'second')) return relativeFormat(locale, 'auto').format(0, 'second')
  // Never "yesterday": an age of 24 hours says nothing about calendar days.
  return joinJapanese(relativeFormat(locale, 'always').format(-Math.trunc(ageMs / found.ms), found.unit), locale)
}

/** The two largest parts that are not zero: `2 hr 5 min`, `3小时10分钟`. A negative duration is a fault and missing. */
export function formatDuration(durationMs: MaybeNumber, locale: string): string {
  if (!isPresent(durationMs) || durationMs < 0) return MISSING
  const start = units.findIndex(({ ms }) => durationMs >= ms)
  const shown = start < 0 ? units.slice(-1) : units.slice(start, start + 2)
  let restMs = durationMs
  const parts: string[] = []
  for (const { unit, ms } of shown) {
    const count = Math.floor(restMs / ms)
    restMs -= count * ms
    if (count === 0 && parts.length > 0) continue
    const options = { style: 'unit', unit, unitDisplay: displayOf(unit, locale), maximumFractionDigits: 0 } as const
    parts.push(numberFormat(locale, `d${unit}`, options).format(count))
  }
  const list = lists.get(locale) ?? new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' })
  lists.set(locale, list)
  return joinJapanese(list.format(parts), locale)
}
