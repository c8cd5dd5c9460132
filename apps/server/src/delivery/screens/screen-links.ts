import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import { listPlants, listTags } from '../../fleet/plants/plants.ts'
import {
  type Holder,
  hashToken,
  isInForce,
  makeToken,
  removeOwn,
  requirePlace,
} from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'

export const MOST_SCREEN_LINKS = 20

/** Kept as it is given: the page alone reads it. */
export type ScreenLook = Readonly<{
  /** #rrggbb of the figures; null: as the brand has it. */
  color: string | null
  /** Seconds per plant when the screen goes round; null: it stays. */
  cycleSeconds: number | null
  /** Darker while all plants sleep. */
  dims: boolean
}>

/** A link to a large screen. Without tag and plant it shows all plants of its maker's identity. */
export type ScreenLink = Readonly<{
  id: number
  title: string
  tagId: number | null
  plantId: number | null
  look: ScreenLook
  createdAtMs: number
  /** To the hour. */
  lastUsedAtMs: number | null
}>

type NewLink = Pick<ScreenLink, 'title' | 'tagId' | 'plantId' | 'look'> &
  Readonly<{
    /** The personal access token that makes it, with which it ends. */
    accessTokenId?: number | null
  }>
type LinkHolder = Holder & Readonly<{ organizationRole: OrganizationRole | null }>

/**
 * Makes a link. Only this reply has its token.
 * @throws Refusal NOT_FOUND for a plant or tag of another holder, TOO_MANY
 */
export async function addScreenLink(
  db: Db,
  holder: LinkHolder,
  newLink: NewLink,
  nowMs: number,
): Promise<Readonly<{ token: string; link: ScreenLink }>> {
  await requireSelection(db, holder, newLink, nowMs)
  const token = makeToken()
  const title = cleanLine(newLink.title)
  const id = await db.transaction(async (transaction) => {
    await requirePlace(transaction, 'screen_links', holder.userId, MOST_SCREEN_LINKS)
    const added = await transaction
      .insertInto('screen_links')
      .values({
        user_id: holder.userId,
        organization_id: holder.organizationId,
        token_hash: hashToken(token),
        title,
        tag_id: newLink.tagId,
        plant_id: newLink.plantId,
        look: JSON.stringify(newLink.look),
        created_at: new Date(nowMs),
        access_token_id: newLink.accessTokenId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
  return {
    token,
    link: {
      id,
      title,
      tagId: newLink.tagId,
      plantId: newLink.plantId,
      look: newLink.look,
      createdAtMs: nowMs,
      lastUsedAtMs: null,
    },
  }
}

async function requireSelection(db: Db, holder: LinkHolder, { tagId, plantId }: NewLink, nowMs: number): Promise<void> {
  if (tagId !== null && plantId !== null) throw new Refusal('PARAM_ERROR', { field: 'plantId' })
  if (plantId !== null) {
    const page = { holder, plantIds: [plantId], page: 1, size: 1, order: 'name', direction: 'ASC' } as const
    if ((await listPlants(db, page, nowMs)).total === 0) throw new Refusal('NOT_FOUND')
  }
  if (tagId !== null && !(await listTags(db, holder, nowMs)).some(({ id }) => id === tagId))
    throw new Refusal('NOT_FOUND')
}

type Row = {
  id: number
  title: string
  tag_id: number | null
  plant_id: number | null
  look: unknown
  created_at: Date
  last_used_at: Date | null
}
const columns = ['id', 'title', 'tag_id', 'plant_id', 'look', 'created_at', 'last_used_at'] as const

const toLink = (row: Row): ScreenLink => ({
  id: row.id,
  title: row.title,
  tagId: row.tag_id,
  plantId: row.plant_id,
  look: row.look as ScreenLook,
  createdAtMs: row.created_at.getTime(),
  lastUsedAtMs: row.last_used_at?.getTime() ?? null,
})

/** The person's links of this identity, the newest first. */
export async function listScreenLinks(db: Db, { userId, organizationId }: Holder): Promise<readonly ScreenLink[]> {
  const rows = await db.kysely
    .selectFrom('screen_links')
    .select(columns)
    .where('user_id', '=', userId)
    .where(sql<boolean>`organization_id is not distinct from ${organizationId}`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toLink)
}

/** Screens that show it stop with their next question. @throws Refusal NOT_FOUND */
export const removeScreenLink = ({ kysely }: Db, userId: number, linkId: number): Promise<void> =>
  removeOwn(kysely, 'screen_links', userId, linkId)

/**
 * The link behind a token, and the holder as whom it looks: the plants that its maker sees today.
 * @throws Refusal NOT_FOUND: no such link, its maker moved or left the organization, or the token that made it ended
 */
export async function openScreenLink(
  db: Db,
  token: string,
  nowMs: number,
): Promise<Readonly<{ link: ScreenLink; holder: LinkHolder }>> {
  const row = await db.kysely
    .selectFrom('screen_links as s')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.moved_to', 'is', null))
    .leftJoin('organization_members as m', (join) =>
      join.onRef('m.organization_id', '=', 's.organization_id').onRef('m.user_id', '=', 's.user_id'),
    )
    .select(columns.map((name) => `s.${name}` as const))
    .select(['s.user_id', 's.organization_id', 'm.role'])
    .where('s.token_hash', '=', hashToken(token))
    .where(isInForce('s.access_token_id', nowMs))
    .where((eb) => eb.or([eb('s.organization_id', 'is', null), eb('m.role', 'is not', null)]))
    .executeTakeFirstOrThrow(notFound)
  if (row.last_used_at === null || row.last_used_at.getTime() < nowMs - HOUR_MS)
    await db.kysely
      .updateTable('screen_links')
      .set({ last_used_at: new Date(nowMs) })
      .where('id', '=', row.id)
      .execute()
  const organizationRole = row.role === 'admin' || row.role === 'user' ? row.role : null
  return { link: toLink(row), holder: { userId: row.user_id, organizationId: row.organization_id, organizationRole } }
}
