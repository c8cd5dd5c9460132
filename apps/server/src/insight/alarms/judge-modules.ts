import type { DayAlarm } from '@heliograph/domain/alarms/judge-days.ts'
import { findDeadModules } from '@heliograph/domain/alarms/module-days.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type pg from 'pg'
import { seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

const LOOK_DAYS = 14
/** The first that a device reports is its power. */
const powers = ['pvPowerW', 'pv1PowerW', 'acPowerW'] as const satisfies readonly QuantityId[]

/** Optimizers that give nothing beside the others of the plant. @param lastDay the newest whole day, YYYY-MM-DD */
export async function judgeModules(
  db: Db,
  client: pg.PoolClient,
  { plantId, zone, lastDay }: Readonly<{ plantId: number; zone: string; lastDay: string }>,
): Promise<readonly DayAlarm[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from devices where plant_id = $1 and type = 'OPTIMIZER' and removed_at is null order by id`,
    [plantId],
  )
  if (rows.length === 0) return []
  const { toMs } = dayBounds(lastDay, zone)
  const range = { fromMs: toMs - LOOK_DAYS * DAY_MS, toMs, resolution: 'day' as const }
  const deviceIds = rows.map(({ id }) => id)
  const byDay = new Map<number, Map<number, number>>()
  for (const [id, series] of await seriesOfDevices(db, { plantId, deviceIds, quantities: powers, ...range }))
    for (const { atMs, value } of series.find(({ points }) => points.length > 0)?.points ?? []) {
      const own = byDay.get(atMs) ?? new Map<number, number>()
      byDay.set(atMs, own.set(id, value))
    }
  const days = [...byDay].map(([startMs, meanW]) => ({ startMs, meanW }))
  return findDeadModules(days).map(({ deviceId, sinceMs }) => ({
    rule: 'microDead',
    deviceId,
    part: '',
    sinceMs,
    parameters: {},
  }))
}
