import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../db/database.ts'
import { msOf, readMs, readText, toStamp } from './statement.ts'

/** A counter's step that was not believed: it is in no sum. */
export type QuarantinedStep = Readonly<{
  deviceId: number
  quantity: QuantityId
  /** Instant of the later reading. */
  atMs: number
  beforeWh: number
  afterWh: number
}>

const DEFAULT_LIMIT = 200

/** A plant's, newest first. */
export async function quarantined(
  db: Db,
  plantId: number,
  range: Readonly<{ fromMs: number; toMs: number; limit?: number }>,
): Promise<readonly QuarantinedStep[]> {
  const rows = await readText(
    db.pool,
    `select device_id, quantity, ${msOf('at')}, before_wh, after_wh from quarantine
     where plant_id = $1 and at >= $2 and at < $3 order by at desc, device_id, quantity limit $4`,
    [plantId, toStamp(range.fromMs), toStamp(range.toMs), range.limit ?? DEFAULT_LIMIT],
    'telemetry-quarantined',
  )
  return rows.map(([deviceId, quantity, atMs, beforeWh, afterWh]) => ({
    deviceId: Number(deviceId),
    quantity: quantity as QuantityId,
    atMs: readMs(atMs ?? ''),
    beforeWh: Number(beforeWh),
    afterWh: Number(afterWh),
  }))
}
