import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Holder, Session } from '../accounts/accounts.ts'
import { isHolder, lockAsOwner, lockPlant } from './owner-lock.ts'

/** How long a deleted plant can be restored. */
export const BIN_DAYS = 30

/** Turns the support's view of the plant on or off. @throws Refusal NO_PERMISSION */
export async function setSupportSwitch(db: Db, holder: Holder, plantId: number, supportOpen: boolean): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await transaction.updateTable('plants').set({ auth_open: supportOpen }).where('id', '=', plantId).execute()
  })
}

/**
 * Leaves a shared plant, as the organization when the session acts for one. Needs no right on the plant: a share with
 * too few rights to view it, or an expired one, can be left too.
 * @throws Refusal NOT_FOUND without a share; NO_PERMISSION for the owner and for an ordinary member of the organization
 */
export async function leavePlant(db: Db, session: Session, plantId: number): Promise<void> {
  const table = sql.table(session.organizationId === null ? 'plant_members' : 'plant_organizations')
  const isMine = sql`plant_id = ${plantId} and ${isHolder(session)}`
  const isUser = session.organizationRole === 'user'
  const { rows } = isUser
    ? { rows: [] }
    : await sql`delete from ${table} where ${isMine} and role <> 'owner' returning plant_id`.execute(db.kysely)
  if (rows.length > 0) return
  const held = await sql`select from ${table} where ${isMine}`.execute(db.kysely)
  throw new Refusal(held.rows.length > 0 ? 'NO_PERMISSION' : 'NOT_FOUND')
}

/**
 * Puts the plant into the bin, if the right still holds: it was checked earlier, and a transfer may have come first.
 * @param options.name must equal the plant's name @throws Refusal NOT_FOUND, NO_PERMISSION, PARAM_ERROR
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
    if (cleanLine(name) !== cleanLine(plant.name)) throw new Refusal('PARAM_ERROR', { field: 'name' })
    await putIntoBin(transaction, plantId, holder, nowMs)
  })
}

/** Takes a plant from everybody who holds it, and keeps who they were. Its row is locked, the right is checked. */
async function putIntoBin(
  transaction: Kysely<Tables>,
  plantId: number,
  by: Pick<Session, 'userId' | 'organizationId'>,
  nowMs: number,
): Promise<void> {
  await sql`insert into binned_plants
      (plant_id, user_id, organization_id, binned_by, binned_as, binned_at, delete_at, members, organizations, auth_open)
    select p.id,
      (select user_id from plant_members where plant_id = p.id and role = 'owner'),
      (select organization_id from plant_organizations where plant_id = p.id and role = 'owner'),
      ${by.userId}, ${by.organizationId}, ${new Date(nowMs)}, ${new Date(nowMs + BIN_DAYS * DAY_MS)},
      coalesce((select jsonb_agg(to_jsonb(m)) from plant_members m where m.plant_id = p.id), '[]'),
      coalesce((select jsonb_agg(to_jsonb(m)) from plant_organizations m where m.plant_id = p.id), '[]'),
      p.auth_open
    from plants p where p.id = ${plantId}`.execute(transaction)
  // Open offers end with the deletion, also for a plant that comes back.
  await transaction.deleteFrom('hand_overs').where('plant_id', '=', plantId).execute()
  await transaction.deleteFrom('invitations').where('plant_id', '=', plantId).execute()
  await transaction.deleteFrom('plant_members').where('plant_id', '=', plantId).execute()
  await transaction.deleteFrom('plant_organizations').where('plant_id', '=', plantId).execute()
  await transaction.updateTable('plants').set({ auth_open: false }).where('id', '=', plantId).execute()
  await sql`select pg_notify('plant_changed', ${String(plantId)})`.execute(transaction)
}
