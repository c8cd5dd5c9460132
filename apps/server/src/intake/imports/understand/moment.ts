import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { halfOf, idleWords, monthOf, zoneWords } from './date-words.ts'
import { plainWords } from './plain-words.ts'

/** How the date of a text is written. open: the year last; short: no number says that it is the year. */
export type DateShape = 'yearFirst' | 'open' | 'short' | 'named' | 'month' | 'year' | 'none' | 'epoch'

/** A text as time, before it is known which of its numbers is the day. */
export type Moment = Readonly<{
  shape: DateShape
  /** The numbers of the date as they stand there; of `named`, `month` and `year`: year, month, day. Of `epoch`: UTC ms. */
  numbers: readonly number[]
  /** Since midnight; NaN: no clock. */
  clockMs: number
  /** Ahead of UTC; NaN: not said. */
  offsetMs: number
  /** Whether clocks are ahead, where it is said. */
  isAhead?: boolean | undefined
  /** An epoch in seconds. */
  isSeconds?: boolean
}>

export const orders = ['iso', 'dmy', 'mdy'] as const
/** iso: year first. dmy, mdy: day or month first. */
export type DateOrder = (typeof orders)[number]

const common =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})[T ]?(?:(\d{2}):?(\d{2})(?::?(\d{2}))?)?(Z|[+-]\d{2}:?\d{2})?$/
const clockAlone = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?$/

/** @returns undefined: the text is no time */
export function readMoment(text: string): Moment | undefined {
  const first = text.charCodeAt(0)
  // The usual cells are numbers that are no time.
  if (text.length < 4 || text.length > 60) return undefined
  const isDigit = first >= 48 && first <= 57
  if (isDigit) {
    const usual = readUsual(text)
    if (usual !== undefined) return usual
    const found = common.exec(text)
    if (found !== null) return toMoment(found)
    const clock = clockAlone.exec(text)
    if (clock !== null) return finish('none', [], clockOf(clock[1], clock[2], clock[3]), Number.NaN)
    if (/^\d+(?:\.\d+)?$/.test(text)) return readDigits(text)
    const packed = compact.exec(text)
    if (packed !== null) {
      const [, year, month, day, hour, minute, second, offset] = packed
      return finish(
        'yearFirst',
        [Number(year), Number(month), Number(day)],
        hour === undefined ? Number.NaN : clockOf(hour, minute, second),
        toOffsetMs(offset),
      )
    }
  }
  return /\d/.test(text) ? readWords(text) : undefined
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48
const two = (text: string, at: number): number => {
  const [tens, ones] = [digit(text, at), digit(text, at + 1)]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

/** `2026-06-01 12:00`, with seconds or without: most rows of most files, read without an expression. */
function readUsual(text: string): Moment | undefined {
  if ((text.length !== 16 && text.length !== 19) || text[4] !== '-' || text[7] !== '-' || text[13] !== ':')
    return undefined
  if ((text[10] !== ' ' && text[10] !== 'T') || (text.length === 19 && text[16] !== ':')) return undefined
  const [minute, second] = [two(text, 14), text.length === 19 ? two(text, 17) : 0]
  const numbers = [100 * two(text, 0) + two(text, 2), two(text, 5), two(text, 8)]
  const clockMs = two(text, 11) * HOUR_MS + minute * MINUTE_MS + second * 1_000
  const isReal = minute < 60 && second < 60 && clockMs <= DAY_MS && numbers.every((number) => !Number.isNaN(number))
  return isReal ? { shape: 'yearFirst', numbers, clockMs, offsetMs: Number.NaN } : undefined
}

function toMoment([, a = '', b = '', c = '', hour, minute, second, offset]: RegExpExecArray): Moment | undefined {
  const clockMs = hour === undefined ? Number.NaN : clockOf(hour, minute, second)
  return fromNumbers([a, b, c], clockMs, toOffsetMs(offset))
}

function fromNumbers(
  texts: readonly string[],
  clockMs: number,
  offsetMs: number,
  isAhead?: boolean,
): Moment | undefined {
  const [a = '', b = '', c = ''] = texts
  if (texts.length !== 3 || b.length > 2) return undefined
  const shape = a.length === 4 ? 'yearFirst' : c.length === 4 ? 'open' : 'short'
  if (a.length === 3 || c.length === 3 || (shape === 'yearFirst' && c.length > 2)) return undefined
  if (shape === 'short' && a.length !== 2 && c.length !== 2) return undefined
  return finish(shape, [Number(a), Number(b), Number(c)], clockMs, offsetMs, isAhead)
}

function finish(
  shape: DateShape,
  numbers: readonly number[],
  clockMs: number,
  offsetMs: number,
  isAhead?: boolean,
): Moment | undefined {
  // 24:00 ends a day.
  if (clockMs > DAY_MS || clockMs < 0) return undefined
  return { shape, numbers, clockMs, offsetMs, isAhead }
}

/** NaN stands for a clock that does not exist. */
function clockOf(hour = '', minute = '', second = '0', half?: 'am' | 'pm'): number {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return Number(minute) > 59 || Number(second) > 60
    ? Number.POSITIVE_INFINITY
    : hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1_000
}

function toOffsetMs(offset: string | undefined): number {
  if (offset === undefined) return Number.NaN
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes || 0) * MINUTE_MS)
}

