import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Holder } from '../accounts/accounts.ts'
import { findOrganisationByCode } from '../organisations/organisations.ts'
import { type Grant, toGranted } from './grant.ts'
import { listSharingOrganisations, type SharingOrganisation } from './list-shares.ts'
import { lockAsOwner } from './owner-lock.ts'

const MOST_ORGANISATIONS = 20

/**
 * Shares with the organization of a code, or changes an existing share.
 * @throws Refusal NOT_FOUND for an unknown code, ALREADY_MEMBER for the owner itself, TOO_MANY, PARAM_ERROR
 */
export async function shareWithOrganisation(
  db: Db,
  holder: Holder,
  given: Grant & Readonly<{ plantId: number; code: string; relation: string }>,
  nowMs: number,
): Promise<SharingOrganisation> {
  const { plantId, relation } = given
  const { role, rights, endsAt } = toGranted(given, nowMs)
  return await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    const organisationId = await findOrganisationByCode(transaction, given.code)
    if (organisationId === undefined) throw new Refusal('NOT_FOUND')
    const shares = await listSharingOrganisations({ kysely: transaction }, plantId, nowMs)
    const present = shares.find(({ id }) => id === organisationId)
    if (present?.role === 'owner') throw new Refusal('ALREADY_MEMBER')
    if (present === undefined && shares.length >= MOST_ORGANISATIONS)
      throw new Refusal('TOO_MANY', { most: MOST_ORGANISATIONS })
    const share = { relation, role, rights, expires_at: endsAt, granted_by: holder.userId }
    await transaction
      .insertInto('plant_organisations')
      .values({ plant_id: plantId, organisation_id: organisationId, since: new Date(nowMs), ...share })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'plant_id']).doUpdateSet(share))
      .execute()
    const [shared] = (await listSharingOrganisations({ kysely: transaction }, plantId, nowMs)).filter(
      ({ id }) => id === organisationId,
    )
    if (shared === undefined) throw new Refusal('NOT_FOUND')
    return shared
  })
}

/** @throws Refusal NOT_FOUND, NO_PERMISSION */
export async function stopSharingWithOrganisation(
  db: Db,
  holder: Holder,
  { plantId, organisationId }: Readonly<{ plantId: number; organisationId: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsOwner(transaction, plantId, holder)
    const gone = await transaction
      .deleteFrom('plant_organisations')
      .where('plant_id', '=', plantId)
      .where('organisation_id', '=', organisationId)
      .where('role', '<>', 'owner')
      .returning('organisation_id')
      .executeTakeFirst()
    if (gone === undefined) throw new Refusal('NOT_FOUND')
  })
}
