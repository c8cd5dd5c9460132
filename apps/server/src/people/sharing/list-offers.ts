import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Holder, Session } from '../accounts/accounts.ts'
import { isHolder } from './owner-lock.ts'

/** A plant that is offered to the reader. */
export type PlantOffer = Readonly<{
  plantId: number
  plant: string
  /** Null: the account is gone. */
  from: string | null
  /** Null: it is offered to the person. */
  organization: string | null
  expiresAtMs: number
}>

/** An ordinary member of an organization decides nothing about its plants. */
export const mayDecide = ({ organizationRole }: Session): boolean => organizationRole !== 'user'

/** Offers to the person, or to the organization that the session administers; the newest first. */
export async function listOffersTo(
  db: Pick<Db, 'kysely'>,
  session: Session,
  nowMs: number,
): Promise<readonly PlantOffer[]> {
  if (!mayDecide(session)) return []
  const { rows } = await sql<{ id: number; plant: string; from: string | null; to: string | null; ends: Date }>`
    select p.id, p.name as plant, u.nickname as "from", o.name as "to", h.expires_at as ends
    from hand_overs h join plants p on p.id = h.plant_id left join users u on u.id = h.offered_by
      left join organizations o on o.id = h.organization_id
    where ${isOffered(session)} and h.expires_at > ${new Date(nowMs)}
    order by h.offered_at desc, p.id`.execute(db.kysely)
  return rows.map((row) => ({
    plantId: row.id,
    plant: row.plant,
    from: row.from,
    organization: row.to,
    expiresAtMs: row.ends.getTime(),
  }))
}

const isOffered = ({ userId, organizationId }: Holder) =>
  organizationId === null ? sql<boolean>`h.user_id = ${userId}` : sql<boolean>`h.organization_id = ${organizationId}`

/** Whether something is offered to the session. */
export async function hasOffers(db: Pick<Db, 'kysely'>, session: Session, nowMs: number): Promise<boolean> {
  if (!mayDecide(session)) return false
  const found = await db.kysely
    .selectFrom('hand_overs')
    .select('plant_id')
    .where(isHolder(session))
    .where('expires_at', '>', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The plant's open offer, for its owner and for whom it is addressed to; everybody else gets null. */
export async function findOffer(
  db: Pick<Db, 'kysely'>,
  session: Session,
  { plantId, isOwner, nowMs }: Readonly<{ plantId: number; isOwner: boolean; nowMs: number }>,
): Promise<Readonly<{ to: string; expiresAtMs: number; isMine: boolean }> | null> {
  const row = await db.kysely
    .selectFrom('hand_overs as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .leftJoin('organizations as o', 'o.id', 'h.organization_id')
    .select(['h.expires_at', 'u.nickname', 'o.name', isOffered(session).as('mine')])
    .where('h.plant_id', '=', plantId)
    .where('h.expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (row === undefined) return null
  const isMine = row.mine === true && mayDecide(session)
  if (!isMine && !isOwner) return null
  return { to: row.name ?? row.nickname ?? '', expiresAtMs: row.expires_at.getTime(), isMine }
}