const FIRST_EPOCH_MS = Date.UTC(1995, 0, 1)
const LAST_EPOCH_MS = Date.UTC(2100, 0, 1)
/** By how many digits an instant since 1970 has: seconds to nanoseconds. */
const epochScales: readonly (readonly [digits: number, perMs: number])[] = [
  [9, 0.001],
  [10, 0.001],
  [12, 1],
  [13, 1],
  [16, 1e3],
  [19, 1e6],
]

/** 20260601, 202606011200, 1772366400 and the like. */
function readDigits(text: string): Moment | undefined {
  const [digits = ''] = text.split('.')
  const [, year = '', month = '', day = '', hour, minute, second] =
    /^((?:19|20)\d{2})(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})?)?)?)?$/.exec(text) ?? []
  const date = [Number(year), Number(month), Number(day || 1)]
  const isReal = year !== '' && toDayMs(date) !== undefined
  const scale = epochScales.find(([length]) => length === digits.length)?.[1]
  const atMs = scale === undefined ? Number.NaN : Number(text) / scale
  const isEpoch = atMs >= FIRST_EPOCH_MS && atMs < LAST_EPOCH_MS
  if (isEpoch && !(isReal && digits.length === 10 && atMs > LAST_EPOCH_MS))
    return { shape: 'epoch', numbers: [Math.round(atMs)], clockMs: Number.NaN, offsetMs: 0, isSeconds: scale === 0.001 }
  if (!isReal) {
    if (/^(?:19|20)\d{2}$/.test(text)) return finish('year', [Number(text), 1, 1], Number.NaN, Number.NaN)
    return undefined
  }
  if (day === '') return text.length === 6 ? finish('month', date, Number.NaN, Number.NaN) : undefined
  const clockMs = hour === undefined ? Number.NaN : clockOf(hour, minute ?? '00', second ?? '00')
  return finish('yearFirst', date, clockMs, Number.NaN)
}

const clockInside = /(\d{1,2})\s?[:h：]\s?(\d{2})(?:\s?[:m：]\s?(\d{2})(?:[.,]\d+)?)?(?![\d])/
const dottedClock = /[\s,](\d{1,2})\.(\d{2})(?:\.(\d{2}))?$/
const offsetAtEnd = /(?:\(?(?:utc|gmt)\s?)?([+-]\d{1,2}(?::?\d{2})?)\)?$/

