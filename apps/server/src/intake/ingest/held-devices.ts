import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import type { KnownDevice } from './known-devices.ts'
import type { Reading } from './plan.ts'

/** A device that went to another plant on its own, and that a logger of the old one still reports. */
export type HeldDevice = Readonly<{ deviceId: number; loggerId: number; atMs: number }>

/** The instant is for people: it needs not follow each record. */
const WRITE_MS = 10 * MINUTE_MS

/** Records from before it went are still history of this plant. */
export const hasGone = ({ isHeld, removedAtMs }: KnownDevice, { atMs }: Reading): boolean =>
  isHeld && removedAtMs !== null && atMs >= removedAtMs

export function createHeldDevices() {
  const writtenAtMs = createRecentMap<number, number>(roomFor(100))
  return {
    collect: (
      dropped: readonly Readonly<{ reading: Reading; device: KnownDevice }>[],
      loggerIdOf: (source: SourceId) => number,
      nowMs: number,
    ): HeldDevice[] => {
      const due = new Map<number, HeldDevice>()
      for (const { reading, device } of dropped) {
        const { deviceId } = device.meta
        // A late record says nothing about now.
        if (!hasGone(device, reading) || reading.atMs < nowMs - HOUR_MS) continue
        if (nowMs - (writtenAtMs.get(deviceId) ?? 0) < WRITE_MS) continue
        due.set(deviceId, { deviceId, loggerId: loggerIdOf(reading.arrival.source), atMs: nowMs })
      }
      return [...due.values()]
    },
    noteWritten: (held: readonly HeldDevice[]): void => {
      for (const { deviceId, atMs } of held) writtenAtMs.set(deviceId, atMs)
    },
  }
}

export async function writeHeldDevices(
  client: Pick<pg.ClientBase, 'query'>,
  held: readonly HeldDevice[],
): Promise<void> {
  if (held.length === 0) return
  const rows = [...held].sort((a, b) => a.deviceId - b.deviceId)
  await client.query(
    `update device_moves m set still_at = e.at, still_logger_id = e.logger_id
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as e (id, logger_id, at) join devices d on d.id = e.id
     where m.from_device_id = d.id and m.is_alone and m.at = d.removed_at`,
    [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ loggerId }) => loggerId),
      rows.map(({ atMs }) => new Date(atMs).toISOString()),
    ],
  )
}
