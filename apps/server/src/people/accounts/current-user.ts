import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Holder } from './sessions.ts'

/** Problems that the page asks the user to solve (specification, section 2). */
export type Prompt = 'country' | 'email' | 'weakPassword'

/** Everything about the person. The current identity and its rights are elsewhere. */
export type CurrentUser = Readonly<{
  id: number
  account: string
  nickname: string
  email: string | null
  phone: string | null
  country: string
  language: string
  isAdmin: boolean
  /** Plants of the identity that the session has. */
  plantCount: number
  hasPhoto: boolean
  hasPassword: boolean
  /** The stored value: a part of contract/user-s/profile.ts, written by any version. */
  preferences: Readonly<Record<string, unknown>>
  prompts: readonly Prompt[]
}>

/** @throws Refusal AUTH_TOKEN_INVALID when the account is gone */
export async function getCurrentUser(db: Db, { userId, organizationId }: Holder, nowMs: number): Promise<CurrentUser> {
  const now = new Date(nowMs)
  const plants = sql<number>`(select count(*)::integer from plant_holders h
    where case when ${organizationId}::bigint is null then h.user_id = u.id else h.organization_id = ${organizationId}::bigint end
      and (h.expires_at is null or h.expires_at > ${now}))`
  const row = await db.kysely
    .selectFrom('users as u')
    .leftJoin('user_photos as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.account', 'u.nickname', 'u.email', 'u.phone', 'u.country', 'u.language', 'u.is_admin'])
    .select(['u.password_hash', 'u.password_is_weak', 'u.preferences', 'f.type as photo', plants.as('plants')])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const { id, account, nickname, email, phone, country, language } = row
  const prompts: Prompt[] = []
  if (country === '') prompts.push('country')
  if (email === null) prompts.push('email')
  if (row.password_is_weak) prompts.push('weakPassword')
  return {
    id,
    account,
    nickname,
    email,
    phone,
    country,
    language,
    isAdmin: row.is_admin,
    plantCount: row.plants,
    hasPhoto: row.photo !== null,
    hasPassword: row.password_hash !== null,
    preferences: row.preferences as CurrentUser['preferences'],
    prompts,
  }
}
