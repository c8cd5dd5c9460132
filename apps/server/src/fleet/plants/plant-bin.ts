import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Session } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { removePlant } from './remove-plant.ts'

export type BinnedPlant = Readonly<{
  id: number
  name: string
  capacityWp: number
  zone: string
  binnedAtMs: number
  deleteAtMs: number
  /** The nickname of who deleted it; null: the account is gone. */
  binnedBy: string | null
  /** The session may remove it for good now. */
  isOwner: boolean
}>

type Person = Pick<Session, 'userId' | 'organizationId' | 'organizationRole'>

/** SQL: the session owns the binned plant `b`, or may say so for its organization. */
const owns = ({ userId, organizationId, organizationRole }: Person) =>
  organizationId === null
    ? sql<boolean>`b.user_id = ${userId}`
    : organizationRole === 'admin'
      ? sql<boolean>`b.organization_id = ${organizationId}`
      : sql<boolean>`false`

const mayRestore = (person: Person) =>
  sql<boolean>`(${owns(person)} or (b.binned_by = ${person.userId} and b.binned_as is not distinct from ${person.organizationId}))`

/** Plants that the session deleted or owned, the next to go first. */
export async function listBin(db: Db, person: Person, nowMs: number): Promise<readonly BinnedPlant[]> {
  const { rows } = await sql<{
    id: number
    name: string
    capacity_wp: number
    zone: string
    binned_at: Date
    delete_at: Date
    by: string | null
    owned: boolean
  }>`select p.id, p.name, p.capacity_wp, p.zone, b.binned_at, b.delete_at, u.nickname as by, ${owns(person)} is true as owned
    from binned_plants b join plants p on p.id = b.plant_id left join users u on u.id = b.binned_by
    where ${mayRestore(person)} and b.delete_at > ${new Date(nowMs)} order by b.delete_at, p.id limit 500`.execute(
    db.kysely,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    capacityWp: row.capacity_wp,
    zone: row.zone,
    binnedAtMs: row.binned_at.getTime(),
    deleteAtMs: row.delete_at.getTime(),
    binnedBy: row.by,
    isOwner: row.owned,
  }))
}

/**
 * Gives a plant back to everyone who held it, with all that was recorded meanwhile.
 * @throws Refusal NOT_FOUND, also for a plant that another person deleted
 */
export async function restorePlant(db: Db, person: Person, plantId: number, nowMs: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rows } = await sql<{ auth_open: boolean }>`
      select b.auth_open from binned_plants b where b.plant_id = ${plantId} and ${mayRestore(person)}
        and b.delete_at > ${new Date(nowMs)} for update`.execute(transaction)
    const [row] = rows
    if (row === undefined) throw new Refusal('NOT_FOUND')
    await sql`insert into plant_members select m.* from binned_plants b,
        jsonb_populate_recordset(null::plant_members, b.members) m
      where b.plant_id = ${plantId} and exists (select from users u where u.id = m.user_id and u.moved_to is null)`.execute(
      transaction,
    )
    await sql`insert into plant_organizations select m.* from binned_plants b,
        jsonb_populate_recordset(null::plant_organizations, b.organizations) m
      where b.plant_id = ${plantId} and exists (select from organizations o where o.id = m.organization_id)`.execute(
      transaction,
    )
    await transaction.updateTable('plants').set({ auth_open: row.auth_open }).where('id', '=', plantId).execute()
    await transaction.deleteFrom('binned_plants').where('plant_id', '=', plantId).execute()
    await sql`select pg_notify('plant_changed', ${String(plantId)})`.execute(transaction)
  })
}

/** Removes a binned plant for good, by its owner. @throws Refusal NOT_FOUND */
export async function removeFromBin(db: Db, person: Person, plantId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rows } = await sql`select from binned_plants b where b.plant_id = ${plantId} and ${owns(person)}
      for update`.execute(transaction)
    if (rows.length === 0) throw new Refusal('NOT_FOUND')
    await removePlant(transaction, plantId)
  })
}

/** Removes for good the plants that were not restored in time, and those without an owner. @returns how many plants */
export async function emptyBin(db: Db, nowMs: number, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const isOver = sql<boolean>`(delete_at <= ${new Date(nowMs)} or (user_id is null and organization_id is null))`
  const due = await db.kysely.selectFrom('binned_plants').select('plant_id').where(isOver).limit(1_000).execute()
  let removed = 0
  for (const { plant_id } of due) {
    if (signal?.aborted) break
    removed += await db.transaction(async (transaction) => {
      const row = await transaction
        .selectFrom('binned_plants')
        .select('plant_id')
        .where('plant_id', '=', plant_id)
        .where(isOver)
        .forUpdate()
        .executeTakeFirst()
      // Restored in the meantime, or removed by another node.
      if (row === undefined) return 0
      await removePlant(transaction, plant_id)
      return 1
    })
  }
  return removed
}
