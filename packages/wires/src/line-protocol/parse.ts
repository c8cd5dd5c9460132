/**
 * InfluxDB line protocol, as versions 1 and 2 define it:
 *
 *   measurement[,tag=value...] field=value[,field=value...] [timestamp]
 *
 * Fields are floats (1, -1.5e3), integers (1i), unsigned integers (1u), strings ("...") or booleans. A backslash escapes
 * a comma, an equals sign or a space in names, and a quote or a backslash in strings, which may span lines.
 */
export type LineField = Readonly<{ name: string; value: number | string | boolean }>

export type LinePoint = Readonly<{
  /** Of its first line in the text, from 1. */
  line: number
  measurement: string
  /** Sorted by name. */
  tags: readonly (readonly [name: string, value: string])[]
  fields: readonly LineField[]
  /** UTC; absent: the line has none. */
  atMs?: number
}>

export type LineFault =
  | 'measurement'
  | 'tags'
  | 'repeatedTag'
  | 'fields'
  | 'fieldValue'
  | 'timestamp'
  | 'lineTooLong'
  | 'tooManyParts'

export type FaultyLine = Readonly<{ line: number; fault: LineFault }>

/** Names of the `precision` parameter of both versions, in nanoseconds. */
const precisions: Readonly<Record<string, bigint>> = {
  ns: 1n,
  n: 1n,
  us: 1_000n,
  u: 1_000n,
  µ: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

/** Whether a text is the `precision` of a request, in either version. */
export const isPrecision = (name: string): boolean => Object.hasOwn(precisions, name)

/** Limits of one line, its strings included. */
export const LONGEST_LINE = 64 * 1024
export const MOST_PARTS = 256
/** The range of a JavaScript date, in both directions. */
const MOST_MS = 8_640_000_000_000_000n

/**
 * Reads each line of a text; comments and empty lines yield nothing. Never throws for any text.
 * @param precision of the timestamps, one of `isPrecision` @throws RangeError for another
 */
export function* parseLines(text: string, precision: string): Generator<LinePoint | FaultyLine> {
  if (!isPrecision(precision)) throw new RangeError(`Unknown precision ${precision}`)
  const unit = precisions[precision] as bigint
  let at = 0
  let line = 1
  while (at < text.length) {
    const { end, lines } = findEnd(text, at)
    const raw = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end)
    const first = raw.trimStart()
    if (first !== '' && !first.startsWith('#')) yield parseLine(first, line, unit)
    line += lines
    at = end + 1
  }
}

/** The end of the line that begins here: a line feed outside strings. A comment has no strings. */
function findEnd(text: string, from: number): Readonly<{ end: number; lines: number }> {
  let lines = 1
  let isInString = false
  let isInFields = false
  const isComment = /^[ \t]*#/.test(text.slice(from, from + 64))
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '\n') {
      if (!isInString) return { end: at, lines }
      lines += 1
    } else if (isComment) continue
    else if (mark === '\\' && escapes(text[at + 1], isInString)) at += 1
    else if (mark === ' ') isInFields = true
    // A quote in a measurement or a tag is an ordinary character; a string begins behind an equals sign.
    else if (mark === '"' && isInFields && (isInString || text[at - 1] === '=')) isInString = !isInString
  }
  // A string without an end would swallow all lines below it: then the line ends where it would without strings.
  if (!isInString) return { end: text.length, lines }
  const plain = text.indexOf('\n', from)
  return { end: plain < 0 ? text.length : plain, lines: 1 }
}

