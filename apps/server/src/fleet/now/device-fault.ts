import { activeFaults, stateName } from '@heliograph/devices/catalog/faults.ts'
import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Newest } from '../telemetry/telemetry.ts'
import type { DevicePlan } from './plant-plan.ts'

/** A fault that a device reports of itself. */
export type ReportedFault = Readonly<{ kind: 'faultCode' | 'faultState'; code: string | null; sinceMs: number }>

/** Quantities by which a device reports its own faults. */
export const faultQuantities = ['faultCode1', 'faultCode2', 'inverterState'] as const satisfies readonly QuantityId[]

const EVER = Number.NEGATIVE_INFINITY

/** By the newest report of the device, however old: a fault stays until the device clears it. */
export function readFault(known: ReportedFault | null, { profile }: DevicePlan, after: Newest): ReportedFault | null {
  // By far the most common case: no code, and a state that is known to be no fault.
  const isCodeless = !after.valueSince('faultCode1', EVER) && !after.valueSince('faultCode2', EVER)
  if (isCodeless && isHarmless(profile, after.valueSince('inverterState', EVER))) return null
  const read = faultQuantities.flatMap((quantity) => {
    const found = after.valueOf(quantity)
    return found === undefined ? [] : [{ quantity, ...found }]
  })
  if (read.length === 0) return null
  const values = Object.fromEntries(read.map(({ quantity, value }) => [quantity, value]))
  const sinceMs = known?.sinceMs ?? Math.max(...read.map(({ atMs }) => atMs))
  const faults = profile === undefined ? [] : activeFaults(profile, values)
  const grave = faults.find(({ severity }) => severity === 'fault')
  if (grave !== undefined) return { kind: 'faultCode', code: grave.code, sinceMs }
  // A word that no table of the profile reads.
  const inTables = new Set(profile?.faults.map(({ quantity }) => quantity))
  const unread = read.find(
    ({ quantity, value }) => quantity !== 'inverterState' && value !== 0 && !inTables.has(quantity),
  )
  if (unread !== undefined) return { kind: 'faultCode', code: String(unread.value), sinceMs }
  const name = profile && stateName(profile, values)
  if (name !== 'fault' && name !== 'permanent-fault') return null
  return { kind: 'faultState', code: String(values.inverterState), sinceMs }
}

const harmless = new WeakMap<Profile, Map<number, boolean>>()

function isHarmless(profile: Profile | undefined, state: number | undefined): boolean {
  if (state === undefined || profile === undefined) return true
  const known = harmless.get(profile) ?? new Map<number, boolean>()
  harmless.set(profile, known)
  const found = known.get(state)
  if (found !== undefined) return found
  const name = stateName(profile, { inverterState: state })
  const isOne =
    name !== 'fault' &&
    name !== 'permanent-fault' &&
    activeFaults(profile, { inverterState: state }).every(({ severity }) => severity !== 'fault')
  // A word of many bits has many values.
  if (known.size < 256) known.set(state, isOne)
  return isOne
}
