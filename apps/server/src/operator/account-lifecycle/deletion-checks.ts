import { type Kysely, sql } from 'kysely'
import { findSoleAdminOrganizations } from '../../people/organizations/organizations.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Named = Readonly<{ id: number; name: string }>
export type DeletionCheckKind = 'sharedPlants' | 'organizations' | 'exports' | 'lastAdministrator'
export type DeletionCheck = Readonly<{ check: DeletionCheckKind; isOk: boolean; names: readonly Named[] }>

/** The plants and organizations that a deletion removes with the account, and the checks before it. */
export type DeletionPlan = Readonly<{
  checks: readonly DeletionCheck[]
  /** Plants that no one else holds. */
  plants: readonly Named[]
  /** Organizations without another member and without plants. */
  organizations: readonly Named[]
}>

/** Plans the deletion. In a transaction it locks the rows it reads, so that the plan stays true until the end. */
export async function planDeletion(kysely: Kysely<Tables>, userId: number, nowMs: number): Promise<DeletionPlan> {
  const owned = await findOwnedPlants(kysely, userId, nowMs)
  const shared = owned.filter((plant) => plant.isShared)
  const { kept, gone } = await sortOrganizations(kysely, userId)
  const isBusy = await hasWorkUnderWay(kysely, userId)
  const isLast = await isLastAdministrator(kysely, userId)
  const toCheck = (check: DeletionCheckKind, isOk: boolean, names: readonly Named[] = []): DeletionCheck => ({
    check,
    isOk,
    names: names.map(({ id, name }) => ({ id, name })),
  })
  return {
    checks: [
      toCheck('sharedPlants', shared.length === 0, shared),
      toCheck('organizations', kept.length === 0, kept),
      toCheck('exports', !isBusy),
      toCheck('lastAdministrator', !isLast),
    ],
    plants: owned.filter((plant) => !plant.isShared).map(({ id, name }) => ({ id, name })),
    organizations: gone,
  }
}

async function findOwnedPlants(
  kysely: Kysely<Tables>,
  userId: number,
  nowMs: number,
): Promise<readonly (Named & Readonly<{ isShared: boolean }>)[]> {
  // A share accepted at this moment refers to the plant's row: it comes before this lock, or finds no plant.
  const lock = kysely.isTransaction ? sql`for update of p` : sql``
  const { rows } = await sql<{ id: number; name: string; isShared: boolean }>`
    select p.id, p.name, exists (
      select from plant_holders h where h.plant_id = p.id and h.user_id is distinct from ${userId}::bigint
        and (h.expires_at is null or h.expires_at > ${new Date(nowMs)})) as "isShared"
    from plants p join plant_members m on m.plant_id = p.id and m.user_id = ${userId} and m.role = 'owner'
    order by p.id ${lock}`.execute(kysely)
  return rows
}

/**
 * Sorts the organizations that would lose their only administrator: those that must be kept and those that are removed.
 */
async function sortOrganizations(
  kysely: Kysely<Tables>,
  userId: number,
): Promise<Readonly<{ kept: readonly Named[]; gone: readonly Named[] }>> {
  const sole = await findSoleAdminOrganizations(kysely, userId)
  if (sole.length === 0) return { kept: [], gone: [] }
  const { rows } = await sql<{ id: number }>`
    select o.id from unnest(${sole.map(({ id }) => id)}::bigint[]) o(id)
    where exists (select from organization_members m where m.organization_id = o.id and m.user_id <> ${userId})
      or exists (select from plant_organizations h where h.organization_id = o.id and h.role = 'owner')`.execute(kysely)
  const needed = new Set(rows.map(({ id }) => id))
  return { kept: sole.filter(({ id }) => needed.has(id)), gone: sole.filter(({ id }) => !needed.has(id)) }
}

/** True while an export is being made or the account moves to another data center. */
async function hasWorkUnderWay(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from account_exports where user_id = ${userId} and state in ('queued', 'running'))
      or exists (select from account_moves where user_id = ${userId} and direction = 'out' and finished_at is null)
      as busy`.execute(kysely)
  return rows[0]?.busy === true
}

/** True when the server would be left without an administrator. */
async function isLastAdministrator(kysely: Kysely<Tables>, userId: number): Promise<boolean> {
  // Of two administrators deleted at once, one is the last.
  const lock = kysely.isTransaction ? sql`for update` : sql``
  const { rows } = await sql<{ id: number }>`
    select id from users where is_admin and moved_to is null order by id ${lock}`.execute(kysely)
  return rows.length === 1 && rows[0]?.id === userId
}
