import { Refusal } from '@heliograph/domain/errors.ts'
import type { DataCenter } from '@heliograph/domain/regions.ts'
import { type Kysely, sql } from 'kysely'
import { findSoleAdminOrganizations } from '../../people/organizations/organizations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Move } from './move-store.ts'
import type { RemoteDataCenter } from './remote-data-center.ts'

/** The number of the newest migration: rows fit only between data centers with the same number. */
export async function schemaVersion(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select max(version)::int as version from schema_migrations`.execute(
    kysely,
  )
  return rows[0]?.version ?? 0
}

/** @throws Refusal MOVE_REFUSED when other people would be left without an administrator */
export async function refuseLastAdministrators(kysely: Kysely<Tables>, userId: number): Promise<void> {
  const { rows } = await sql<{ is_last: boolean }>`
    select u.is_admin and not exists (select from users o where o.is_admin and o.moved_to is null and o.id <> u.id) as is_last
    from users u where u.id = ${userId}`.execute(kysely)
  if (rows[0]?.is_last !== false) throw new Refusal('MOVE_REFUSED', { reason: 'lastServerAdministrator' })
  const [organization] = await findSoleAdminOrganizations(kysely, userId)
  if (organization !== undefined)
    throw new Refusal('MOVE_REFUSED', { reason: 'lastOrganizationAdministrator', organization: organization.name })
}

/** The first message to the other data center. */
export async function toBegin(
  kysely: Kysely<Tables>,
  move: Pick<Move, 'id' | 'userId'> & Readonly<{ detail: Pick<Move['detail'], 'address'> }>,
  here: DataCenter,
): Promise<Parameters<RemoteDataCenter['begin']>[0]> {
  const user = await kysely
    .selectFrom('users')
    .select(['account', 'email', 'phone'])
    .where('id', '=', move.userId)
    .executeTakeFirstOrThrow()
  const { rows: loggers } = await sql<{ wire: string; address: string }>`
    select l.wire, l.address from loggers l join plant_members m on m.plant_id = l.plant_id
      where m.user_id = ${move.userId} and m.role = 'owner'
    union select wire, address from moved_loggers where move_id = ${move.id}`.execute(kysely)
  return {
    moveId: move.id,
    from: here,
    schema: await schemaVersion(kysely),
    ...user,
    loggers,
    address: move.detail.address,
  }
}
