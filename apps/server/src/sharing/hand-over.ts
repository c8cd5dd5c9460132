import { Refusal } from '@heliograph/domain/errors.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { Holder } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { isHolder, lockAsOwner } from './owner-lock.ts'

export type NewOwner = Readonly<{ userId: number } | { organisationId: number }>

/**
 * Hands the plant to a person or organization that it is shared with; the old owner becomes its administrator. The new
 * owner decides about pending shares and support access: invitations end and the support switch turns off.
 * @throws Refusal NOT_FOUND when the plant is not shared with them, NO_PERMISSION
 */
export async function handOverPlant(
  db: Db,
  holder: Holder,
  given: Readonly<{ plantId: number; to: NewOwner; nowMs: number }>,
): Promise<void> {
  const { plantId, to, nowMs } = given
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await lockNewOwner(transaction, to)
    const next: Holder =
      'userId' in to ? { userId: to.userId, organisationId: null } : { userId: 0, organisationId: to.organisationId }
    const made = await sql`
      update ${tableOf(next)} set role = 'owner', rights = ${[...rightsOfRole.owner]}, expires_at = null
        ${relationOf(next, 'owner')}
      where plant_id = ${plantId} and ${isHolder(next)} and role <> 'owner'
        and (expires_at is null or expires_at > ${new Date(nowMs)})`.execute(transaction)
    if (Number(made.numAffectedRows ?? 0) !== 1) throw new Refusal('NOT_FOUND')
    await sql`
      update ${tableOf(holder)} set role = 'admin', rights = ${[...rightsOfRole.admin]}
        ${relationOf(holder, 'other')}
      where plant_id = ${plantId} and ${isHolder(holder)}`.execute(transaction)
    await transaction.deleteFrom('invitations').where('plant_id', '=', plantId).execute()
    await transaction.updateTable('plants').set({ auth_open: false }).where('id', '=', plantId).execute()
  })
}

const tableOf = ({ organisationId }: Holder) =>
  sql.table(organisationId === null ? 'plant_members' : 'plant_organisations')

/** An organization's relation to the plant; people have no such column. */
const relationOf = ({ organisationId }: Holder, relation: string) =>
  organisationId === null ? sql`` : sql`, relation = ${relation}`

/**
 * Locks the new owner: deleted at this moment, they would leave the plant without an owner.
 * @throws Refusal NOT_FOUND
 */
async function lockNewOwner(transaction: Kysely<Tables>, to: NewOwner): Promise<void> {
  const found =
    'userId' in to
      ? await sql`select from users where id = ${to.userId} and moved_to is null for key share`.execute(transaction)
      : await sql`select from organisations where id = ${to.organisationId} for key share`.execute(transaction)
  if (found.rows.length === 0) throw new Refusal('NOT_FOUND')
}
