import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Holder, Session } from '../accounts/accounts.ts'
import { type HandOverMail, tellAnswer, tellOffer } from './hand-over-letters.ts'
import { mayDecide } from './list-offers.ts'
import { isHolder, lockAsOwner, lockPlant } from './owner-lock.ts'

export type NewOwner = Readonly<{ userId: number } | { organizationId: number }>
export const OFFER_DAYS = 14

/**
 * Offers the plant to a person or organization that it is shared with, in place of an earlier offer. Nothing changes
 * until they accept.
 * @throws Refusal NOT_FOUND when the plant is not shared with them, NO_PERMISSION
 */
export async function offerPlant(
  db: Db,
  holder: Holder,
  { plantId, to, nowMs, ...mail }: HandOverMail & Readonly<{ plantId: number; to: NewOwner; nowMs: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { name: plant } = await lockAsOwner(transaction, plantId, holder)
    const next = toHolder(to)
    const shared = await sql`
      select from plant_holders where plant_id = ${plantId} and ${isHolder(next)} and role <> 'owner'
        and (expires_at is null or expires_at > ${new Date(nowMs)})`.execute(transaction)
    if (shared.rows.length === 0) throw new Refusal('NOT_FOUND')
    await transaction.deleteFrom('hand_overs').where('plant_id', '=', plantId).execute()
    await transaction
      .insertInto('hand_overs')
      .values({
        plant_id: plantId,
        user_id: 'userId' in to ? to.userId : null,
        organization_id: 'userId' in to ? null : to.organizationId,
        offered_by: holder.userId,
        offered_at: new Date(nowMs),
        expires_at: new Date(nowMs + OFFER_DAYS * DAY_MS),
      })
      .execute()
    await tellOffer(transaction, mail, { plant, to: next, from: holder.userId, days: OFFER_DAYS })
  })
}

/**
 * Accepts an offered plant; the old owner becomes its administrator. The new owner decides about pending shares and
 * support access: invitations end and the support switch turns off.
 * @throws Refusal NOT_FOUND without an offer to the session
 */
export async function acceptPlant(
  db: Db,
  session: Session,
  { plantId, nowMs, ...mail }: HandOverMail & Readonly<{ plantId: number; nowMs: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { name: plant } = await lockPlant(transaction, plantId)
    const offer = mayDecide(session)
      ? await transaction
          .deleteFrom('hand_overs')
          .where('plant_id', '=', plantId)
          .where(isHolder(session))
          .where('expires_at', '>', new Date(nowMs))
          .returning('offered_by')
          .executeTakeFirst()
      : undefined
    if (offer === undefined) throw new Refusal('NOT_FOUND')
    await lockNewOwner(transaction, session)
    const before = await findOwner(transaction, plantId)
    const made = await sql`
      update ${tableOf(session)} set role = 'owner', rights = ${[...rightsOfRole.owner]}, expires_at = null
        ${relationOf(session, 'owner')}
      where plant_id = ${plantId} and ${isHolder(session)} and role <> 'owner'
        and (expires_at is null or expires_at > ${new Date(nowMs)})`.execute(transaction)
    if (Number(made.numAffectedRows ?? 0) !== 1) throw new Refusal('NOT_FOUND')
    await sql`
      update ${tableOf(before)} set role = 'admin', rights = ${[...rightsOfRole.admin]}
        ${relationOf(before, 'other')}
      where plant_id = ${plantId} and ${isHolder(before)}`.execute(transaction)
    await transaction.deleteFrom('invitations').where('plant_id', '=', plantId).execute()
    await transaction.updateTable('plants').set({ auth_open: false }).where('id', '=', plantId).execute()
    await tellAnswer(transaction, mail, { plant, by: session, to: offer.offered_by, answer: 'accepted' })
  })
}

/** Withdraws the plant's offer (its owner) or declines it (to whom it is offered). @throws Refusal NOT_FOUND */
export async function endOffer(
  db: Db,
  session: Session,
  { plantId, nowMs, ...mail }: HandOverMail & Readonly<{ plantId: number; nowMs: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { name: plant } = await lockPlant(transaction, plantId)
    const offer = await transaction
      .selectFrom('hand_overs')
      .select(['user_id', 'organization_id', 'offered_by'])
      .where('plant_id', '=', plantId)
      .where('expires_at', '>', new Date(nowMs))
      .executeTakeFirst()
    if (offer === undefined || !mayDecide(session)) throw new Refusal('NOT_FOUND')
    const isDeclined = isFor(session, offer)
    if (!isDeclined && !isSame(session, await findOwner(transaction, plantId))) throw new Refusal('NOT_FOUND')
    await transaction.deleteFrom('hand_overs').where('plant_id', '=', plantId).execute()
    if (isDeclined)
      await tellAnswer(transaction, mail, { plant, by: session, to: offer.offered_by, answer: 'declined' })
  })
}

/**
 * Locks the new owner: deleted at this moment, they would leave the plant without an owner.
 * @throws Refusal NOT_FOUND
 */
async function lockNewOwner(transaction: Kysely<Tables>, { userId, organizationId }: Holder): Promise<void> {
  const found =
    organizationId === null
      ? await sql`select from users where id = ${userId} and moved_to is null for key share`.execute(transaction)
      : await sql`select from organizations where id = ${organizationId} for key share`.execute(transaction)
  if (found.rows.length === 0) throw new Refusal('NOT_FOUND')
}

const isFor = (
  { userId, organizationId }: Holder,
  offer: Readonly<{ user_id: number | null; organization_id: number | null }>,
): boolean => (organizationId === null ? offer.user_id === userId : offer.organization_id === organizationId)

const isSame = (one: Holder, other: Holder): boolean =>
  one.organizationId === other.organizationId && (one.organizationId !== null || one.userId === other.userId)

const toHolder = (to: NewOwner): Holder =>
  'userId' in to ? { userId: to.userId, organizationId: null } : { userId: 0, organizationId: to.organizationId }

/** @throws Refusal NOT_FOUND: a plant being deleted has none */
async function findOwner(transaction: Kysely<Tables>, plantId: number): Promise<Holder> {
  const { rows } = await sql<{ user_id: number | null; organization_id: number | null }>`
    select user_id, organization_id from plant_holders where plant_id = ${plantId} and role = 'owner'`.execute(
    transaction,
  )
  const row = rows[0]
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return { userId: row.user_id ?? 0, organizationId: row.organization_id }
}

const tableOf = ({ organizationId }: Holder) =>
  sql.table(organizationId === null ? 'plant_members' : 'plant_organizations')

/** An organization's relation to the plant; people have no such column. */
const relationOf = ({ organizationId }: Holder, relation: string) =>
  organizationId === null ? sql`` : sql`, relation = ${relation}`
