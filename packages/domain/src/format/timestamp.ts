import { MINUTE_MS } from '../duration.ts'
/** Instants in the plant's time zone, in the specification's fixed format, or in a language's format. */
import { offsetMinutes } from '../time.ts'
import { isPresent, type MaybeNumber, MISSING } from './number.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `UTC+02:00`, `UTC-03:30`, `UTC+00:00`. @param minutes east of UTC */
export function formatOffset(minutes: number): string {
  const size = Math.trunc(Math.abs(minutes))
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** ISO text of the wall clock, or undefined for an invalid instant. */
function wallClock(atMs: MaybeNumber, zone: string): string | undefined {
  if (!isPresent(atMs)) return undefined
  const local = new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS)
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString()
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock in a language's own order: `24.07.2026, 13:05:00`, `07/24/2026, 01:05:00 PM`. */
function writeAs(locale: string, local: string, seconds: boolean): string {
  const key = `${locale} ${seconds}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      // The wall clock is already the zone's.
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      ...(seconds ? { second: '2-digit' } : {}),
    })
    if (formats.size >= 200) formats.clear()
    formats.set(key, format)
  }
  return format.format(new Date(local))
}

/**
 * `2026-07-24 13:05:00`, or in the format of `locale`, with `offset` also ` (UTC+02:00)`: needed wherever an hour may
 * occur twice. Without `seconds` it ends with the minute.
 * @throws RangeError for an unknown zone
 */
export function formatTimestamp(
  atMs: MaybeNumber,
  zone: string,
  options: Readonly<{ offset?: boolean; seconds?: boolean; locale?: string | undefined }> = {},
): string {
  const { offset = false, seconds = true, locale } = options
  const local = wallClock(atMs, zone)
  if (local === undefined || !isPresent(atMs)) return MISSING
  const iso = local.replace('T', ' ').replace(seconds ? /\.\d+Z$/ : /:\d\d\.\d+Z$/, '')
  const text = locale ? writeAs(locale, local, seconds) : iso
  return offset ? `${text} (${formatOffset(offsetMinutes(atMs, zone))})` : text
}

/** `2026-10-25 02:30:00+02:00`, for files: the hour that occurs twice in autumn is told apart. */
export function formatExact(atMs: number, zone: string): string {
  const local = wallClock(atMs, zone)
  if (local === undefined) return MISSING
  return `${local.replace('T', ' ').replace(/\.\d+Z$/, '')}${formatOffset(offsetMinutes(atMs, zone)).slice('UTC'.length)}`
}

/** `13:05`, for axes and for today's events. */
export const formatTimeOfDay = (atMs: MaybeNumber, zone: string): string =>
  wallClock(atMs, zone)?.replace(/^.*T(\d\d:\d\d).*$/, '$1') ?? MISSING
