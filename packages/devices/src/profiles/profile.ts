import type { DeviceType } from '@heliograph/domain/device.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type RegisterType, registerSpan } from './register.ts'

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
  /** Belongs to this PV input: left out when the device says that it has fewer. */
  mppt?: number
}>

/** A value worked out from others: a product of two, or a sum less another sum. Never sent, only decoded. */
export type Computed = Readonly<{
  quantity: QuantityId
  product?: readonly [QuantityId, QuantityId]
  sum?: readonly QuantityId[]
  less?: readonly QuantityId[]
}>

export type TextField = Readonly<{ name: string; at: number; length: number; as: 'ascii' | 'hex16le' }>

/** Year (less 2000), month, day, hour, minute, second, one register after the other. */
export type ClockField = Readonly<{ at: number; type: 'u8' | 'u16le' | 'u16be' }>

export type InverterStateName = 'waiting' | 'checking' | 'standby' | 'normal' | 'fault' | 'permanent-fault'

export type Profile = Readonly<{
  id: string
  sensorType: number
  maker: string
  model: string
  deviceType: DeviceType
  /** Has a battery. */
  hybrid: boolean
  /**
   * verified: compared with what the maker's cloud or a real log says. stated: by public sources, no frame compared.
   * experimental: one source or an inference; the raw payload should be kept beside the values.
   */
  confidence: 'verified' | 'stated' | 'experimental'
  /** At most; a device may say that it has fewer (`mpptCountAt`). */
  mpptCount: number
  phaseCount: number
  /** Code of `inverterState` -> what it means; empty when the device sends none. */
  stateNames: Readonly<Record<number, InverterStateName>>
  /** Bytes; a shorter payload is decoded as far as it goes. */
  payloadLength: number
  serial: Readonly<{ at: number; length: number }>
  texts: readonly TextField[]
  clock?: ClockField
  fields: readonly Field[]
  computed: readonly Computed[]
  mpptCountAt?: number
  phaseCountAt?: number
  /** Quantities that are left out together while all of them read zero: wiring that this device does not have. */
  silentTogether?: readonly (readonly QuantityId[])[]
  /** The values are registers of a Modbus reply that begins here: unit, function, byte count. */
  modbusBlock?: Readonly<{ at: number; byteCount: number }>
}>

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

/** The power of each PV input as volts times amperes, and their sum. */
export function stringPowers(inputs: readonly (1 | 2 | 3 | 4)[], total: 'sum' | 'own'): readonly Computed[] {
  const each = inputs.map(
    (n): Computed => ({ quantity: `pv${n}PowerW`, product: [`pv${n}VoltageV`, `pv${n}CurrentA`] }),
  )
  return total === 'own' ? each : [...each, { quantity: 'pvPowerW', sum: inputs.map((n) => `pv${n}PowerW` as const) }]
}

/** Everything the profile can deliver, computed values included, each once. */
export const profileQuantities = (profile: Profile): QuantityId[] => [
  ...new Set([...profile.fields, ...profile.computed].map((entry) => entry.quantity)),
]

/** What an energy counter moves in and where it starts again, both Wh, or undefined when it is no register here. */
export function counterRegister(
  profile: Profile,
  quantity: QuantityId,
): Readonly<{ stepWh: number; wrapsAtWh: number }> | undefined {
  const found = profile.fields.find((entry) => entry.quantity === quantity)
  if (!found || getQuantity(quantity).kind !== 'counter') return undefined
  return { stepWh: Math.max(found.scale, found.resolutionWh ?? 0), wrapsAtWh: found.scale * registerSpan(found.type) }
}
