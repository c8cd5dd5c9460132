import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { type Move, noteDetail } from './move-store.ts'

/**
 * Takes the loggers of the account's plants off their plants, so that nothing more is written there: what they send from now
 * on waits. Resolves when every write that had begun before has ended. May be repeated.
 * @returns the plants that move: those which the person owns, alone
 */
export async function detachLoggers(db: Db, move: Move): Promise<readonly number[]> {
  const plantIds = await db.transaction(async (transaction) => {
    const ids = await listOwnPlants(transaction, move.userId)
    await sql`
      insert into moved_loggers (wire, address, centre, move_id, plant_id)
      select wire, address, ${move.centre}, ${move.id}, plant_id from loggers where plant_id = any(${[...ids]}::bigint[])
      on conflict (wire, address) do update set centre = excluded.centre, move_id = excluded.move_id,
        plant_id = excluded.plant_id, is_gone = false`.execute(transaction)
    await sql`
      update loggers set plant_id = null where plant_id = any(${[...ids]}::bigint[])`.execute(transaction)
    await noteDetail(transaction, move.id, { plantIds: ids })
    return ids
  })
  await db.transaction(async (transaction) => {
    // Whoever stores a reading writes to one of these and looks at the logger afterwards: who began before ends now, who
    // begins later finds the logger without a plant.
    await sql`lock table device_latest, undecoded_payloads in share mode`.execute(transaction)
  })
  return plantIds
}

/** Plants that a person owns; an organisation's plants stay with it. */
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

/** Gives the loggers back to their plants; what they sent meanwhile is attributed at once. */
export async function attachLoggers(kysely: Db['kysely'], moveId: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update loggers l set plant_id = m.plant_id
    from moved_loggers m join plants p on p.id = m.plant_id
    where m.move_id = ${moveId} and l.wire = m.wire and l.address = m.address and l.plant_id is null
    returning l.id`.execute(kysely)
  await kysely.deleteFrom('moved_loggers').where('move_id', '=', moveId).execute()
  await tellRegistered(
    kysely,
    rows.map(({ id }) => id),
  )
}

/** An account that was erased while it moved keeps no logger from anybody. */
export async function freeForgottenLoggers(kysely: Db['kysely']): Promise<void> {
  await kysely.deleteFrom('moved_loggers').where('move_id', 'is', null).where('is_gone', '=', false).execute()
}

/** Nodes that run ingest attribute what waits of these loggers when the transaction commits. */
export async function tellRegistered(kysely: Db['kysely'], loggerIds: readonly number[]): Promise<void> {
  for (let at = 0; at < loggerIds.length; at += 500)
    await notify(kysely, 'logger_registered', loggerIds.slice(at, at + 500).join(','))
}
