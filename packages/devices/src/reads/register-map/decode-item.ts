import type { ReadWords } from '../modbus/replies.ts'
import { type NumberType, numberTypes, readNumber, toUnsigned } from './number-words.ts'
import type { BlankValues, Range, RegisterItem, RegisterValue, Term } from './register-map.ts'
import { readAscii, readClockTime, readDateTime, readVersion } from './text-words.ts'

const numbers: ReadonlySet<string> = new Set(numberTypes)
/** Whether the type of an item is a number in registers. */
export const isNumberType = (type: string): type is NumberType => numbers.has(type)

/**
 * The value of an item from the words that were read.
 * @returns undefined when its registers were not read, or not in one reply; null for "no value"
 */
export function decodeRegister(item: RegisterItem, read: ReadWords): RegisterValue | undefined {
  if (item.type === 'computed') return decodeComputed(item, read)
  const words = read(item.function, item.registers)
  if (words === undefined) return undefined
  return isNumberType(item.type) ? decodeNumber(item, item.type, words) : decodeText(item, words)
}

function decodeText(item: RegisterItem, words: readonly number[]): string | null {
  if (item.type === 'ascii') return readAscii(words)
  if (item.type === 'version') return item.version ? readVersion(words, item.version) : null
  if (item.type === 'datetime') return readDateTime(words, item.datetime ?? 'one-per-word')
  if (item.type === 'timeofday') return item.timeofday ? readClockTime(words, item.timeofday) : null
  return words.map((word) => `0x${word.toString(16).padStart(4, '0').toUpperCase()}`).join(' ')
}

function decodeNumber(item: RegisterItem, type: NumberType, words: readonly number[]): RegisterValue {
  const { invalid, rawRange, mask, bit, offset = 0, scale = 1, divide, valid } = item
  if (isInvalid(invalid, words)) return null
  const raw = readNumber(type, words, item.signMagnitude)
  if (!Number.isFinite(raw)) return null
  if (!isInside(rawRange, raw)) return rawRange?.else ?? null
  const masked = mask === undefined ? raw : Number(BigInt(toUnsigned(words)) & BigInt(mask))
  const single = bit === undefined ? masked : Number((BigInt(Math.trunc(masked)) >> BigInt(bit)) & 1n)
  const scaled = roundOff((single - offset) * scale)
  const divided = divide === undefined ? scaled : Math.floor(scaled / divide)
  const floored = item.floorZero ? Math.max(0, divided) : divided
  const value = item.negate ? 0 - floored : floored
  return isInside(valid, value) ? value : (valid?.else ?? null)
}

const isInside = (range: Range | undefined, value: number): boolean =>
  value >= (range?.min ?? Number.NEGATIVE_INFINITY) && value <= (range?.max ?? Number.POSITIVE_INFINITY)

function isInvalid(invalid: BlankValues | undefined, words: readonly number[]): boolean {
  if (invalid === undefined) return false
  const unsigned = BigInt(toUnsigned(words))
  return invalid.some((blank) => BigInt(blank) === unsigned)
}

function decodeComputed({ computed = [], valid }: RegisterItem, read: ReadWords): number | null | undefined {
  let sum = 0
  for (const term of computed) {
    const value = decodeTerm(term, read)
    if (value === undefined || value === null) return value
    if (term.op === '+') sum += value
    else if (term.op === '-') sum -= value
    else if (term.op === '*') sum *= value
    else if (value !== 0) sum /= value
    else return null
  }
  const value = roundOff(sum)
  return isInside(valid, value) ? value : null
}

function decodeTerm(term: Omit<Term, 'op'>, read: ReadWords): number | null | undefined {
  const { registers, type, scale = 1, offset = 0, mask, invalid, ifInvalid = null, times } = term
  const words = read(term.function ?? 3, registers)
  if (words === undefined) return undefined
  const raw = isInvalid(invalid, words) ? Number.NaN : readNumber(type, words)
  if (!Number.isFinite(raw)) return ifInvalid
  const masked = mask === undefined ? raw : Number(BigInt(toUnsigned(words)) & BigInt(mask))
  const factor = times ? decodeTerm(times, read) : 1
  if (factor === undefined || factor === null) return factor === null ? ifInvalid : undefined
  return (masked - offset) * scale * factor
}

/** Scales like 0.1 leave a tail of digits. */
export const roundOff = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
