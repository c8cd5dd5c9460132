import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { type AskRecount, recountDevices } from './recount-devices.ts'

/** waiting: stored, and in no figure until a person decides. discarded: nothing of it is stored any more. */
export type Standing = 'counted' | 'waiting' | 'discarded'

/**
 * Says whether a device belongs to its plant. Either way its samples stay, the energies are assigned anew and the history is
 * recounted.
 * @throws Refusal NOT_FOUND for a device of another plant
 */
export async function decideStanding(
  db: Db,
  recounts: AskRecount,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
  decision: Exclude<Standing, 'waiting'>,
  nowMs: number,
): Promise<Readonly<{ name: string; before: Standing }>> {
  return db.transaction(async (transaction) => {
    // The plant first, as ingest does when it adds a device.
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    const row = await transaction
      .selectFrom('devices')
      .select(['name', 'standing'])
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    await transaction
      .updateTable('devices')
      .set({ standing: decision, waits_since: null, confirmed_at: decision === 'counted' ? new Date(nowMs) : null })
      .where('id', '=', deviceId)
      .execute()
    if (row.standing === decision) return { name: row.name, before: row.standing }
    await recountDevices(transaction, recounts, plantId)
    return { name: row.name, before: row.standing }
  })
}

/** Devices of a plant that wait for a decision. */
export async function countWaitingDevices(db: Db, plantId: number): Promise<number> {
  const { n } = await db.kysely
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('plant_id', '=', plantId)
    .where('standing', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return n
}
