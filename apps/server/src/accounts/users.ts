import { Refusal } from '@heliograph/domain/errors.ts'
import { DEFAULT_LANGUAGE } from '@heliograph/domain/languages.ts'
import { checkPassword } from '@heliograph/domain/password.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { hashPassword } from './password-hash.ts'

export type NewUser = Readonly<{
  account: string
  password: string
  nickname?: string | undefined
  email?: string | null | undefined
  isAdmin?: boolean
  language?: string
}>

/** Names are printable and carry no direction marks or other invisible characters, which could imitate another's. */
const cleanName = (text: string): string => text.normalize('NFC').replace(/\p{C}/gu, '').trim()

/** Checks the rules, then spends the time on the hash. @throws Refusal */
export async function prepareUser(
  user: NewUser,
): Promise<Omit<NewUser, 'password'> & { readonly passwordHash: string }> {
  const account = cleanName(user.account)
  if (account.length === 0 || account.length > 100 || /\s/.test(account))
    throw new Refusal('PARAM_ERROR', { field: 'account' })
  const nickname = cleanName(user.nickname ?? '') || account
  const fault = checkPassword(user.password, [account, nickname, user.email])
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  return { ...user, account, nickname, passwordHash: await hashPassword(user.password) }
}

/** @returns the new user's id @throws Refusal ACCOUNT_EXISTS */
export async function insertUser(
  kysely: Kysely<Tables>,
  user: Awaited<ReturnType<typeof prepareUser>>,
): Promise<number> {
  const added = await kysely
    .insertInto('users')
    .values({
      account: user.account,
      email: user.email ?? null,
      nickname: user.nickname ?? user.account,
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ?? false,
      language: user.language ?? DEFAULT_LANGUAGE,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new Refusal('ACCOUNT_EXISTS')
  return added.id
}

export async function addUser(db: Db, user: NewUser): Promise<number> {
  return insertUser(db.kysely, await prepareUser(user))
}

export type FoundUser = Readonly<{ id: number; account: string; isAdmin: boolean }>

/** By account name, whatever its case. */
export async function findUser(db: Db, account: string): Promise<FoundUser | undefined> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['id', 'account', 'is_admin'])
    .where((one) => one(one.fn('lower', ['account']), '=', cleanName(account).toLowerCase()))
    .executeTakeFirst()
  return row && { id: row.id, account: row.account, isAdmin: row.is_admin }
}

export type CurrentUser = Readonly<{
  id: number
  account: string
  nickname: string
  email: string | null
  language: string
  isAdmin: boolean
  plantCount: number
}>

export async function getCurrentUser(db: Db, userId: number): Promise<CurrentUser> {
  const row = await db.kysely
    .selectFrom('users as u')
    .select(['u.id', 'u.account', 'u.nickname', 'u.email', 'u.language', 'u.is_admin'])
    .select((one) =>
      one
        .selectFrom('plant_members as m')
        .whereRef('m.user_id', '=', 'u.id')
        .select((m) => m.fn.countAll<number>().as('n'))
        .as('plants'),
    )
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const { id, account, nickname, email, language } = row
  return { id, account, nickname, email, language, isAdmin: row.is_admin, plantCount: row.plants ?? 0 }
}
