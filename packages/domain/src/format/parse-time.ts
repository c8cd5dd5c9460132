import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { offsetMinutes } from '../time.ts'

export const timeFormats = ['iso', 'dmy', 'mdy', 'epochS', 'epochMs'] as const
/** iso: year first. dmy, mdy: day or month first. epoch: seconds or milliseconds since 1970. */
export type TimeFormat = (typeof timeFormats)[number]

/** An instant that names its offset, or a wall clock without one. */
export type ParsedTime = Readonly<{ atMs: number } | { wallMs: number }>

const clock = /(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(AM|PM)?)?/i.source
const zone = /\s*(Z|UTC|[+-]\d{2}:?\d{2})?/i.source
const patterns: Readonly<Record<'iso' | 'dmy' | 'mdy', RegExp>> = {
  iso: new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${clock}${zone}$`, 'i'),
  dmy: new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${clock}${zone}$`, 'i'),
  mdy: new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${clock}${zone}$`, 'i'),
}

/** undefined: the text is no time of this format, or no real date. */
export function parseTime(text: string, format: TimeFormat): ParsedTime | undefined {
  if (format === 'epochS' || format === 'epochMs') {
    if (!/^\d{9,14}(\.\d+)?$/.test(text)) return undefined
    return { atMs: Math.round(Number(text) * (format === 'epochS' ? 1000 : 1)) }
  }
  const found = patterns[format].exec(text)
  if (found === null) return undefined
  const [, first, second, third, hour = '0', minute = '0', secondOfMinute = '0', half, offset] = found
  const [year, month, day] =
    format === 'iso' ? [first, second, third] : format === 'dmy' ? [third, second, first] : [third, first, second]
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // 24:00 ends a day.
  const isReal = date.getUTCMonth() === Number(month) - 1 && hours <= 24 && Number(minute) < 60
  if (!isReal) return undefined
  const wallMs = date.getTime() + hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(secondOfMinute) * 1000
  return offset === undefined ? { wallMs } : { atMs: wallMs - toOffsetMs(offset) }
}

function toOffsetMs(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/**
 * The instant of a wall clock. Of an hour that occurs twice it is the first one that lies after the row before; a time
 * that the clocks skip counts as if they had not.
 */
export function toInstant(wallMs: number, zoneName: string, afterMs: number): number {
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => offsetMinutes(atMs, zoneName) * MINUTE_MS)
  const candidates = [...new Set(offsets)]
    .map((offsetMs) => wallMs - offsetMs)
    .filter((atMs) => offsetMinutes(atMs, zoneName) * MINUTE_MS === wallMs - atMs)
    .sort((a, b) => a - b)
  return candidates.find((atMs) => atMs > afterMs) ?? candidates.at(-1) ?? wallMs - (offsets[0] ?? 0)
}

/** The format that all of some texts have; `dmy` before `mdy` where both fit. */
export const guessTimeFormat = (texts: readonly string[]): TimeFormat | undefined =>
  (['iso', 'dmy', 'mdy', 'epochMs', 'epochS'] as const).find(
    (format) => texts.length > 0 && texts.every((text) => parseTime(text, format) !== undefined && fits(text, format)),
  )

/** Milliseconds have 12 digits and more since 1973. */
const fits = (text: string, format: TimeFormat): boolean =>
  format === 'epochMs' ? text.length >= 12 : format === 'epochS' ? text.length < 12 : true
