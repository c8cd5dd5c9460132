import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { msOf, readMs, readText, toStamp } from './statement.ts'

/** A counter's step that was refused: it is in no sum. */
export type QuarantinedStep = Readonly<{
  deviceId: number
  quantity: QuantityId
  /** Instant of the later reading. */
  atMs: number
  beforeWh: number
  afterWh: number
  /** A person's decision; null: it is open. */
  decision: StepDecision | null
}>

/** accepted: it counts from the next recount on. discarded: it stays out of every sum, and is out of the way. */
export type StepDecision = 'accepted' | 'discarded'

const DEFAULT_LIMIT = 200

/** A plant's refused steps, newest first. */
export async function quarantined(
  db: Db,
  plantId: number,
  range: Readonly<{ fromMs: number; toMs: number; limit?: number }>,
): Promise<readonly QuarantinedStep[]> {
  const rows = await readText(
    db.pool,
    `select device_id, quantity, ${msOf('at')}, before_wh, after_wh, d.decision
     from quarantine left join step_decisions d using (plant_id, device_id, at, quantity)
     where plant_id = $1 and at >= $2 and at < $3 order by at desc, device_id, quantity limit $4`,
    [plantId, toStamp(range.fromMs), toStamp(range.toMs), range.limit ?? DEFAULT_LIMIT],
    'telemetry-quarantined',
  )
  return rows.map(([deviceId, quantity, atMs, beforeWh, afterWh, decision]) => ({
    deviceId: Number(deviceId),
    quantity: quantity as QuantityId,
    atMs: readMs(atMs ?? ''),
    beforeWh: Number(beforeWh),
    afterWh: Number(afterWh),
    decision: (decision ?? null) as StepDecision | null,
  }))
}

/**
 * Stores a person's decision on a refused step, or (null) removes it. Energies change with the next recount.
 * @returns false when there is no such step
 */
export async function decideStep(
  within: Kysely<Tables>,
  step: Readonly<{ plantId: number; deviceId: number; quantity: QuantityId; atMs: number }>,
  decision: StepDecision | null,
): Promise<boolean> {
  const { plantId, deviceId, quantity, atMs } = step
  const key = { plant_id: plantId, device_id: deviceId, quantity, at: new Date(atMs) }
  const { rows } = await sql`
    select 1 from quarantine where plant_id = ${plantId} and device_id = ${deviceId} and quantity = ${quantity} and at = ${key.at}
    union all
    select 1 from refused_powers where plant_id = ${plantId} and device_id = ${deviceId} and quantity = ${quantity}
      and day::timestamp at time zone 'UTC' = ${key.at}
    union all
    select 1 from step_decisions where plant_id = ${plantId} and device_id = ${deviceId} and quantity = ${quantity} and at = ${key.at}
  `.execute(within)
  if (rows.length === 0) return false
  if (decision === null) {
    await sql`delete from step_decisions where plant_id = ${plantId} and device_id = ${deviceId}
      and quantity = ${quantity} and at = ${key.at}`.execute(within)
    return true
  }
  await within
    .insertInto('step_decisions')
    .values({ ...key, decision })
    .onConflict((conflict) =>
      conflict.columns(['plant_id', 'device_id', 'at', 'quantity']).doUpdateSet({ decision, decided_at: new Date() }),
    )
    .execute()
  return true
}
