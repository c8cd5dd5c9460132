import { daysBetween, isDate } from '@heliograph/domain/time.ts'
import { ClientRefusal } from './codes.ts'

/** The fields of a body, as yet of any type. */
export type Body = Readonly<Record<string, unknown>>

/** An empty body counts as one without fields: clients send `{}` and nothing at all. @throws ClientRefusal */
export function parseBody(text: string): Body {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ClientRefusal('invalidParameter')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ClientRefusal('wrongType')
  return value as Body
}

const ownOf = (body: Body, name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined)

/** @returns undefined for a field that is missing, null or empty @throws ClientRefusal */
export function findText(body: Body, name: string, most = 200): string | undefined {
  const value = ownOf(body, name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new ClientRefusal('wrongType')
  // PostgreSQL refuses NUL with the whole statement.
  if (value.length > most || value.includes('\0')) throw new ClientRefusal('invalidParameter')
  return value
}

/** A whole number, also as text: clients write both. @throws ClientRefusal */
export function findInteger(body: Body, name: string): number | undefined {
  const value = ownOf(body, name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && !/^-?\d{1,16}$/.test(value)) throw new ClientRefusal('wrongType')
  if (typeof value !== 'number' && typeof value !== 'string') throw new ClientRefusal('wrongType')
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new ClientRefusal('invalidParameter')
  return number
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ClientRefusal('missingParameter')
  return value
}
export const readText = (body: Body, name: string, most?: number): string => required(findText(body, name, most))
export const readInteger = (body: Body, name: string): number => required(findInteger(body, name))

const MOST_ON_PAGE = 1_000
const MOST_PAGES = 1_000_000
const USUAL_SIZE = 20

/** @throws ClientRefusal */
export function readPage(body: Body): Readonly<{ page: number; size: number }> {
  const page = findInteger(body, 'page') ?? 1
  const size = findInteger(body, 'size') ?? USUAL_SIZE
  if (page < 1 || size < 1 || page > MOST_PAGES) throw new ClientRefusal('invalidParameter')
  if (size > MOST_ON_PAGE) throw new ClientRefusal('pageTooBig')
  return { page, size }
}

type Bounds = Readonly<{ from: string; to: string }>

/** First and last day, month or year of a range, both included. @param completed appended for a whole date */
function readBounds(body: Body, completed: '' | '-01' | '-01-01'): Bounds {
  const [from, to] = (['startTime', 'endTime'] as const).map((name) => {
    const given = ownOf(body, name)
    // A year may be written as a number.
    const text = typeof given === 'number' ? String(given) : readText(body, name, 10)
    const date = `${text}${completed}`
    if (!isDate(date) || date < '1970' || date >= '2200') throw new ClientRefusal('timeFormat')
    return text
  }) as [string, string]
  if (from > to) throw new ClientRefusal('startAfterEnd')
  return { from, to }
}

/** Both ends of a month of 31 days fit. */
const MOST_DAYS_APART = 30
const MOST_MONTHS = 12

/** @throws ClientRefusal */
export function readDays(body: Body): Bounds {
  const days = readBounds(body, '')
  const apart = daysBetween(days.from, days.to)
  if (apart > MOST_DAYS_APART) throw new ClientRefusal('longerThan30Days')
  return days
}

const monthsOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/** @throws ClientRefusal */
export function readMonths(body: Body): Bounds {
  const months = readBounds(body, '-01')
  if (monthsOf(months.to) - monthsOf(months.from) >= MOST_MONTHS) throw new ClientRefusal('longerThan12Months')
  return months
}

/** @throws ClientRefusal */
export const readYears = (body: Body): Bounds => readBounds(body, '-01-01')

const MOST_EPOCH_S = 253_402_300_799

/** Seconds since 1970, or milliseconds, which some clients write. @returns UTC ms @throws ClientRefusal */
export function readInstant(body: Body, name: string): number {
  const value = readInteger(body, name)
  if (value < 0) throw new ClientRefusal('timeFormat')
  const atMs = value > 100_000_000_000 ? value : value * 1000
  if (atMs > MOST_EPOCH_S * 1000) throw new ClientRefusal('timeFormat')
  return atMs
}

/** @param mostMs the longest range @throws ClientRefusal */
export function readInstants(
  body: Body,
  [from, to]: readonly [string, string],
  mostMs: number,
): Readonly<{ fromMs: number; toMs: number }> {
  const range = { fromMs: readInstant(body, from), toMs: readInstant(body, to) }
  if (range.fromMs > range.toMs) throw new ClientRefusal('startAfterEnd')
  if (range.toMs - range.fromMs > mostMs) throw new ClientRefusal('longerThan30Days')
  return range
}
