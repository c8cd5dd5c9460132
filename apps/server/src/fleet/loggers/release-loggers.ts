import { toPlace } from '@heliograph/domain/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { queryOfKysely } from './query.ts'
import { claimedWires } from './wires.ts'

/**
 * Releases all loggers of a plant, or one: they have no owner then, and those that never connected are deleted. Facts
 * about the site are erased; what is needed to decode later records stays. Devices keep their history.
 * @returns their names or addresses
 */
export async function releaseLoggers(
  transaction: Kysely<Tables>,
  plantId: number,
  loggerId?: number,
): Promise<readonly string[]> {
  let wanted = transaction.selectFrom('loggers').selectAll().where('plant_id', '=', plantId)
  if (loggerId !== undefined) wanted = wanted.where('id', '=', loggerId)
  const rows = await wanted.orderBy('wire').orderBy('address').forUpdate().execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  // The next owner of the logger has nothing to do with these devices.
  await transaction
    .updateTable('devices')
    .set({ logger_id: null })
    .where('plant_id', '=', plantId)
    .where('logger_id', 'in', ids)
    .execute()
  await transaction
    .deleteFrom('loggers')
    .where('id', 'in', ids)
    // A logger without a label could never be claimed again.
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('wire', 'not in', claimedWires(transaction))]))
    .execute()
  // Where and how it was read, and what its numbers mean, is no business of its next owner.
  for (const table of ['collect_targets', 'named_numbers', 'logger_pauses'] as const)
    await transaction.deleteFrom(table).where('logger_id', 'in', ids).execute()
  await rememberHomes(transaction, rows)
  await transaction
    .updateTable('loggers')
    .set({
      plant_id: null,
      name: '',
      registered_at: null,
      registered_by: null,
      proof: null,
      remote_address: '',
      mac: '',
      local_address: '',
      ssid: '',
      counted_address: '',
      allowed_sources: [],
      is_strict: false,
      doubt_told_at: null,
      wire_state: sql`wire_state - 'trust'`,
      // Its next records wait like those of a logger that is known for long.
      is_sheltered: true,
    })
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ name, address }) => name || address)
}

type Released = Readonly<{
  id: number
  remote_address: string
  last_seen_at: Date | null
  working_s: number | null
  total_working_s: number | null
}>

/** A released logger stays in its place: a sender elsewhere under its serial number remains unproven. */
async function rememberHomes(transaction: Kysely<Tables>, rows: readonly Released[]): Promise<void> {
  const query = queryOfKysely(transaction)
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
