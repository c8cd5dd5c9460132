import { Refusal } from '@heliograph/domain/errors.ts'
import type { Quantity, QuantityId } from '@heliograph/domain/quantities.ts'
import { type Interval, localDate, yearBounds } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { deviceSeries, latest } from '../telemetry/telemetry.ts'
import type { HistoryPoint } from './break-lines.ts'
import { getDevice } from './device-detail.ts'
import { boundsOf, breakAt, type HistoryPeriod, parts, toQuantity } from './history-period.ts'

export type DeviceHistory = Interval &
  Readonly<{ zone: string; series: readonly Readonly<{ quantity: Quantity; points: readonly HistoryPoint[] }>[] }>

/**
 * History of selected quantities (IDs or point keys) in base units.
 * @param date first day of the period; default: the period around today
 * @throws Refusal NOT_FOUND, PARAM_ERROR, DEVICE_NO_DATA where the device never sent any
 */
export async function deviceHistory(
  db: Db,
  query: Readonly<{ deviceId: number; names: readonly string[]; period: HistoryPeriod; date: string | undefined }>,
  nowMs: number,
): Promise<DeviceHistory> {
  const quantities = query.names.map(toQuantity)
  const device = await getDevice(db, query.deviceId)
  const { zone } = await db.kysely
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', device.plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const { fromMs, toMs } = boundsOf(query.period, query.date, zone, nowMs)
  const { resolution } = parts[query.period]
  const ids = quantities.map(({ id }) => id as QuantityId)
  const { plantId, deviceId } = device
  const found = await deviceSeries(db, { plantId, deviceId, quantities: ids, fromMs, toMs, resolution })
  const isEmpty = found.every(({ points }) => points.length === 0)
  if (isEmpty && !(await latest(db, [deviceId])).has(deviceId)) throw new Refusal('DEVICE_NO_DATA')
  const series = quantities.map((quantity, index) => ({
    quantity,
    points: breakAt(resolution, found[index]?.points ?? [], device.intervalMs),
  }))
  const firstMs = Math.min(nowMs, ...series.flatMap(({ points }) => points.slice(0, 1).map(({ atMs }) => atMs)))
  // The lifetime starts with the first data.
  const isTotal = query.period === 'total'
  return {
    fromMs: isTotal ? yearBounds(localDate(firstMs, zone).slice(0, 4), zone).fromMs : fromMs,
    toMs,
    zone,
    series,
  }
}
