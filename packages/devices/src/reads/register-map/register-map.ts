import type { QuantityId } from '@heliograph/domain/quantities.ts'

/** Register maps of devices that a logger can be asked about (Modbus over its own connection), as data in `maps/`. */

export type RegisterType = 'u16' | 's16' | 'u32' | 's32' | 'ascii'

/** How a register is written; `block`: these registers are written together, `set` in the same turn. */
export type RegisterWrite = Readonly<{
  control: 'number' | 'select' | 'switch'
  min?: number
  max?: number
  step?: number
  /** Raw values of a switch, 1 and 0 unless given. */
  on?: number
  off?: number
  block?: Readonly<{
    register: number
    count: number
    set?: readonly Readonly<{ register: number; value: number }>[]
  }>
}>

export type RegisterItem = Readonly<{
  id: string
  /** The short technical English term of the source. */
  label: string
  group: string
  unit?: string
  /** 3 holding registers, 4 input registers. */
  function: 3 | 4
  /** Numbers: low word first; text: in reading order. */
  registers: readonly number[]
  type: RegisterType
  /** The measured quantity, where it is one of ours and its sign is known. */
  quantity?: QuantityId
  /** The device's sign is the opposite of ours. */
  turn?: true
  /** value = (raw - offset) x scale */
  scale?: number
  offset?: number
  mask?: number
  divide?: number
  /** Raw values that mean "no value". */
  invalid?: readonly number[]
  rawRange?: Readonly<{ min?: number; max?: number }>
  floorZero?: boolean
  negate?: boolean
  /** Names of codes. */
  lookup?: Readonly<Record<string, string>>
  /** Exists only where the device has at least this many. */
  needs?: Readonly<{ mppt?: number; phases?: number }>
  write?: RegisterWrite
}>

export type RegisterMap = Readonly<{
  id: string
  source: string
  license: string
  /** The longest block that is read at once, and the largest hole that may be read over. */
  maxRegisters: number
  maxGap: number
  items: readonly RegisterItem[]
}>

/** A value of a register: a number in the item's unit, a text, or null where the device says none. */
export type RegisterValue = number | string | null

type ReadWord = (address: number) => number | undefined

/**
 * The value of an item from the words that were read.
 * @returns undefined when one of its registers was not read; null for "no value"
 */
export function decodeRegister(item: RegisterItem, read: ReadWord): RegisterValue | undefined {
  const words = item.registers.map(read)
  if (!words.every((word) => word !== undefined)) return undefined
  if (item.type === 'ascii') return readAscii(words)
  const raw = toRaw(item.type, words)
  const { invalid, rawRange, mask, offset = 0, scale = 1, divide } = item
  const unsigned = words.reduceRight((sum, word) => sum * 0x10000 + word, 0)
  if (invalid?.includes(unsigned)) return null
  if (raw < (rawRange?.min ?? -Infinity) || raw > (rawRange?.max ?? Infinity)) return null
  const masked = mask === undefined ? raw : (raw & mask) >>> 0
  const scaled = roundTo((masked - offset) * scale)
  const divided = divide === undefined ? scaled : Math.floor(scaled / divide)
  const shown = item.floorZero ? Math.max(0, divided) : divided
  return item.negate ? 0 - shown : shown
}

/**
 * The words that make an item show a value, low word first.
 * @throws RangeError for an item that is not written, or a value outside its bounds, steps or codes
 */
export function encodeRegister(item: RegisterItem, value: number): readonly number[] {
  const { write, type, scale = 1, offset = 0, rawRange } = item
  if (!write || type === 'ascii' || item.mask !== undefined || item.divide !== undefined)
    throw new RangeError(`${item.id} is not written`)
  const raw = Math.round((item.negate ? 0 - value : value) / scale + offset)
  const isWhole = Math.abs(roundTo((raw - offset) * scale) - (item.negate ? 0 - value : value)) < 1e-9
  const isStep = write.step === undefined || Math.abs(value / write.step - Math.round(value / write.step)) < 1e-6
  const isInside =
    value >= (write.min ?? -Infinity) &&
    value <= (write.max ?? Infinity) &&
    raw >= Math.max(rawRange?.min ?? -Infinity, lowest[type]) &&
    raw <= Math.min(rawRange?.max ?? Infinity, highest[type])
  const isCode =
    write.control === 'number' ||
    (write.control === 'switch'
      ? raw === (write.on ?? 1) || raw === (write.off ?? 0)
      : item.lookup?.[String(raw)] !== undefined)
  if (!Number.isFinite(value) || !isWhole || !isStep || !isInside || !isCode)
    throw new RangeError(`${item.id} takes no ${value}`)
  const unsigned = raw < 0 ? raw + 0x1_0000_0000 : raw
  return item.registers.map((_, index) => Math.floor(unsigned / 0x10000 ** index) % 0x10000)
}

const lowest = { u16: 0, s16: -0x8000, u32: 0, s32: -0x8000_0000 } as const
const highest = { u16: 0xffff, s16: 0x7fff, u32: 0xffff_ffff, s32: 0x7fff_ffff } as const

function toRaw(type: Exclude<RegisterType, 'ascii'>, words: readonly number[]): number {
  const unsigned = words.reduceRight((sum, word) => sum * 0x10000 + word, 0)
  return type[0] === 's' && unsigned > highest[type] ? unsigned + 2 * lowest[type] : unsigned
}

/** Scales like 0.1 leave a tail of digits. */
const roundTo = (value: number): number => Math.round(value * 1e6) / 1e6

function readAscii(words: readonly number[]): string | null {
  const text = words
    .flatMap((word) => [word >> 8, word & 0xff])
    .filter((byte) => byte >= 0x20 && byte < 0x7f)
    .map((byte) => String.fromCharCode(byte))
    .join('')
    .trim()
  return text === '' ? null : text
}
