import type { AppendResult } from '../../fleet/telemetry/telemetry.ts'
import type { Fate } from './admission.ts'
import type { Arrival } from './arrival.ts'
import type { Batch } from './batch.ts'
import type { RawReason } from './raw-reason.ts'

/**
 * The outcome of an arrival's record: a new sample, an existing one, a record that waits for the logger's owner, one of
 * a logger without an owner that may be or was deleted, one of a device that its owner discarded or moved away, or a payload kept raw
 * for this reason. undefined: there was no record.
 */
export type Outcome = 'stored' | 'repeated' | 'waiting' | 'discarded' | Fate | RawReason | undefined

export function outcomesOf(
  { plan, placed, raws, discarded, admitted, judged }: Batch,
  result: AppendResult | undefined,
): ReadonlyMap<Arrival, Outcome> {
  const outcomes = new Map<Arrival, Outcome>()
  for (const arrival of plan.repeated) outcomes.set(arrival, 'repeated')
  for (const arrival of plan.waiting) outcomes.set(arrival, 'waiting')
  for (const { arrival, reason } of raws) outcomes.set(arrival, reason)
  for (const [index, { reading }] of placed.entries())
    outcomes.set(reading.arrival, result?.outcomes[index]?.stored ? 'stored' : 'repeated')
  for (const { reading } of discarded) outcomes.set(reading.arrival, 'discarded')
  for (const arrival of judged.refused) outcomes.set(arrival, 'refused')
  for (const [arrival, fate] of admitted.fates) outcomes.set(arrival, fate)
  return outcomes
}
