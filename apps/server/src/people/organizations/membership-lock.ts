import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Serializes changes of an organization's members: a count of administrators stays true until the transaction ends. */
export async function lockOrganization(transaction: Kysely<Tables>, organizationId: number): Promise<{ name: string }> {
  const row = await transaction
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  return row
}

/**
 * Locks as `lockOrganization` and checks that the caller is still an administrator: the session was checked earlier.
 * @throws Refusal NOT_FOUND, NO_PERMISSION
 */
export async function lockAsAdmin(
  transaction: Kysely<Tables>,
  organizationId: number,
  userId: number,
): Promise<{ name: string }> {
  const organization = await lockOrganization(transaction, organizationId)
  const role = await findRole(transaction, organizationId, userId)
  if (role === undefined) throw new Refusal('NOT_FOUND')
  if (role !== 'admin') throw new Refusal('NO_PERMISSION')
  return organization
}

export async function findRole(
  kysely: Kysely<Tables>,
  organizationId: number,
  userId: number,
): Promise<'admin' | 'user' | undefined> {
  const row = await kysely
    .selectFrom('organization_members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}

/** Needs the organization locked. @throws Refusal LAST_ADMIN */
export async function requireOtherAdmin(
  transaction: Kysely<Tables>,
  organizationId: number,
  userId: number,
): Promise<void> {
  const other = await transaction
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) throw new Refusal('LAST_ADMIN')
}
