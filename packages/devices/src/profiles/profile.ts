import type { DeviceType } from '@heliograph/domain/device.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { RecordLayout } from '../wire/solarman-v5/record-layout.ts'
import type { FaultWord } from './fault-word.ts'
import { registerSpan } from './register.ts'

/** A value worked out from others: a product of two, or a sum less another sum. Never sent, only decoded. */
export type Computed = Readonly<{
  quantity: QuantityId
  product?: readonly [QuantityId, QuantityId]
  sum?: readonly QuantityId[]
  less?: readonly QuantityId[]
}>

export type InverterStateName = 'waiting' | 'checking' | 'standby' | 'normal' | 'fault' | 'permanent-fault'

export type Profile = Readonly<{
  id: string
  maker: string
  model: string
  deviceType: DeviceType
  /** Has a battery. */
  hybrid: boolean
  /**
   * verified: captured frames are compared with what the maker's cloud or a real log says. stated: frames composed from
   * published tables are. experimental: neither; the raw payload should be kept beside the values.
   */
  confidence: 'verified' | 'stated' | 'experimental'
  /** At most; a device may say that it has fewer in what it sends. */
  mpptCount: number
  phaseCount: number
  /** Code of `inverterState` -> what it means; empty when the device sends none. */
  stateNames: Readonly<Record<number, InverterStateName>>
  /** Codes of `inverterState` from here on are faults, listed in `faults` or not. */
  faultsFromState?: number
  faults: readonly FaultWord[]
  /** How its values come. A second way (registers that are asked for, topics) is a second kind here, told by `wire`. */
  reads: RecordLayout
  computed: readonly Computed[]
  /** Quantities that are left out together while all of them read zero: wiring that this device does not have. */
  silentTogether?: readonly (readonly QuantityId[])[]
}>

/** The power of each PV input as volts times amperes, and their sum. */
export function stringPowers(inputs: readonly (1 | 2 | 3 | 4)[], total: 'sum' | 'own'): readonly Computed[] {
  const each = inputs.map(
    (n): Computed => ({ quantity: `pv${n}PowerW`, product: [`pv${n}VoltageV`, `pv${n}CurrentA`] }),
  )
  return total === 'own' ? each : [...each, { quantity: 'pvPowerW', sum: inputs.map((n) => `pv${n}PowerW` as const) }]
}

/** Everything the profile can deliver, computed values included, each once. */
export const profileQuantities = (profile: Profile): QuantityId[] => [
  ...new Set([...profile.reads.fields, ...profile.computed].map((entry) => entry.quantity)),
]

/** What an energy counter moves in and where it starts again, both Wh, or undefined when it is no register here. */
export function counterRegister(
  profile: Profile,
  quantity: QuantityId,
): Readonly<{ stepWh: number; wrapsAtWh: number }> | undefined {
  const found = profile.reads.fields.find((entry) => entry.quantity === quantity)
  if (!found || getQuantity(quantity).kind !== 'counter') return undefined
  return { stepWh: Math.max(found.scale, found.resolutionWh ?? 0), wrapsAtWh: found.scale * registerSpan(found.type) }
}
