import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { samplesOf } from '../../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PostedRecord } from './record.ts'

/** Sealed days keep a value as exactly as a double can be divided by ten; a billionth means nothing. */
const TOLERANCE = 1e-9

/**
 * Of readings whose instant was already stored, those with different values: they are not repetitions, and the
 * acknowledged values stay.
 */
export async function findDifferences(
  db: Db,
  plantId: number,
  repeated: readonly PostedRecord[],
): Promise<ReadonlySet<PostedRecord>> {
  const different = new Set<PostedRecord>()
  if (repeated.length === 0) return different
  const { rows } = await db.pool.query<{ id: number; serial: string }>(
    'select id, serial from devices where plant_id = $1 and serial = any($2::text[])',
    [plantId, [...new Set(repeated.map(({ serial }) => serial))]],
  )
  for (const { id: deviceId, serial } of rows) {
    const ofDevice = repeated.filter((item) => item.serial === serial)
    const instants = ofDevice.map(({ instant }) => instant.atMs)
    const range = { fromMs: Math.min(...instants), toMs: Math.max(...instants) + 1 }
    const stored = new Map<number, Values>()
    for await (const page of samplesOf(db, { plantId, deviceId, ...range }))
      for (const { atMs, values } of page) stored.set(atMs, values)
    for (const one of ofDevice) if (!isSame(one.values, stored.get(one.instant.atMs))) different.add(one)
  }
  return different
}

/** A stored quantity that is missing now is no contradiction. */
function isSame(posted: Values, stored: Values | undefined): boolean {
  if (stored === undefined) return false
  return (Object.entries(posted) as [QuantityId, number][]).every(([id, value]) => {
    const kept = stored[id]
    return kept !== undefined && Math.abs(kept - value) <= TOLERANCE * Math.max(1, Math.abs(value))
  })
}
