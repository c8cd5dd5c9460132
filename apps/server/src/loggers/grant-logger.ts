import { toPlace } from '@heliograph/domain/address.ts'
import type { Query } from './query.ts'

export type Grant = Readonly<{
  loggerId: number
  plantId: number
  userId: number | null
  /** Waiting records from these places go to the plant too. */
  places: readonly string[]
  nowMs: number
}>

/**
 * Gives a logger without an owner to a plant; the caller has its row locked. What waits from other places, or of before
 * the proof, may be anybody's: it is thrown away. The rest is attributed after the commit by a node that runs ingest.
 * @returns how many records go along, or undefined: somebody has it already
 */
export async function grantLogger(query: Query, grant: Grant): Promise<number | undefined> {
  const { loggerId, plantId, userId, nowMs } = grant
  const [logger] = await query<{ wire: string; address: string }>(
    `update loggers set plant_id = $2, registered_at = $3, registered_by = $4
     where id = $1 and plant_id is null returning wire, address`,
    [loggerId, plantId, new Date(nowMs).toISOString(), userId],
  )
  if (logger === undefined) return undefined
  await query('delete from logger_claims where plant_id = $1 and wire = $2 and address = $3', [
    plantId,
    logger.wire,
    logger.address,
  ])
  const froms = await query<{ from: string }>(
    'select distinct counted_address as "from" from waiting_records where logger_id = $1',
    [loggerId],
  )
  const strange = froms.filter(({ from }) => !grant.places.includes(toPlace(from) ?? ''))
  await query('delete from waiting_records where logger_id = $1 and counted_address = any($2::text[])', [
    loggerId,
    strange.map(({ from }) => from),
  ])
  const [left] = await query<{ n: number }>('select count(*)::int as n from waiting_records where logger_id = $1', [
    loggerId,
  ])
  await query("select pg_notify('logger_registered', $1)", [String(loggerId)])
  await query("select pg_notify('plant_changed', $1)", [String(plantId)])
  return left?.n ?? 0
}
