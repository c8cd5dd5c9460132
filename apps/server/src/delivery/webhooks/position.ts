import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { countByHour, digestMonths, newerSamples } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

/** How far a webhook got with a device. */
export type DevicePosition = Readonly<{
  /** Its newest delivered reading; null: none. */
  atMs: number | null
  /** Readings that it ever stored, up to that one. */
  stored: number
  /** Readings by UTC hour (hours since 1970) of the last two days: late ones show as a number that grew. */
  hours: Readonly<Record<string, number>>
}>

/** How far a webhook got with a plant: over what was stored, so that storing needs no step of its own. */
export type Position = Readonly<{
  /** Nothing older is delivered: where it began. */
  sinceMs: number
  devices: Readonly<Record<string, DevicePosition>>
  /** Hours that begin before are delivered. */
  hourMs: number
  /** Days up to this date are delivered; and a digest of each month of them, which changes when a day is recounted. */
  day: string
  months: Readonly<Record<string, string>>
  /** When the digests were compared. */
  comparedAtMs: number
}>

/** Readings that came later than this are in the recounted day alone. */
export const LATE_MS = 2 * DAY_MS

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)

export const toHours = (counts: ReadonlyMap<number, number> | undefined): Record<string, number> =>
  Object.fromEntries([...(counts ?? [])].map(([hour, count]) => [String(hour), count]))

/** Of a webhook that begins now: what is stored so far is not delivered. */
export async function beginPosition(
  db: Db,
  { plantId, zone, deviceIds }: Readonly<{ plantId: number; zone: string; deviceIds: readonly number[] }>,
  nowMs: number,
): Promise<Position> {
  const day = addDays(localDate(nowMs, zone), -1)
  const [newest, counts, months] = await Promise.all([
    newerSamples(db, plantId, new Map(deviceIds.map((id) => [id, null])), []),
    countByHour(db, plantId, { fromMs: nowMs - LATE_MS, toMs: nowMs + DAY_MS }),
    digestMonths(db, plantId, day),
  ])
  return {
    sinceMs: nowMs,
    devices: Object.fromEntries(
      [...newest].map(([id, { newestAtMs, stored }]) => [
        String(id),
        { atMs: newestAtMs, stored, hours: toHours(counts.get(id)) },
      ]),
    ),
    hourMs: hourOf(nowMs) * HOUR_MS,
    day,
    months: Object.fromEntries(months),
    comparedAtMs: nowMs,
  }
}
