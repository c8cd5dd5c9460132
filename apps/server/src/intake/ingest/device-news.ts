import { clockOffsetS } from '@heliograph/domain/alarms/device-clock.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import type { KnownDevice } from './known-devices.ts'
import type { Reading } from './plan.ts'
import type { Wires } from './wires.ts'

export type DeviceNews = Readonly<{
  device: KnownDevice
  loggerId: number
  texts: Readonly<Record<string, string>>
  ratedW: number | null
  /** Current reading of its own clock; null: as known. */
  clock: Readonly<{ offsetS: number; atMs: number }> | null
}>

/** Limits writes of a device whose texts change with every record, or that two loggers report. */
const newsEveryMs = MINUTE_MS
const MOST_S = 2_000_000_000
/** Clocks wander by seconds. */
const CLOCK_STEP_S = 120
/** A record that its logger kept says nothing of the clock by now. */
const FRESH_MS = 30 * MINUTE_MS

function readClock({ decoded, atMs, timeSource, arrival }: Reading, device: KnownDevice): DeviceNews['clock'] {
  const { deviceClock } = decoded
  if (deviceClock === undefined || timeSource !== 'frame' || arrival.receivedAtMs - atMs > FRESH_MS) return null
  const offsetS = clockOffsetS(deviceClock, atMs, device.meta.zone)
  return Math.abs(offsetS - device.clockOffsetS) < CLOCK_STEP_S ? null : { offsetS, atMs }
}

function hasOther(texts: DeviceNews['texts'], known: DeviceNews['texts']): boolean {
  for (const name in texts) if (texts[name] !== known[name]) return true
  return false
}

/** Facts about devices in readings: another logger, a new firmware, the rated power. */
export function createDeviceNews({ ownerships }: Pick<Wires, 'ownerships'>) {
  const isClaimed = (wire: string | null): boolean => wire !== null && ownerships[wire] === 'claimed'
  /** A device whose logger sends to this server stays with it, also where the server reads it as well. */
  const keepsLogger = ({ loggerWire }: KnownDevice, { arrival }: Reading): boolean =>
    isClaimed(loggerWire) && !isClaimed(arrival.record.raw.wire)
  const writtenAtMs = createRecentMap<number, number>(roomFor(100))
  return {
    collect: (
      readings: readonly Readonly<{ reading: Reading; device: KnownDevice }>[],
      loggerIdOf: (source: SourceId) => number,
      nowMs: number,
    ): DeviceNews[] => {
      const news = new Map<number, DeviceNews>()
      for (const { reading, device } of readings) {
        const { values, texts } = reading.decoded
        const loggerId =
          keepsLogger(device, reading) && device.loggerId !== null
            ? device.loggerId
            : loggerIdOf(reading.arrival.source)
        const { deviceId } = device.meta
        // A record from before it was removed does not bring it back.
        if (device.removedAtMs !== null && reading.atMs < device.removedAtMs) continue
        const ratedW = values.ratedPowerW !== undefined && values.ratedPowerW > 0 ? values.ratedPowerW : null
        const clock = readClock(reading, device)
        const isNews =
          clock !== null ||
          device.loggerId !== loggerId ||
          hasOther(texts, device.texts) ||
          (ratedW !== null && device.ratedW === null)
        if (!isNews || nowMs - (writtenAtMs.get(deviceId) ?? 0) < newsEveryMs) continue
        news.set(deviceId, { device, loggerId, texts, ratedW, clock })
      }
      return [...news.values()]
    },
    noteWritten: (news: readonly DeviceNews[], nowMs: number): void => {
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
       rated_w = coalesce(d.rated_w, e.rated_w), clock_offset_s = coalesce(e.clock_offset_s, d.clock_offset_s),
       clock_offset_at = coalesce(to_timestamp(e.clock_ms / 1000), d.clock_offset_at)
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $5::int[], $6::float8[])
       as e (id, logger_id, texts, rated_w, clock_offset_s, clock_ms)
     where d.id = e.id`,
    [
      rows.map(({ device }) => device.meta.deviceId),
      rows.map(({ loggerId }) => loggerId),
      rows.map(({ texts }) => JSON.stringify(texts)),
      rows.map(({ ratedW }) => ratedW),
      // A clock that lost its time shows the year 2000.
      rows.map(({ clock }) => clock && Math.max(-MOST_S, Math.min(MOST_S, clock.offsetS))),
      rows.map(({ clock }) => clock?.atMs ?? null),
    ],
  )
}
