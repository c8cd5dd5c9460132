import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Evidence, Pace } from '../modbus/dialog.ts'
import type { NumberType } from './number-words.ts'
import type { RegisterMap } from './register-map.ts'

/** A condition on an item that a device of the family meets: all of those that are given. */
export type Test = Readonly<{
  item: string
  /** The raw number is one of these. */
  in?: readonly number[]
  /** The raw number is none of these: codes of a family that has a map of its own. */
  notIn?: readonly number[]
  /** The text matches this regular expression. */
  matches?: string
  /** The value, in the item's unit, lies in this range. */
  between?: readonly [min: number, max: number]
  /** This one passes instead: newer devices of some families leave a register empty. */
  or?: Test
}>

/** A number of parts: the value of an item, perhaps only some bits of it. */
export type PartCount = Readonly<{ item: string; mask?: number; shift?: number; most?: number }>

/** Signs by which a family is recognized and told from others. */
export type Identification = Readonly<{
  tests: readonly Test[]
  why: Evidence
  /** When all tests pass. */
  confidence: number
  serial?: string
  model?: string
  firmware?: string
  /** The form of the family, by the raw value of an item or by a text that it matches. */
  variant?: Readonly<{
    item: string
    of?: Readonly<Record<string, number>>
    matches?: readonly (readonly [string, number])[]
  }>
  counts?: Readonly<Partial<Record<'mppt' | 'phases' | 'packs' | 'strings', PartCount>>>
}>

/** The device behind a map whose items have their quantities and signs: it is offered. */
export type DeviceDescription = Readonly<{
  model: string
  type: DeviceType
  hybrid: boolean
  confidence: 'verified' | 'stated' | 'experimental'
  /** Evidence for the values: a capture, the source's own parser, a second source. */
  verifiedBy: string
  counterMeaning?: CounterMeaning
  /** Modbus units to try, most likely first. */
  units: readonly number[]
  pace?: Partial<Pace>
  /** One connection only: the maker's cloud or app goes dark while ours is open. */
  isSingle?: true
  identify: Identification
  /** Tags of the model expressions in `items`, by form. */
  tags?: readonly (readonly string[])[]
  /** Raw values of numbers that mean "no value" in the whole family, besides those of the type. */
  blanks?: Readonly<Partial<Record<NumberType, readonly number[]>>>
  /** The item that holds the state, and our names of its codes. */
  states?: Readonly<{ names: Readonly<Record<string, string>>; faultsFrom?: number }>
  computed?: readonly Readonly<{
    quantity: QuantityId
    product?: readonly [QuantityId, QuantityId]
    sum?: readonly QuantityId[]
    less?: readonly QuantityId[]
  }>[]
}>

export type DescribedMap = RegisterMap & Readonly<{ maker: string; family: string; device: DeviceDescription }>
