import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** Serializes changes of an organization's members: a count of administrators stays true until the transaction ends. */
export async function lockOrganisation(transaction: Kysely<Tables>, organisationId: number): Promise<{ name: string }> {
  const row = await transaction
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return row
}

/**
 * Locks as `lockOrganisation` and checks that the caller is still an administrator: the session was checked earlier.
 * @throws Refusal NOT_FOUND, NO_PERMISSION
 */
export async function lockAsAdmin(
  transaction: Kysely<Tables>,
  organisationId: number,
  userId: number,
): Promise<{ name: string }> {
  const organisation = await lockOrganisation(transaction, organisationId)
  const role = await findRole(transaction, organisationId, userId)
  if (role === undefined) throw new Refusal('NOT_FOUND')
  if (role !== 'admin') throw new Refusal('NO_PERMISSION')
  return organisation
}

export async function findRole(
  kysely: Kysely<Tables>,
  organisationId: number,
  userId: number,
): Promise<'admin' | 'user' | undefined> {
  const row = await kysely
    .selectFrom('organisation_members')
    .select('role')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}

/** Needs the organization locked. @throws Refusal LAST_ADMIN */
export async function requireOtherAdmin(
  transaction: Kysely<Tables>,
  organisationId: number,
  userId: number,
): Promise<void> {
  const other = await transaction
    .selectFrom('organisation_members')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'admin')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) throw new Refusal('LAST_ADMIN')
}