function parseLine(text: string, line: number, unit: bigint): LinePoint | FaultyLine {
  const fail = (fault: LineFault): FaultyLine => ({ line, fault })
  if (text.length > LONGEST_LINE) return fail('lineTooLong')
  const [head, behindHead] = takeUntil(text, 0, ' ')
  const keyed = splitOutside(head, ',', false)
  const [measurement = '', ...tagParts] = keyed
  if (measurement === '') return fail('measurement')
  if (tagParts.length > MOST_PARTS) return fail('tooManyParts')
  const tags = tagParts.map(readTag)
  if (tags.some((tag) => tag === undefined)) return fail('tags')
  const sorted = (tags as (readonly [string, string])[]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  if (sorted.some(([name], index) => name === sorted[index - 1]?.[0])) return fail('repeatedTag')
  const fieldsFrom = skipSpaces(text, behindHead)
  const [body, behindBody] = takeUntil(text, fieldsFrom, ' ', true)
  if (body === '') return fail('fields')
  const fieldParts = splitOutside(body, ',', true)
  if (fieldParts.length > MOST_PARTS) return fail('tooManyParts')
  const fields = new Map<string, LineField['value']>()
  for (const part of fieldParts) {
    const [name, from] = takeUntil(part, 0, '=')
    if (name === '' || from > part.length) return fail('fields')
    const value = readValue(part.slice(from))
    if (value === undefined) return fail('fieldValue')
    fields.set(unescapeName(name), value)
  }
  const point = {
    line,
    measurement: unescapeName(measurement, false),
    tags: sorted,
    fields: [...fields].map(([name, value]) => ({ name, value })),
  }
  const stamp = text.slice(behindBody).trim()
  if (stamp === '') return point
  if (!/^-?\d{1,30}$/.test(stamp)) return fail('timestamp')
  const ms = (BigInt(stamp) * unit) / 1_000_000n
  if (ms > MOST_MS || ms < -MOST_MS) return fail('timestamp')
  return { ...point, atMs: Number(ms) }
}

function readTag(part: string): readonly [string, string] | undefined {
  const [name, from] = takeUntil(part, 0, '=')
  const value = part.slice(from)
  if (name === '' || value === '' || from > part.length) return undefined
  return [unescapeName(name), unescapeName(value)]
}

const floats = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/
const truths: Readonly<Record<string, boolean>> = {
  t: true,
  T: true,
  true: true,
  True: true,
  TRUE: true,
  f: false,
  F: false,
  false: false,
  False: false,
  FALSE: false,
}

function readValue(text: string): LineField['value'] | undefined {
  if (text.startsWith('"'))
    return text.length > 1 && text.endsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : undefined
  if (Object.hasOwn(truths, text)) return truths[text]
  const [, sign = '', digits] = /^([+-]?)(\d{1,40})[iu]$/.exec(text) ?? []
  if (digits !== undefined) return readInteger(sign, BigInt(digits), text.endsWith('u'))
  const value = Number(text)
  return floats.test(text) && Number.isFinite(value) ? value : undefined
}

/** Of 64 bits, as the other end has them. */
function readInteger(sign: string, size: bigint, isUnsigned: boolean): number | undefined {
  const isNegative = sign === '-'
  const most = isUnsigned ? (isNegative ? -1n : 2n ** 64n - 1n) : isNegative ? 2n ** 63n : 2n ** 63n - 1n
  return size > most ? undefined : Number(isNegative ? -size : size)
}

/** The text up to an unescaped mark and the position behind the mark; of fields, a mark in a string does not count. */
function takeUntil(text: string, from: number, mark: string, hasStrings = false): readonly [string, number] {
  let isInString = false
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\' && escapes(text[at + 1], isInString)) at += 1
    else if (hasStrings && text[at] === '"' && (isInString || text[at - 1] === '=')) isInString = !isInString
    else if (text[at] === mark && !isInString) return [text.slice(from, at), at + 1]
  }
  return [text.slice(from), text.length + 1]
}

function splitOutside(text: string, mark: string, hasStrings: boolean): readonly string[] {
  const parts: string[] = []
  let at = 0
  while (at <= text.length && parts.length <= MOST_PARTS + 1) {
    const [part, next] = takeUntil(text, at, mark, hasStrings)
    parts.push(part)
    if (next > text.length) {
      // A mark at the end leaves an empty last part.
      if (next === text.length + 1 && text.endsWith(mark) && at + part.length < text.length) parts.push('')
      break
    }
    at = next
  }
  return parts
}

/** Before any other character a backslash stands for itself, also before another one in a name. */
const escapes = (next: string | undefined, isInString: boolean): boolean =>
  next !== undefined && (isInString ? '"\\' : ',= ').includes(next)

const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

/** A backslash before any other character stands for itself. */
const unescapeName = (text: string, hasEquals = true): string =>
  text.replace(hasEquals ? /\\([,= ])/g : /\\([, ])/g, '$1')