/** Days of the week whose letters are those of a date, too: the 月 of Monday is a month. */
const weekdays =
  /(?:周|星期|週)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일|[(（][月火水木金土日월화수목금토일][)）]|^(?:th|thu)\.? ?(?:[2-7]|hai|ba|tu|nam|sau|bay)(?=[\s,])|^(?:cn|chu nhat)(?=[\s,])/u

/** Any writing with words, signs of East Asia, or numbers in a place of their own. */
function readWords(text: string): Moment | undefined {
  let rest = plainWords(text)
    .replace(weekdays, ' ')
    .replace(/[年년]\s?/g, '-')
    .replace(/([月월])\s?(?=\d)/g, '-')
    .replace(/[月월]/g, '-')
    .replace(/[日일]/g, ' ')
    .replace(/\s?[时時시点]\s?/g, ':')
    .replace(/\s?[分분]\s?/g, ':')
    .replace(/[秒초]/g, '')
    .replace(/(:\d{2}):(?=\s|$)/g, '$1')
    .replace(/(\d:)(?=\s|$)/g, '$100')
    .replace(/([ap])\.\s?m\.?/g, '$1m')
    .replace(/(?<!\p{L})d[’']/gu, '')
    .trim()
  let clock: RegExpExecArray | null = clockInside.exec(rest)
  let offsetMs = Number.NaN
  let isAhead: boolean | undefined
  const cut = (found: RegExpExecArray): void => {
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim()
  }
  if (clock === null) clock = /\d[-/. ]\d.*/.test(rest) ? dottedClock.exec(rest) : null
  if (clock !== null) {
    // An offset follows a clock; after a date alone it is a part of the date.
    const after = rest.slice(clock.index + clock[0].length)
    const offset = offsetAtEnd.exec(after)
    if (offset !== null) {
      offsetMs = toOffsetMs(offset[1])
      rest = rest.slice(0, clock.index + clock[0].length) + after.slice(0, offset.index)
    }
    cut(clock)
  }
  let half: 'am' | 'pm' | undefined
  let month = 0
  let monthIndex = -1
  // In Italian, "mar" is Tuesday and March.
  let isWeekday = false
  const numbers: string[] = []
  let isYearLed = false
  // The halves of a day come with a clock, or after the hour alone.
  for (const [token] of rest.matchAll(/\p{L}+|\d+|[^\s\p{L}\d]/gu)) {
    if (/^\d/.test(token)) {
      numbers.push(token)
      continue
    }
    if (!/^\p{L}/u.test(token)) {
      if (!/^[-/.,:()（）+'’年|·]$/.test(token)) return undefined
      continue
    }
    const named = monthOf.get(token)
    const zone = zoneWords.get(token)
    if (halfOf.has(token) && (token.length > 1 || clock !== null)) half = halfOf.get(token)
    else if (named !== undefined && token !== 'a' && (month === 0 || isWeekday)) {
      ;[month, monthIndex] = [named, numbers.length]
      isWeekday = numbers.length === 0 && idleWords.has(token)
      // In Slovene, "čet." is Thursday, and no Central European Time.
    } else if (zone !== undefined && !(numbers.length === 0 && idleWords.has(token))) {
      if ('minutes' in zone) {
        if (Number.isNaN(offsetMs)) offsetMs = zone.minutes * MINUTE_MS
      } else isAhead = zone.isAhead
    } else if (token === 't' || idleWords.has(token)) continue
    else return undefined
  }
  if (half !== undefined && clock === null) {
    const hour = numbers.length === 4 || (month > 0 && numbers.length === 3) ? numbers.pop() : undefined
    if (hour === undefined || Number(hour) > 12) return undefined
    clock = /^(\d+)()$/.exec(hour) as RegExpExecArray
  }
  const clockMs = clock === null ? Number.NaN : clockOf(clock[1], clock[2] || '00', clock[3], half)
  if (clock === null && !Number.isNaN(offsetMs) && numbers.length < 2) return undefined
  if (month > 0) return named(numbers, month, monthIndex, clockMs, offsetMs, isAhead)
  isYearLed = numbers[0]?.length === 4
  if (numbers.length === 0) return clock === null ? undefined : finish('none', [], clockMs, offsetMs, isAhead)
  if (numbers.length === 1) {
    const packed = clock === null ? null : /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(numbers[0] ?? '')
    return packed === null ? undefined : finish('yearFirst', packed.slice(1, 4).map(Number), clockMs, offsetMs, isAhead)
  }
  if (numbers.length === 2) {
    const [a = '', b = ''] = numbers
    // 12,2024 is a number.
    if (clock !== null || rest.includes(',') || (isYearLed ? b.length > 2 : b.length !== 4)) return undefined
    const [year, month] = isYearLed ? [Number(a), Number(b)] : [Number(b), Number(a)]
    const isReal = year >= 1990 && year < 2100 && month >= 1 && month <= 12
    return isReal ? finish('month', [year, month, 1], Number.NaN, Number.NaN) : undefined
  }
  return fromNumbers(numbers, clockMs, offsetMs, isAhead)
}

/** A date with the name of its month: 1 June 2026, Jun 1 26, 2026-Jun-01, Jun 2026. */
function named(
  numbers: readonly string[],
  month: number,
  monthIndex: number,
  clockMs: number,
  offsetMs: number,
  isAhead: boolean | undefined,
): Moment | undefined {
  if (numbers.length === 1) {
    const [year = ''] = numbers
    if (!Number.isNaN(clockMs) || (year.length !== 4 && year.length !== 2)) return undefined
    return finish('month', [fullYear(Number(year), year.length), month, 1], Number.NaN, Number.NaN)
  }
  if (numbers.length !== 2) return undefined
  const [a = '', b = ''] = numbers
  const [year, day] = a.length === 4 ? [a, b] : b.length === 4 || monthIndex <= 1 ? [b, a] : [a, b]
  if (year.length !== 4 && year.length !== 2) return undefined
  return finish('named', [fullYear(Number(year), year.length), month, Number(day)], clockMs, offsetMs, isAhead)
}

const fullYear = (year: number, digits: number): number => (digits === 4 ? year : year + (year < 70 ? 2000 : 1900))

function toDayMs([year = 0, month = 0, day = 0]: readonly number[]): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const atMs = Date.UTC(year, month - 1, day)
  // Only the end of a month is doubtful.
  return day < 29 || new Date(atMs).getUTCDate() === day ? atMs : undefined
}

/** Midnight of its date as if it were in UTC, with its numbers in this order; undefined: there is no such date. */
export function dateOf({ shape, numbers }: Moment, order: DateOrder): number | undefined {
  const [a = 0, b = 0, c = 0] = numbers
  if (shape === 'yearFirst' || shape === 'named' || shape === 'month' || shape === 'year') return toDayMs(numbers)
  if (shape === 'open') return order === 'iso' ? undefined : toDayMs(order === 'dmy' ? [c, b, a] : [c, a, b])
  if (shape !== 'short') return undefined
  if (order === 'iso') return toDayMs([fullYear(a, 2), b, c])
  return toDayMs(order === 'dmy' ? [fullYear(c, 2), b, a] : [fullYear(c, 2), a, b])
}

/** Two times in a cell, from and until; undefined: it is none or one. */
export function splitSpan(text: string): readonly [string, string] | undefined {
  const [, from, to] =
    /^(.*\d.*?)(?:\s+(?:-|–|—|~|to|bis|until|au|a|al|do|tot|до|至)\s+|\s*(?:–|—|~|至)\s*|(?<=:\d{2})-(?=\d))(.*\d.*)$/.exec(
      text,
    ) ?? []
  return from === undefined || to === undefined ? undefined : [from.trim(), to.trim()]
}
