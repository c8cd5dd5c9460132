import { Refusal } from '@heliograph/domain/errors.ts'
import type { Grant, OrganizationShare } from '@heliograph/domain/share.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Holder } from '../accounts/accounts.ts'
import { findOrganizationByCode } from '../organizations/organizations.ts'
import { toGranted } from './grant.ts'
import { listSharingOrganizations } from './list-shares.ts'
import { lockAsOwner } from './owner-lock.ts'

const MOST_ORGANIZATIONS = 20

/**
 * Shares with the organization of a code, or changes an existing share.
 * @throws Refusal NOT_FOUND for an unknown code, ALREADY_MEMBER for the owner itself, TOO_MANY, PARAM_ERROR
 */
export async function shareWithOrganization(
  db: Db,
  holder: Holder,
  options: Grant & Readonly<{ plantId: number; code: string; relation: string }>,
  nowMs: number,
): Promise<OrganizationShare> {
  const { plantId, relation } = options
  const { role, rights, endsAt } = toGranted(options, nowMs, 'expiresAt')
  return await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    const organizationId = await findOrganizationByCode(transaction, options.code)
    if (organizationId === undefined) throw new Refusal('NOT_FOUND')
    const shares = await listSharingOrganizations({ kysely: transaction }, plantId, nowMs)
    const present = shares.find(({ id }) => id === organizationId)
    if (present?.role === 'owner') throw new Refusal('ALREADY_MEMBER')
    if (present === undefined && shares.length >= MOST_ORGANIZATIONS)
      throw new Refusal('TOO_MANY', { most: MOST_ORGANIZATIONS })
    const share = { relation, role, rights, expires_at: endsAt, granted_by: holder.userId }
    await transaction
      .insertInto('plant_organizations')
      .values({ plant_id: plantId, organization_id: organizationId, since: new Date(nowMs), ...share })
      .onConflict((conflict) => conflict.columns(['organization_id', 'plant_id']).doUpdateSet(share))
      .execute()
    const [shared] = (await listSharingOrganizations({ kysely: transaction }, plantId, nowMs)).filter(
      ({ id }) => id === organizationId,
    )
    if (shared === undefined) throw new Refusal('NOT_FOUND')
    return shared
  })
}

/** @throws Refusal NOT_FOUND, NO_PERMISSION */
export async function stopSharingWithOrganization(
  db: Db,
  holder: Holder,
  { plantId, organizationId }: Readonly<{ plantId: number; organizationId: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    await transaction
      .deleteFrom('plant_organizations')
      .where('plant_id', '=', plantId)
      .where('organization_id', '=', organizationId)
      .where('role', '<>', 'owner')
      .returning('organization_id')
      .executeTakeFirstOrThrow(notFound)
  })
}
