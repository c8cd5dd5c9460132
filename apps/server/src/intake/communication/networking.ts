import { Refusal } from '@heliograph/domain/errors.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { listPlantLoggers, type PlantLogger } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import { readContacts } from './read-contacts.ts'

/** How a logger is connected, as far as it says so itself; null: it does not. */
export type LoggerNetworking = Readonly<{
  logger: PlantLogger
  /** A logger that names a wireless network is in it. */
  link: 'wlan' | null
  /** When it last started, by its own run time. */
  startedMs: number | null
  /** How often it connected today. */
  connectsToday: number | null
}>

/** @param asked.withNetwork addresses and network names identify the site @throws Refusal NOT_FOUND */
export async function listNetworking(
  db: Db,
  plantId: number,
  asked: Readonly<{ withNetwork: boolean; page: number; size: number }>,
  nowMs: number,
): Promise<readonly LoggerNetworking[]> {
  const { zone } = await db.kysely
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const today = localDate(nowMs, zone)
  const { withNetwork, page, size } = asked
  const [loggers, contacts, networks] = await Promise.all([
    listPlantLoggers(db, plantId, { withNetwork, nowMs, page, size }),
    readContacts(db, plantId, addDays(today, -1), today),
    db.kysely.selectFrom('loggers').select(['id', 'ssid']).where('plant_id', '=', plantId).execute(),
  ])
  const wireless = new Set(networks.filter(({ ssid }) => ssid !== '').map(({ id }) => id))
  return loggers.map((logger) => ({
    logger,
    link: wireless.has(logger.id) ? 'wlan' : null,
    startedMs:
      logger.workingS === null || logger.lastSeenMs === null ? null : logger.lastSeenMs - logger.workingS * 1000,
    connectsToday: contacts.get(logger.id)?.find(({ day }) => day === today)?.handshakes ?? null,
  }))
}
