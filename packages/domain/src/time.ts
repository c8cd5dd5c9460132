import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
/**
 * Plant-local time: days, months and years by a plant's clock, and their bounds as UTC instants.
 * Dates are ISO text (`YYYY-MM-DD`, `YYYY-MM`, `YYYY`), intervals are half open: fromMs <= t < toMs.
 */
import { isZone, offsetStretch } from './zone-offset.ts'

export type Interval = Readonly<{ fromMs: number; toMs: number }>

/** No zone was ever further from UTC (Manila before 1845: -15:56). */
const MAX_OFFSET_MS = 16 * HOUR_MS

export { isZone }

/** Names that a runtime lists although the IANA database has renamed the zone. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbor': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The present IANA name of a zone: `Asia/Kolkata` for `Asia/Calcutta`. Any other name is returned as it is. */
export const presentZoneName = (zone: string): string => presentNames[zone] ?? zone

/** The IANA zones that this runtime knows by their present names, and UTC, in alphabetical order. */
export const listZones = (): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone').map(presentZoneName).filter(isZone), 'UTC'])].sort()

/** Minutes east of UTC; not whole only for zones on local mean time (Monrovia until 1972). @throws RangeError for an unknown zone */
export const offsetMinutes = (atMs: number, zone: string): number => offsetStretch(atMs, zone).offsetMs / MINUTE_MS

/**
 * Whether a zone's clocks are ahead of its standard time at an instant. The standard is the smaller offset of the first
 * of January and of July around the instant, so Ireland's summer counts and Morocco's Ramadan, when clocks go back, does
 * not; in the half year in which a zone changes its standard it may be wrong.
 * @throws RangeError for an unknown zone
 */
export function isDaylightSaving(atMs: number, zone: string): boolean {
  const at = new Date(atMs)
  const half = at.getUTCMonth() < 6 ? 0 : 6
  const standard = Math.min(
    ...[half, half + 6].map((month) => offsetMinutes(Date.UTC(at.getUTCFullYear(), month, 1), zone)),
  )
  return offsetMinutes(atMs, zone) > standard
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

function toIsoDate(utcMs: number): string {
  const date = new Date(utcMs)
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`
}

// The day of the last call: samples arrive in order of time, so nearly every call hits it.
let lastDayNumber = 0
let lastDayText = '1970-01-01'

/** The plant's date at an instant, `YYYY-MM-DD`. @throws RangeError for an unknown zone or an instant that is no number */
export function localDate(atMs: number, zone: string): string {
  const dayNumber = Math.floor((atMs + offsetStretch(atMs, zone).offsetMs) / DAY_MS)
  if (dayNumber !== lastDayNumber) {
    lastDayText = toIsoDate(dayNumber * DAY_MS)
    lastDayNumber = dayNumber
  }
  return lastDayText
}

/** Midnight of a date as if it were in UTC, or NaN for an invalid date (2026-02-30). */
function parseDate(date: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return Number.NaN
  const utcMs = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(utcMs) || toIsoDate(utcMs) !== date ? Number.NaN : utcMs
}

function requireDate(date: string): number {
  const utcMs = parseDate(date)
  if (Number.isNaN(utcMs)) throw new RangeError(`Not a date: ${date.slice(0, 32)}`)
  return utcMs
}

/** Whether a text is a real date, `YYYY-MM-DD`. */
export const isDate = (date: string): boolean => !Number.isNaN(parseDate(date))

/** Calendar arithmetic, no zone involved. @throws RangeError when the text is no date */
export const addDays = (date: string, days: number): string => toIsoDate(requireDate(date) + days * DAY_MS)

/** `YYYY-MM` moved by whole months. @throws RangeError when the text is no month */
export function addMonths(month: string, months: number): string {
  const first = new Date(requireDate(`${month}-01`))
  first.setUTCMonth(first.getUTCMonth() + months)
  return toIsoDate(first.getTime()).slice(0, 7)
}

/** Days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (requireDate(to) - requireDate(from)) / DAY_MS

/** The first instant whose wall clock shows this local time or a later one: right also when midnight is skipped or repeated. */
function firstInstant(localMs: number, zone: string): number {
  let atMs = localMs - MAX_OFFSET_MS
  for (;;) {
    const stretch = offsetStretch(atMs, zone)
    const reachedMs = Math.max(atMs, localMs - stretch.offsetMs)
    // The last stretch of the time line has no successor.
    if (reachedMs < stretch.toMs || stretch.toMs <= atMs) return reachedMs
    atMs = stretch.toMs
  }
}

const bounds = (fromLocalMs: number, toLocalMs: number, zone: string): Interval => ({
  fromMs: firstInstant(fromLocalMs, zone),
  toMs: firstInstant(toLocalMs, zone),
})

/**
 * Start and end of a plant's day: 23, 24 or 25 hours, 23.5 or 24.5 on Lord Howe, empty when the zone skipped the date
 * (Apia 2011-12-30). Days follow each other without gap or overlap. Where clocks went back at 00:01 (Newfoundland and
 * Labrador until 2011, no zone since) the repeated minutes count to the new day, though the wall clock shows the old
 * date.
 * @throws RangeError for an invalid date or an unknown zone
 */
export function dayBounds(date: string, zone: string): Interval {
  const localMs = requireDate(date)
  return bounds(localMs, localMs + DAY_MS, zone)
}

/** @param month `YYYY-MM` @throws RangeError */
export const monthBounds = (month: string, zone: string): Interval =>
  bounds(requireDate(`${month}-01`), requireDate(`${addMonths(month, 1)}-01`), zone)

/** @param year `YYYY` @throws RangeError */
export const yearBounds = (year: string, zone: string): Interval =>
  bounds(requireDate(`${year}-01-01`), requireDate(`${addMonths(`${year}-12`, 1)}-01`), zone)

/**
 * The instants at which an hour of the plant's day starts: 23, 24 or 25 of them. A half-hour clock change makes one
 * hour of 30 or 90 minutes and keeps 24. Empty for a date that the zone skipped.
 */
export function hourStarts(date: string, zone: string): readonly number[] {
  const { fromMs, toMs } = dayBounds(date, zone)
  const starts: number[] = []
  let hour: number | undefined
  for (let atMs = fromMs; atMs < toMs; ) {
    const { offsetMs, toMs: stretchEndMs } = offsetStretch(atMs, zone)
    const endMs = Math.min(stretchEndMs, toMs)
    let localMs = atMs + offsetMs
    // A stretch may start inside an hour that is already open: only a new number or a full hour starts another.
    if (localMs % HOUR_MS === 0 || Math.floor(localMs / HOUR_MS) !== hour) starts.push(atMs)
    hour = Math.floor(localMs / HOUR_MS)
    for (localMs = (hour + 1) * HOUR_MS; localMs - offsetMs < endMs; localMs += HOUR_MS) {
      starts.push(localMs - offsetMs)
      hour = localMs / HOUR_MS
    }
    atMs = endMs
  }
  return starts
}
