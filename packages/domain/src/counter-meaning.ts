/** Meaning of a hybrid's lifetime counter of generation. */
import { flowCounters } from './energy-flow.ts'
import type { QuantityId } from './quantities.ts'

/** pv: what the panels make. acOutput: what leaves the inverter, with what its battery gives. */
export const counterMeanings = ['pv', 'acOutput'] as const
export type CounterMeaning = (typeof counterMeanings)[number]

/** Origin of a meaning: a person before the profile of the model, and that before the evidence of nights. */
export type MeaningSource = 'person' | 'profile' | 'nights'

/** The meaning that applies, and its origin; null: none is known, so the counter is read as it is. */
export function findMeaning(
  stated: CounterMeaning | null,
  ofProfile: CounterMeaning | undefined,
  isLearned: boolean,
): Readonly<{ meaning: CounterMeaning; source: MeaningSource }> | null {
  if (stated !== null) return { meaning: stated, source: 'person' }
  if (ofProfile !== undefined) return { meaning: ofProfile, source: 'profile' }
  return isLearned ? { meaning: 'acOutput', source: 'nights' } : null
}

/**
 * Whether a device reports enough to separate its counter from its battery: both powers, or both counters of the
 * battery. @param quantities of the device
 */
export function mayHoldBattery(quantities: readonly QuantityId[]): boolean {
  const has = (...ids: readonly QuantityId[]): boolean => ids.every((id) => quantities.includes(id))
  return (
    has(flowCounters.generation.total) &&
    (has('pvPowerW', 'batteryPowerW') || has(flowCounters.charge.total, flowCounters.discharge.total))
  )
}
