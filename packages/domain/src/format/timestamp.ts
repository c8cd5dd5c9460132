/**
 * Instants in the plant's time zone: short in the page, in the language's own order; in the specification's fixed
 * format in tables and files.
 */
import { MINUTE_MS } from '../duration.ts'
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

function writeAs(locale: string, local: string, hasYear: boolean): string {
  const key = `${locale} ${hasYear}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      // The wall clock is already the zone's.
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      day: 'numeric',
      month: 'short',
      ...(hasYear ? { year: 'numeric' } : {}),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    if (formats.size >= 200) formats.clear()
    formats.set(key, format)
  }
  // Short enough to stay on one line.
  return format.format(new Date(local)).replaceAll(' ', '\u00a0')
}

type Offset = Readonly<{ offset?: boolean }>

const withOffset = (text: string, atMs: number, zone: string, { offset = false }: Offset): string =>
  offset ? `${text} (${formatOffset(offsetMinutes(atMs, zone))})` : text

/**
 * `Nov 27, 17:50`, `27. Nov., 17:50`, `11月27日 17:50`; with the year where it is not the current one. `offset` as
 * below.
 * @throws RangeError for an unknown zone
 */
export function formatMoment(
  atMs: MaybeNumber,
  zone: string,
  locale: string,
  nowMs: number,
  options: Offset = {},
): string {
  const local = wallClock(atMs, zone)
  if (local === undefined || !isPresent(atMs)) return MISSING
  const isThisYear = local.slice(0, 4) === wallClock(nowMs, zone)?.slice(0, 4)
  return withOffset(writeAs(locale, local, !isThisYear), atMs, zone, options)
}

/**
 * `2026-07-24 13:05:00`, with `offset` also ` (UTC+02:00)`: needed wherever an hour may occur twice. Without `seconds`
 * it ends with the minute.
 * @throws RangeError for an unknown zone
 */
export function formatTimestamp(
  atMs: MaybeNumber,
  zone: string,
  { offset = false, seconds = true }: Offset & Readonly<{ seconds?: boolean }> = {},
): string {
  const local = wallClock(atMs, zone)
  if (local === undefined || !isPresent(atMs)) return MISSING
  const iso = local.replace('T', ' ').replace(seconds ? /\.\d+Z$/ : /:\d\d\.\d+Z$/, '')
  return withOffset(iso, atMs, zone, { offset })
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
