import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { RegisterType } from '../register.ts'

/**
 * A value in the payload. `at` counts bytes from the start of the 0x42 payload. The value in base units is (raw -
 * offset) x scale, negated when the device's sign convention is the opposite of ours.
 */
export type Field = Readonly<{
  at: number
  type: RegisterType
  quantity: QuantityId
  scale: number
  offset?: number
  inverted?: true
  /**
   * Counters only: the step by which the device really moves the register, Wh. Often coarser than the register's scale:
   * a Solis total has a register of 0.1 kWh and moves in whole kWh.
   */
  resolutionWh?: number
  /**
   * The possible range for this device, narrower than for its quantity; 0 is always possible, because the device may
   * lack the part.
   */
  within?: readonly [min: number, max: number]
  /** The number of this PV input: left out when the device reports fewer. */
  mppt?: number
}>

export type TextField = Readonly<{ name: string; at: number; length: number; as: 'ascii' | 'hex16le' }>

/** Year (minus 2000), month, day, hour, minute, second, in consecutive registers. */
export type ClockField = Readonly<{ at: number; type: 'u8' | 'u16le' | 'u16be' }>

/**
 * Firmwares differ in the scale of a record. If the fields' scales make `decidedBy` impossible, these scales are tried for
 * all of them; if it is impossible with both, the values are unknown.
 */
export type OtherScales = Readonly<{ decidedBy: QuantityId; scales: Partial<Readonly<Record<QuantityId, number>>> }>

/** The layout of a device's values behind the head of a 0x42 payload: one kind of `reads` of a profile. */
export type RecordLayout = Readonly<{
  wire: 'solarman-v5'
  sensorType: number
  /** Bytes; a shorter payload is decoded as far as it goes. */
  payloadLength: number
  /** Only payloads of these lengths have this layout; other devices use the same sensor type with other lengths. */
  lengths?: readonly number[]
  serial: Readonly<{ at: number; length: number }>
  texts: readonly TextField[]
  clock?: ClockField
  fields: readonly Field[]
  mpptCountAt?: number
  phaseCountAt?: number
  otherScales?: OtherScales
  /** The values are registers of a Modbus reply that starts here: unit, function, byte count. */
  modbusBlock?: Readonly<{ at: number; byteCount: number }>
}>

/** A register at byte `at` of the payload. One raw count is `scale` of the base unit of the quantity. */
export function field(
  at: number,
  type: RegisterType,
  quantity: QuantityId,
  scale = 1,
  more: Partial<Field> = {},
): Field {
  return { at, type, quantity, scale, ...more }
}

/** An energy counter: each states its step, with the source in the profile. */
export const counter = (
  at: number,
  type: RegisterType,
  quantity: QuantityId,
  scale: number,
  resolutionWh: number,
  more: Partial<Field> = {},
): Field => field(at, type, quantity, scale, { ...more, resolutionWh })
