import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type Computed, type ReadModel, recordOf, registersOf } from '../reads/reads.ts'
import { registerSpan } from '../reads/register.ts'
import { counterItem } from '../reads/register-map/counter-item.ts'
import type { FaultWord } from './fault-word.ts'

export type InverterStateName = 'waiting' | 'checking' | 'standby' | 'normal' | 'fault' | 'permanent-fault'

/** A device model: what it is, and how its devices are read. */
export type Profile = ReadModel &
  Readonly<{
    maker: string
    model: string
    /** Has a battery. */
    hybrid: boolean
    /** Meaning of its lifetime counter of generation, where that is known; else its nights show it. */
    counterMeaning?: CounterMeaning | undefined
    /**
     * verified: captured frames match the manufacturer's cloud or a real log. stated: frames built from published tables
     * match them. experimental: neither; the raw payload should be kept beside the values.
     */
    confidence: 'verified' | 'stated' | 'experimental'
    /** The meaning of each code of `inverterState`; empty when the device sends none. */
    stateNames: Readonly<Record<number, InverterStateName>>
    /** Codes of `inverterState` from here on are faults, listed in `faults` or not. */
    faultsFromState?: number | undefined
    faults: readonly FaultWord[]
  }>

/** The power of each PV input as volts times amperes, and their sum. */
export function stringPowers(inputs: readonly (1 | 2 | 3 | 4)[], total: 'sum' | 'own'): readonly Computed[] {
  const each = inputs.map(
    (n): Computed => ({ quantity: `pv${n}PowerW`, product: [`pv${n}VoltageV`, `pv${n}CurrentA`] }),
  )
  return total === 'own' ? each : [...each, { quantity: 'pvPowerW', sum: inputs.map((n) => `pv${n}PowerW` as const) }]
}

/**
 * Everything that the profile delivers, derived values included, each once; undefined for one that is read by registers:
 * its devices have the parts that they have, and what they sent tells.
 */
export function profileQuantities(profile: Profile): readonly QuantityId[] | undefined {
  const record = recordOf(profile)
  if (record === undefined) return undefined
  let found = quantitiesOf.get(profile)
  if (found === undefined) {
    found = [...new Set([...record.fields, ...profile.computed].map((entry) => entry.quantity))]
    quantitiesOf.set(profile, found)
  }
  return found
}
const quantitiesOf = new WeakMap<Profile, readonly QuantityId[]>()

/** The step and the roll-over of an energy counter, both Wh, or undefined when it is no register here. */
export function counterRegister(
  profile: Profile,
  quantity: QuantityId,
): Readonly<{ stepWh: number; wrapsAtWh: number }> | undefined {
  if (getQuantity(quantity).kind !== 'counter') return undefined
  const record = recordOf(profile)
  const found = record?.fields.find((entry) => entry.quantity === quantity)
  if (found)
    return { stepWh: Math.max(found.scale, found.resolutionWh ?? 0), wrapsAtWh: found.scale * registerSpan(found.type) }
  const map = record ? undefined : registersOf(profile)
  return map && counterItem(map, quantity)
}
