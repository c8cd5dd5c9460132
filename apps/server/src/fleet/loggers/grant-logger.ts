import { toPlace } from '@heliograph/domain/address.ts'
import type { Proof } from './judge-claims.ts'
import type { Query } from './query.ts'
import { takePlace } from './take-place.ts'

export type Grant = Readonly<{
  loggerId: number
  plantId: number
  userId: number | null
  /** Waiting records from these places go to the plant too. */
  places: readonly string[]
  /** By address or restart, a contact of the logger is the proof: it is the sender that was heard last. */
  proof: Proof | 'decision'
  nowMs: number
}>

/**
 * Assigns a logger without an owner to a plant; the caller has locked its row. Waiting records from other places, or from
 * before the proof, may be forged and are deleted. A node that runs ingest attributes the rest after the commit.
 * @returns the number of records that go along, or undefined if the logger has an owner already
 */
export async function grantLogger(query: Query, grant: Grant): Promise<number | undefined> {
  const { loggerId, plantId, userId, proof, nowMs } = grant
  const [logger] = await query<{ wire: string; address: string }>(
    `update loggers set plant_id = $2, registered_at = $3, registered_by = $4, proof = $5
     where id = $1 and plant_id is null returning wire, address`,
    [loggerId, plantId, new Date(nowMs).toISOString(), userId, proof],
  )
  if (logger === undefined) return undefined
  const [claim] = await query<{ place: string | null; replaces: number | null }>(
    'delete from logger_claims where plant_id = $1 and wire = $2 and address = $3 returning place, replaces',
    [plantId, logger.wire, logger.address],
  )
  if (proof === 'code' || proof === 'decision') await forgetContested(query, loggerId, claim?.place ?? null)
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
  if (claim !== undefined && claim.replaces !== null)
    await takePlace(query, { plantId, oldId: claim.replaces, newId: loggerId, nowMs })
  await query("select pg_notify('logger_registered', $1)", [String(loggerId)])
  await query("select pg_notify('plant_changed', $1)", [String(plantId)])
  return left?.n ?? 0
}

/**
 * Two senders used the serial number, and the first one need not be the logger: after a proof without a contact it is
 * known again by the place of the proof, not by that sender's clocks.
 */
const forgetContested = (query: Query, loggerId: number, place: string | null) =>
  query(
    `update logger_homes set boot_base_s = null, total_s = null,
       places = case when $2::text is null then '{}' else array[$2::text] end
     where logger_id = $1 and misfits > 0 and ($2::text is null or places[1] <> $2)`,
    [loggerId, place],
  )
