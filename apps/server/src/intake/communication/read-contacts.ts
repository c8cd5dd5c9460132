import type { Db } from '../../platform/db/database.ts'
import type { LoggerDay } from './logger-day.ts'

/** Contacts of a logger on a day of its plant. */
export type Contact = Readonly<{
  day: string
  /** A 1 for each five minutes from midnight in which something came. */
  heard: string
  boots: readonly number[]
  signal: LoggerDay['signal']
  delay: LoggerDay['delay']
  handshakes: number
  buffered: number
  firmware: string
}>

/** By logger, days ascending. */
export async function readContacts(
  db: Db,
  plantId: number,
  from: string,
  to: string,
): Promise<ReadonlyMap<number, readonly Contact[]>> {
  const rows = await db.kysely
    .selectFrom('logger_contacts')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  const contacts = new Map<number, Contact[]>()
  for (const row of rows) {
    const { signal_min: min, signal_max: max, delay_max_ms: maxMs } = row
    const contact: Contact = {
      day: row.day,
      heard: row.heard,
      boots: row.boots.map((at) => at.getTime()),
      signal: min === null || max === null ? null : { min, max, sum: row.signal_sum, count: row.signal_count },
      delay: maxMs === null ? null : { maxMs, sumMs: row.delay_sum_ms, count: row.delay_count },
      handshakes: row.handshakes,
      buffered: row.buffered,
      firmware: row.firmware,
    }
    const known = contacts.get(row.logger_id)
    if (known) known.push(contact)
    else contacts.set(row.logger_id, [contact])
  }
  return contacts
}
