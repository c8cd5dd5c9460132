import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Holder } from '../accounts/accounts.ts'

/**
 * Serializes changes of a plant's shares and checks that the caller still owns it: the session was checked earlier.
 * @throws Refusal NOT_FOUND, NO_PERMISSION
 */
export async function lockAsOwner(
  transaction: Kysely<Tables>,
  plantId: number,
  holder: Holder,
): Promise<Readonly<{ name: string }>> {
  const plant = await lockPlant(transaction, plantId)
  const { rows } = await sql<{ role: string }>`
    select role from plant_holders where plant_id = ${plantId} and ${isHolder(holder)}`.execute(transaction)
  if (rows[0]?.role !== 'owner') throw new Refusal('NO_PERMISSION')
  return plant
}

/** @throws Refusal NOT_FOUND */
export async function lockPlant(transaction: Kysely<Tables>, plantId: number): Promise<Readonly<{ name: string }>> {
  const plant = await transaction
    .selectFrom('plants')
    .select('name')
    .where('id', '=', plantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  return plant
}

/** SQL: the row of plant_holders belongs to this person or organization. */
export const isHolder = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql<boolean>`user_id = ${userId}` : sql<boolean>`organization_id = ${organizationId}`
