import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { SourceId } from '../loggers/source.ts'
import type { KnownDevice } from './known-devices.ts'
import type { Reading } from './plan.ts'

export type DeviceNews = Readonly<{
  device: KnownDevice
  loggerId: number
  texts: Readonly<Record<string, string>>
  ratedW: number | null
}>

/** Limits writes of a device whose texts change with every record, or that two loggers report. */
const newsEveryMs = MINUTE_MS

/** Facts about devices in readings: another logger, a new firmware, the rated power. */
export function createDeviceNews() {
  const writtenAtMs = new Map<number, number>()
  return {
    collect: (
      readings: readonly Readonly<{ reading: Reading; device: KnownDevice }>[],
      loggerIdOf: (source: SourceId) => number,
      nowMs: number,
    ): DeviceNews[] => {
      const news = new Map<number, DeviceNews>()
      for (const { reading, device } of readings) {
        const { values, texts } = reading.decoded
        const loggerId = loggerIdOf(reading.arrival.source)
        const { deviceId } = device.meta
        // A record from before it was removed does not bring it back.
        if (device.removedAtMs !== null && reading.atMs < device.removedAtMs) continue
        const ratedW = values.ratedPowerW !== undefined && values.ratedPowerW > 0 ? values.ratedPowerW : null
        const isNews =
          device.loggerId !== loggerId ||
          Object.entries(texts).some(([name, text]) => device.texts[name] !== text) ||
          (ratedW !== null && device.ratedW === null)
        if (!isNews || nowMs - (writtenAtMs.get(deviceId) ?? 0) < newsEveryMs) continue
        news.set(deviceId, { device, loggerId, texts, ratedW })
      }
      return [...news.values()]
    },
    noteWritten: (news: readonly DeviceNews[], nowMs: number): void => {
      if (writtenAtMs.size > 100_000) writtenAtMs.clear()
      for (const { device } of news) writtenAtMs.set(device.meta.deviceId, nowMs)
    },
  }
}

export async function writeDeviceNews(
  client: Pick<pg.ClientBase, 'query'>,
  news: readonly DeviceNews[],
): Promise<void> {
  if (news.length === 0) return
  const rows = [...news].sort((a, b) => a.device.meta.deviceId - b.device.meta.deviceId)
  await client.query(
    // A device that was removed is back with its first record.
    `update devices d set logger_id = e.logger_id, removed_at = null, texts = d.texts || e.texts::jsonb,
       rated_w = coalesce(d.rated_w, e.rated_w)
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[]) as e (id, logger_id, texts, rated_w)
     where d.id = e.id`,
    [
      rows.map(({ device }) => device.meta.deviceId),
      rows.map(({ loggerId }) => loggerId),
      rows.map(({ texts }) => JSON.stringify(texts)),
      rows.map(({ ratedW }) => ratedW),
    ],
  )
}
