import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { type Move, noteDetail } from './move-store.ts'

/**
 * Detaches the loggers of the account's plants, so that no more data is written there: later data waits. Resolves when
 * every write that had started has ended. May be repeated.
 * @returns the plants that move: those that only this person owns
 */
export async function detachLoggers(db: Db, move: Move): Promise<readonly number[]> {
  const plantIds = await db.transaction(async (transaction) => {
    const ids = await listOwnPlants(transaction, move.userId)
    // A logger that is being added to one of them is there before this lock, or not at all
    // (ingest/readings/source-logger.ts).
    await sql`select from plants where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
      transaction,
    )
    await sql`
      insert into moved_loggers (wire, address, center, move_id, plant_id)
      select wire, address, ${move.center}, ${move.id}, plant_id from loggers where plant_id = any(${[...ids]}::bigint[])
      on conflict (wire, address) do update set center = excluded.center, move_id = excluded.move_id,
        plant_id = excluded.plant_id, is_gone = false`.execute(transaction)
    await sql`
      update loggers set plant_id = null where plant_id = any(${[...ids]}::bigint[])`.execute(transaction)
    await noteDetail(transaction, move.id, { plantIds: ids })
    return ids
  })
  await db.transaction(async (transaction) => {
    // A writer of readings locks one of these rows and reads the logger afterwards: an earlier writer has ended by now,
    // a later one finds the logger without a plant.
    await sql`lock table device_latest, undecoded_payloads in share mode`.execute(transaction)
  })
  return plantIds
}

/** Plants that a person owns; an organization's plants stay with it. */
export async function listOwnPlants(kysely: Db['kysely'], userId: number): Promise<readonly number[]> {
  const rows = await kysely
    .selectFrom('plant_members')
    .select('plant_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('plant_id')
    .execute()
  return rows.map((row) => row.plant_id)
}

/** Returns the loggers to their plants and attributes what they have sent since. */
export async function attachLoggers(kysely: Db['kysely'], moveId: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update loggers l set plant_id = m.plant_id
    from moved_loggers m join plants p on p.id = m.plant_id
    where m.move_id = ${moveId} and l.wire = m.wire and l.address = m.address and l.plant_id is null
    returning l.id`.execute(kysely)
  await kysely.deleteFrom('moved_loggers').where('move_id', '=', moveId).execute()
  await notifyRegistered(
    kysely,
    rows.map(({ id }) => id),
  )
}

/** An account deleted during its move must not block its loggers. */
export async function freeForgottenLoggers(kysely: Db['kysely']): Promise<void> {
  await kysely.deleteFrom('moved_loggers').where('move_id', 'is', null).where('is_gone', '=', false).execute()
}

/** Nodes that run ingest attribute the waiting records of these loggers when the transaction commits. */
export async function notifyRegistered(kysely: Db['kysely'], loggerIds: readonly number[]): Promise<void> {
  for (let at = 0; at < loggerIds.length; at += 500)
    await notify(kysely, 'logger_registered', loggerIds.slice(at, at + 500).join(','))
}
