import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Holder, Session } from '../accounts/accounts.ts'
import { isHolder, lockAsOwner, lockPlant } from './owner-lock.ts'
import { putIntoBin } from './plant-bin.ts'

/** Turns the support's view of the plant on or off. @throws Refusal NO_PERMISSION */
export async function setSupportSwitch(db: Db, holder: Holder, plantId: number, isOpen: boolean): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await transaction.updateTable('plants').set({ auth_open: isOpen }).where('id', '=', plantId).execute()
  })
}

/**
 * Leaves a shared plant, as the organization when the session acts for one. Needs no right on the plant: a share with
 * too few rights to view it, or an expired one, can be left too.
 * @throws Refusal NOT_FOUND without a share; NO_PERMISSION for the owner and for an ordinary member of the organization
 */
export async function leavePlant(db: Db, session: Session, plantId: number): Promise<void> {
  const table = sql.table(session.organisationId === null ? 'plant_members' : 'plant_organisations')
  const isMine = sql`plant_id = ${plantId} and ${isHolder(session)}`
  const isUser = session.organisationRole === 'user'
  const { rows } = isUser
    ? { rows: [] }
    : await sql`delete from ${table} where ${isMine} and role <> 'owner' returning plant_id`.execute(db.kysely)
  if (rows.length > 0) return
  const held = await sql`select from ${table} where ${isMine}`.execute(db.kysely)
  throw new Refusal(held.rows.length > 0 ? 'NO_PERMISSION' : 'NOT_FOUND')
}

/**
 * Puts the plant into the bin, if the right still holds: it was checked earlier, and a transfer may have come first.
 * @param given.name must equal the plant's name @throws Refusal NOT_FOUND, NO_PERMISSION, PARAM_ERROR
 */
export async function deletePlant(
  db: Db,
  holder: Holder,
  { plantId, name, nowMs }: Readonly<{ plantId: number; name: string; nowMs: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const plant = await lockPlant(transaction, plantId)
    const { rows } = await sql`
      select from plant_holders where plant_id = ${plantId} and ${isHolder(holder)} and 'deletePlant' = any(rights)`.execute(
      transaction,
    )
    if (rows.length === 0) throw new Refusal('NO_PERMISSION')
    if (cleanLine(name) !== cleanLine(plant.name)) throw new Refusal('PARAM_ERROR', { field: 'body.name' })
    await putIntoBin(transaction, plantId, holder, nowMs)
  })
}
