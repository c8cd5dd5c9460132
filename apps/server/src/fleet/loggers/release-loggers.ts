import { toPlace } from '@heliograph/domain/address.ts'
import type { Query } from './query.ts'

/**
 * Releases all loggers of a plant, or one: they have no owner then, and those that never connected are deleted. Facts
 * about the site are erased; what is needed to decode later records stays. Devices keep their history.
 * @param query of a transaction @returns their names or addresses
 */
export async function releaseLoggers(query: Query, plantId: number, loggerId?: number): Promise<readonly string[]> {
  const rows = await query<Released>(
    `select id, name, address, remote_address, last_seen_at, working_s, total_working_s from loggers
     where plant_id = $1 and ($2::bigint is null or id = $2) order by wire, address for update`,
    [plantId, loggerId ?? null],
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  // The next owner of the logger has nothing to do with these devices.
  await query('update devices set logger_id = null where plant_id = $1 and logger_id = any($2::bigint[])', [
    plantId,
    ids,
  ])
  // A logger without a label could never be claimed again.
  await query(
    `delete from loggers where id = any($1::bigint[])
       and (last_seen_at is null or wire not in (select id from wires where ownership = 'claimed'))`,
    [ids],
  )
  // Where and how it was read, and what its numbers mean, is no business of its next owner.
  for (const table of ['collect_targets', 'named_numbers', 'logger_pauses'])
    await query(`delete from ${table} where logger_id = any($1::bigint[])`, [ids])
  await rememberHomes(query, rows)
  await query(
    // Its next records wait like those of a logger that is known for long.
    `update loggers set plant_id = null, name = '', registered_at = null, registered_by = null, proof = null,
       remote_address = '', mac = '', local_address = '', ssid = '', counted_address = '', allowed_sources = '{}',
       is_strict = false, doubt_told_at = null, wire_state = wire_state - 'trust', replaced = null, is_sheltered = true
     where id = any($1::bigint[])`,
    [ids],
  )
  return rows.map(({ name, address }) => name || address)
}

type Released = Readonly<{
  id: number
  name: string
  address: string
  remote_address: string
  last_seen_at: Date | null
  working_s: number | null
  total_working_s: number | null
}>

/** A released logger stays in its place: a sender elsewhere under its serial number remains unproven. */
async function rememberHomes(query: Query, rows: readonly Released[]): Promise<void> {
  for (const { id, remote_address: from, last_seen_at: seenAt, working_s: poweronS, total_working_s: totalS } of rows) {
    const place = toPlace(from)
    if (place === undefined || seenAt === null) continue
    const baseS = totalS === null || poweronS === null || poweronS > totalS ? null : totalS - poweronS
    await query(
      `insert into logger_homes (logger_id, places, seen_at, boot_base_s, total_s)
       select l.id, $2::text[], $3, $4, $5 from loggers l where l.id = $1
       on conflict (logger_id) do update set places = excluded.places, seen_at = excluded.seen_at,
         boot_base_s = excluded.boot_base_s, total_s = excluded.total_s, misfits = 0`,
      [id, [place], seenAt.toISOString(), baseS, baseS === null ? null : totalS],
    )
  }
}
