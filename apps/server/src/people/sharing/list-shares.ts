import { isPlantRight, type PlantRole } from '@heliograph/domain/permissions.ts'
import type { OrganizationShare, Share } from '@heliograph/domain/share.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type SharingPerson = Share & Readonly<{ userId: number; nickname: string; account: string }>

type Row = { role: string; rights: string[]; since: Date; expires_at: Date | null }

const toShare = (row: Row, nowMs: number): Share => ({
  role: row.role as PlantRole,
  rights: row.rights.filter(isPlantRight),
  sinceMs: row.since.getTime(),
  expiresAtMs: row.expires_at?.getTime() ?? null,
  isExpired: row.expires_at !== null && row.expires_at.getTime() <= nowMs,
})

/** The owner first, then in the order in which they came. */
export async function listSharingPeople(db: Db, plantId: number, nowMs: number): Promise<readonly SharingPerson[]> {
  const rows = await db.kysely
    .selectFrom('plant_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.nickname', 'u.account', 'm.role', 'm.rights', 'm.since', 'm.expires_at'])
    .where('m.plant_id', '=', plantId)
    .orderBy(sql`m.role <> 'owner'`)
    .orderBy('m.since')
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({ userId: row.id, nickname: row.nickname, account: row.account, ...toShare(row, nowMs) }))
}

export async function listSharingOrganizations(
  db: Pick<Db, 'kysely'>,
  plantId: number,
  nowMs: number,
): Promise<readonly OrganizationShare[]> {
  const rows = await db.kysely
    .selectFrom('plant_organizations as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.name', 'm.relation', 'm.role', 'm.rights', 'm.since', 'm.expires_at'])
    .where('m.plant_id', '=', plantId)
    .orderBy(sql`m.role <> 'owner'`)
    .orderBy('m.since')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, relation: row.relation, ...toShare(row, nowMs) }))
}

/** Invitations that may still be accepted, newest first. */
export async function listPlantInvitations(db: Db, plantId: number, nowMs: number) {
  const rows = await db.kysely
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'rights', 'created_at', 'expires_at'])
    .where('plant_id', '=', plantId)
    .where('expires_at', '>', new Date(nowMs))
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role as 'admin' | 'viewer',
    rights: row.rights.filter(isPlantRight),
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  }))
}

/** Whether the platform's support may view the plant. */
export async function readSupportSwitch(db: Db, plantId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('plants').select('auth_open').where('id', '=', plantId).executeTakeFirst()
  return row?.auth_open ?? false
}
