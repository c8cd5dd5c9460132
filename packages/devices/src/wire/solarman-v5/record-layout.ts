import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { RegisterType } from '../../profiles/register.ts'

/**
 * A value in the payload. `at` counts bytes from the start of the 0x42 payload. The value in base units is
 * (raw - offset) x scale, turned round when the device's sign is the opposite of ours.
 */
export type Field = Readonly<{
  at: number
  type: RegisterType
  quantity: QuantityId
  scale: number
  offset?: number
  inverted?: true
  /**
   * Counters only: what the device really moves the register by, Wh. Coarser than the register's scale more often than
   * not: a Solis total has a register of 0.1 kWh and moves in whole kWh.
   */
  resolutionWh?: number
  /** What is possible for this device, narrower than for its quantity; 0 always is, for it may lack the part. */
  within?: readonly [min: number, max: number]
  /** Belongs to this PV input: left out when the device says that it has fewer. */
  mppt?: number
}>

export type TextField = Readonly<{ name: string; at: number; length: number; as: 'ascii' | 'hex16le' }>

/** Year (less 2000), month, day, hour, minute, second, one register after the other. */
export type ClockField = Readonly<{ at: number; type: 'u8' | 'u16le' | 'u16be' }>

/**
 * Firmwares of one record differ in scale. Where `told` does not come out as possible by the scales of the fields, it is
 * tried by these, and all of them are taken together; where it is possible by neither, the others are not known.
 */
export type OtherScales = Readonly<{ told: QuantityId; scales: Partial<Readonly<Record<QuantityId, number>>> }>

/** How a device lays out its values behind the head of a 0x42 payload: one kind of `reads` of a profile. */
export type RecordLayout = Readonly<{
  wire: 'solarman-v5'
  sensorType: number
  /** Bytes; a shorter payload is decoded as far as it goes. */
  payloadLength: number
  /** Only payloads of these lengths have this layout; another device sends others under the same sensor type. */
  lengths?: readonly number[]
  serial: Readonly<{ at: number; length: number }>
  texts: readonly TextField[]
  clock?: ClockField
  fields: readonly Field[]
  mpptCountAt?: number
  phaseCountAt?: number
  otherScales?: OtherScales
  /** The values are registers of a Modbus reply that begins here: unit, function, byte count. */
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

/** An energy counter: every one states what it moves in, with the source in the profile. */
export const counter = (
  at: number,
  type: RegisterType,
  quantity: QuantityId,
  scale: number,
  resolutionWh: number,
  more: Partial<Field> = {},
): Field => field(at, type, quantity, scale, { ...more, resolutionWh })
