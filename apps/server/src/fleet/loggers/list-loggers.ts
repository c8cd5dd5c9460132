import type { LoggerFacts } from '@heliograph/domain/logger.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { onlineUntilMs } from '../now/now.ts'
import { getLatestOfPlants } from '../telemetry/telemetry.ts'
import { listUnreadRecords } from './unread-records.ts'
import { claimedWires, ownershipSql } from './wires.ts'

export type PlantLogger = LoggerFacts &
  Readonly<{
    id: number
    /** Its address on its wire: the serial number of a Solarman logger. */
    address: string
    /** Since when a person wants it to be left alone. */
    pausedAtMs: number | null
  }>

/** Pages count from 1. */
type LoggerPage = Readonly<{ page?: number; size?: number }>

export async function countPlantLoggers(db: Db, plantId: number): Promise<number> {
  const { n } = await db.kysely
    .selectFrom('loggers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow()
  return n
}

/** @param options.loggerId only this one */
export async function listPlantLoggers(
  db: Db,
  plantId: number,
  {
    withNetwork,
    nowMs,
    loggerId,
    page = 1,
    size = 500,
  }: Readonly<{ withNetwork: boolean; nowMs: number; loggerId?: number }> & LoggerPage,
): Promise<readonly PlantLogger[]> {
  const rows = await db.kysely
    .selectFrom('loggers as l')
    .selectAll('l')
    .select((eb) => [
      sql.raw<Ownership>(ownershipSql('l')).as('ownership'),
      eb
        .selectFrom('devices as d')
        .whereRef('d.logger_id', '=', 'l.id')
        .where('d.plant_id', '=', plantId)
        .select((d) => d.fn.countAll<number>().as('n'))
        .as('device_count'),
      eb
        .selectFrom('devices as d')
        .whereRef('d.logger_id', '=', 'l.id')
        .where('d.plant_id', '=', plantId)
        .select(sql<number[]>`coalesce(array_agg(d.id), '{}')`.as('ids'))
        .as('device_ids'),
      sql<number>`(select count(*)::int from undecoded_payloads u
        where u.logger_id = l.id and u.plant_id = ${plantId} and u.reason = 'unproven')`.as('unproven'),
    ])
    .where('l.plant_id', '=', plantId)
    .$if(loggerId !== undefined, (query) => query.where('l.id', '=', loggerId ?? 0))
    .orderBy('l.wire')
    .orderBy('l.address')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const unread = await listUnreadRecords(db, plantId)
  const latest = (await getLatestOfPlants(db, [plantId])).get(plantId) ?? []
  const newestOf = (deviceIds: readonly number[]): number | null => {
    const instants = latest.filter(({ deviceId }) => deviceIds.includes(deviceId)).map(({ atMs }) => atMs)
    return instants.length === 0 ? null : Math.max(...instants)
  }
  return rows.map((row) => {
    const lastSeenMs = row.last_seen_at?.getTime() ?? null
    const isOnline = lastSeenMs !== null && nowMs <= onlineUntilMs(lastSeenMs, row.heartbeat_s)
    return {
      id: row.id,
      wire: row.wire,
      ownership: row.ownership,
      address: row.address,
      name: row.name,
      state: row.last_data_at !== null ? 'data' : lastSeenMs !== null ? 'seen' : 'waiting',
      online: isOnline,
      pausedAtMs: row.paused_at?.getTime() ?? null,
      firmware: row.firmware,
      signalPercent: row.signal_percent,
      intervalS: row.interval_s,
      heartbeatS: row.heartbeat_s,
      registeredAtMs: row.registered_at?.getTime() ?? null,
      firstSeenMs: row.first_seen_at?.getTime() ?? null,
      lastSeenMs,
      lastDataMs: newestOf(row.device_ids ?? []),
      workingS: row.working_s,
      totalWorkingS: row.total_working_s,
      deviceCount: row.device_count ?? 0,
      unread: unread.get(row.id) ?? [],
      unproven: row.unproven,
      rejected: row.rejected_records,
      duplicateSeenMs: row.duplicate_seen_at?.getTime() ?? null,
      network: withNetwork ? { mac: row.mac, localAddress: row.local_address, ssid: row.ssid } : null,
      replaced: row.replaced && { serial: row.replaced.address, atMs: row.replaced.atMs },
    }
  })
}

export type UnclaimedLogger = Readonly<{
  wire: string
  address: string
  firstSeenMs: number
  lastSeenMs: number
  firmware: string
  waitingRecords: number
  /** Records that exceeded the bounds of waiting. */
  dropped: number
}>

/** Loggers that send to this server and belong to no plant, the most recent first. Pages count from 1. */
export async function listUnclaimed(
  db: Db,
  page: number,
  size: number,
): Promise<Readonly<{ total: number; items: readonly UnclaimedLogger[] }>> {
  const unclaimed = db.kysely
    .selectFrom('loggers as l')
    .where('l.plant_id', 'is', null)
    // Others are registered in another way, or register themselves.
    .where('l.wire', 'in', claimedWires(db.kysely))
    .where('l.last_seen_at', 'is not', null)
    // Those that moved to another data center belong to an owner there.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moved_loggers as m')
            .select('m.address')
            .whereRef('m.wire', '=', 'l.wire')
            .whereRef('m.address', '=', 'l.address'),
        ),
      ),
    )
  const { total } = await unclaimed.select((l) => l.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await unclaimed
    .select(['l.wire', 'l.address', 'l.first_seen_at', 'l.last_seen_at', 'l.firmware', 'l.rejected_records'])
    .select((eb) =>
      eb
        .selectFrom('waiting_records as w')
        .whereRef('w.logger_id', '=', 'l.id')
        .select((w) => w.fn.countAll<number>().as('n'))
        .as('waiting'),
    )
    .orderBy('l.last_seen_at', 'desc')
    .orderBy('l.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const items = rows.map((row) => ({
    wire: row.wire,
    address: row.address,
    firstSeenMs: (row.first_seen_at ?? row.last_seen_at)?.getTime() ?? 0,
    lastSeenMs: row.last_seen_at?.getTime() ?? 0,
    firmware: row.firmware,
    waitingRecords: row.waiting ?? 0,
    dropped: row.rejected_records,
  }))
  return { total, items }
}
