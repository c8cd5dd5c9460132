import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { sql } from 'kysely'
import { type Holder, isChosen } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { findByKeyword, passesKeyword } from './plant-keyword.ts'

export type PlantFilter = Readonly<{
  holder: Holder & Readonly<{ organizationRole: OrganizationRole | null }>
  /** Found in name or address, in the name of an organization with access, or as the beginning of a serial number. */
  keyword?: string | undefined
  statuses?: readonly Status[] | undefined
  type?: PlantType | undefined
  gridType?: GridType | undefined
  /** Tags of the holder: only plants that carry all of them. */
  tagIds?: readonly number[] | undefined
  /** Created by this user. */
  createdBy?: number | undefined
  /** Only these of the holder's plants. */
  plantIds?: readonly number[] | undefined
}>

/**
 * The plants that a person or an organization may view (the right viewPlantInfo), with their rows of now: what every list,
 * sum, map and screen reads. Of plants held without the right, `listNamesOnly` has the names.
 */
export function selectHoldings(db: Db, holder: Holder, nowMs: number) {
  const query = db.kysely
    .selectFrom('plants as p')
    .innerJoin('plant_now as n', 'n.plant_id', 'p.id')
    .innerJoin('plant_viewers as m', 'm.plant_id', 'n.plant_id')
    .where((eb) => eb.or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', new Date(nowMs))]))
    .where(isChosen(holder, sql`p.id`))
  return holder.organizationId === null
    ? query.where('m.user_id', '=', holder.userId)
    : query.where('m.organization_id', '=', holder.organizationId)
}

/** The holder's plants that pass the filter. */
export async function selectMatching(
  db: Db,
  { holder, keyword, type, gridType, createdBy, plantIds, tagIds = [], statuses: wanted }: PlantFilter,
  nowMs: number,
) {
  let query = selectHoldings(db, holder, nowMs)
  const words = keyword?.trim()
  if (words) query = query.where(passesKeyword(holder, words, await findByKeyword(db, holder, words)))
  if (wanted !== undefined && wanted.length > 0) query = query.where('n.status', 'in', wanted)
  if (createdBy !== undefined) query = query.where('p.created_by', '=', createdBy)
  if (plantIds !== undefined) query = query.where('p.id', 'in', [0, ...plantIds])
  for (const tagId of new Set(tagIds)) {
    const { userId, organizationId } = holder
    const owned = organizationId === null ? sql`t.user_id = ${userId}` : sql`t.organization_id = ${organizationId}`
    query = query.where(sql<boolean>`exists (select from tagged_plants tp join plant_tags t on t.id = tp.tag_id
      where tp.plant_id = p.id and t.id = ${tagId} and ${owned})`)
  }
  if (type !== undefined) query = query.where('p.type', '=', type)
  return gridType === undefined ? query : query.where('p.grid_type', '=', gridType)
}
