import { Refusal } from '@heliograph/domain/errors.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { onlineUntilMs } from '../../fleet/now/now.ts'
import type { Db } from '../../platform/db/database.ts'
import { countDays } from './count-days.ts'
import { type AskedRange, type DayRange, toRange } from './day-range.ts'
import { type LoggerDay, readLoggerDays } from './logger-day.ts'

/** A logger with its days; today's up to now. */
export type LoggerReport = Readonly<{
  loggerId: number
  address: string
  name: string
  wire: string
  online: boolean
  lastSeenMs: number | null
  firmware: string
  intervalS: number
  days: readonly LoggerDay[]
}>

/** The report of a plant's loggers, a page of them. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantCommunication(
  db: Db,
  plantId: number,
  asked: AskedRange & Readonly<{ page: number; size: number }>,
  nowMs: number,
): Promise<
  Readonly<{
    zone: string
    range: DayRange
    total: number
    loggers: readonly LoggerReport[]
    deviceNames: ReadonlyMap<number, string>
  }>
> {
  const plant = await db.kysely
    .selectFrom('plants')
    .select(['zone', 'latitude', 'longitude'])
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const today = localDate(nowMs, plant.zone)
  const range = toRange(asked, today)
  const loggers = await db.kysely
    .selectFrom('loggers')
    .select(['id', 'address', 'name', 'wire', 'last_seen_at', 'heartbeat_s', 'firmware', 'interval_s'])
    .where('plant_id', '=', plantId)
    .orderBy('wire')
    .orderBy('address')
    .execute()
  const shown = loggers.slice((asked.page - 1) * asked.size, asked.page * asked.size)
  const site = { plantId, zone: plant.zone, latitudeDeg: plant.latitude, longitudeDeg: plant.longitude }
  const ids = shown.map(({ id }) => id)
  const stored = await readLoggerDays(db, plantId, ids, range)
  // Counted each night; what is not yet is counted for this reply: today, and yesterday shortly after midnight.
  const open = [addDays(today, -1), today].filter((day) => day >= range.from && day <= range.to)
  const missing = open.filter((day) => day === today || !stored.some((item) => item.day === day))
  const fresh = await countDays(db, site, missing, nowMs)
  const devices = await db.kysely.selectFrom('devices').select(['id', 'name']).where('plant_id', '=', plantId).execute()
  return {
    zone: plant.zone,
    range,
    total: loggers.length,
    deviceNames: new Map(devices.map(({ id, name }) => [id, name])),
    loggers: shown.map((row) => ({
      loggerId: row.id,
      address: row.address,
      name: row.name,
      wire: row.wire,
      online: row.last_seen_at !== null && nowMs <= onlineUntilMs(row.last_seen_at.getTime(), row.heartbeat_s),
      lastSeenMs: row.last_seen_at?.getTime() ?? null,
      firmware: row.firmware,
      intervalS: row.interval_s,
      days: [
        ...stored.filter(({ loggerId, day }) => loggerId === row.id && !missing.includes(day)),
        ...fresh.filter(({ loggerId }) => loggerId === row.id),
      ],
    })),
  }
}
