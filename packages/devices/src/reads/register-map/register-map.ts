import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { ReadFunction } from '@heliograph/wires/modbus/rtu.ts'
import type { NumberType } from './number-words.ts'

/** Register maps: what the registers of a family hold, as data in `maps/`. docs/connect/models.md describes each key. */

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

/** Raw values that mean "no value"; numbers beyond 2^53 as hexadecimal text. */
export type BlankValues = readonly (number | string)[]
export type Range = Readonly<{ min?: number; max?: number; else?: number | string }>

/** A term of a computed item: terms are joined from left to right, starting at 0. */
export type Term = Readonly<{
  op: '+' | '-' | '*' | '/'
  registers: readonly number[]
  type: NumberType
  function?: ReadFunction
  scale?: number
  offset?: number
  mask?: number
  invalid?: BlankValues
  /** The value of a term that has none; without this the item has none either. */
  ifInvalid?: number
  times?: Omit<Term, 'op' | 'times'>
  needs?: Needs
}>

/** The item exists only where the device has at least this many. */
export type Needs = Readonly<{ mppt?: number; phases?: number; packs?: number; strings?: number }>

export type ItemType = NumberType | 'ascii' | 'bits' | 'version' | 'datetime' | 'timeofday' | 'computed'

export type RegisterItem = Readonly<{
  id: string
  /** The short technical English term of the source. */
  label: string
  group: string
  unit?: string
  /** 3 holding registers, 4 input registers. */
  function: ReadFunction
  /** Numbers: low word first; text, versions and times: in reading order. Empty for a computed item. */
  registers: readonly number[]
  type: ItemType
  /** The measured quantity, where it is one of ours and its sign is known. */
  quantity?: QuantityId
  /** The device's sign is the opposite of ours. */
  turn?: true
  /** Turned where a bit of another item is set: devices that send an amount and say its direction elsewhere. */
  turnWhen?: Readonly<{ item: string; bit: number }>
  /** The value is this quantity only while the other item shows one of these raw values. */
  when?: readonly Readonly<{ item: string; in: readonly number[] }>[]
  /** value = (raw - offset) x scale */
  scale?: number
  /** Firmwares differ: taken where the value lies outside `within` by the first scale and inside by this one. */
  otherScale?: number
  /** The possible range for this device in the unit shown, narrower than for its quantity. */
  within?: readonly [min: number, max: number]
  offset?: number
  mask?: number
  bit?: number
  divide?: number
  signMagnitude?: true
  invalid?: BlankValues
  rawRange?: Range
  valid?: Range
  floorZero?: boolean
  negate?: boolean
  /** Names of codes, and of bits that are set. */
  lookup?: Readonly<Record<string, string>>
  bits?: Readonly<Record<string, string>>
  computed?: readonly Term[]
  version?: Readonly<{ radix: number; digitSeparator?: string; wordSeparator?: string; remove?: string }>
  datetime?: 'packed-bytes' | 'one-per-word'
  timeofday?: Readonly<{ split: number; digits: 'dec' | 'hex'; hoursIn?: 'low'; asciiOffset?: number }>
  needs?: Needs
  /** Tags that the device must have, as an expression: `HYBRID & !GEN5 | X3`. */
  models?: string
  /** Per form of the family a patch; null removes a key, `absent` the item. */
  variants?: readonly Readonly<Record<string, unknown>>[]
  write?: RegisterWrite
}>

export type RegisterMap = Readonly<{
  id: string
  source: string
  license: string
  maker?: string
  family?: string
  models?: readonly string[]
  /** Names of the forms that the family has. */
  variants?: readonly string[]
  /** The longest block that is read at once, and the largest hole that may be read over. */
  maxRegisters: number
  maxGap: number
  items: readonly RegisterItem[]
}>

/** A value of a register: a number in the item's unit, a text, or null where the device says none. */
export type RegisterValue = number | string | null
