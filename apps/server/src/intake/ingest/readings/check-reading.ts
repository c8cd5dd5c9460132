import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getQuantity, isQuantityId, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type { Instant } from '../arrival.ts'
import type { LeftOutValue, PostedReading, PostedValue, ReadingRefusal, RefusedReason } from './posted.ts'

/** A sender's clock may run ahead of ours by this much. */
export const aheadMs = MINUTE_MS
/** Epoch seconds reach this in the year 5138, epoch milliseconds passed it in 1973. */
const LEAST_EPOCH_MS = 1e11
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

export type Checked = Readonly<{ values: Values; leftOutValues: readonly LeftOutValue[]; instant: Instant }>

/**
 * A reading in base units without the values that are impossible, or its first error: a reading of which nothing is left
 * is refused. @param field the position of the error in the request
 */
export function checkReading(
  { at, values }: PostedReading,
  field: string,
  received: Readonly<{ receivedAtMs: number; maxAgeDays: number }>,
): Checked | ReadingRefusal {
  const instant = readInstant(at, received)
  if (typeof instant === 'string') return refuse(instant, `${field}.at`)
  const checked: Partial<Record<QuantityId, number>> = {}
  const leftOutValues: LeftOutValue[] = []
  for (const [id, given] of Object.entries(values)) {
    const value = readValue(id, given)
    const place = `${field}.values.${id}`
    if (value === 'outOfRange') leftOutValues.push({ field: place, reason: value })
    else if (typeof value === 'string') return refuse(value, place)
    else checked[id as QuantityId] = value
  }
  const [first] = leftOutValues
  if (Object.keys(checked).length > 0) return { values: checked, leftOutValues, instant }
  return first ? refuse(first.reason, first.field) : refuse('noValues', `${field}.values`)
}

export const refuse = (reason: RefusedReason, field: string): ReadingRefusal => ({
  code: 'PARAM_ERROR',
  reason,
  // As long as a request allows, and no longer.
  field: field.slice(0, 200),
})

function readValue(id: string, postedValue: PostedValue): number | RefusedReason {
  if (!isQuantityId(id)) return 'unknownQuantity'
  const quantity = getQuantity(id)
  // Integrated here, never sent.
  if (quantity.isEstimate) return 'unknownQuantity'
  const value =
    typeof postedValue === 'number' ? postedValue : toBaseUnit(postedValue.value, postedValue.unit, quantity.unit)
  if (value === undefined) return 'unknownUnit'
  return plausibleValue(quantity, value) ?? 'outOfRange'
}

function readInstant(
  at: string | number | undefined,
  { receivedAtMs, maxAgeDays }: Readonly<{ receivedAtMs: number; maxAgeDays: number }>,
): Instant | RefusedReason {
  if (at === undefined) return { atMs: receivedAtMs, timeSource: 'received' }
  const atMs = Math.round(typeof at === 'number' ? (at < LEAST_EPOCH_MS ? at * 1000 : at) : parseIso(at))
  if (!Number.isFinite(atMs)) return 'instantFormat'
  if (atMs > receivedAtMs + aheadMs) return 'instantInFuture'
  if (atMs < receivedAtMs - maxAgeDays * DAY_MS) return 'instantTooOld'
  return { atMs, timeSource: 'frame' }
}

/** Without an offset the clock is ambiguous. */
const parseIso = (text: string): number => (isoInstant.test(text) ? Date.parse(text) : Number.NaN)
