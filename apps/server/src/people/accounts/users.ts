import { Refusal } from '@heliograph/domain/errors.ts'
import { DEFAULT_LANGUAGE } from '@heliograph/domain/languages.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import type { AcceptedTexts } from '../../platform/branding/branding.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { checkNewPassword } from './broken-passwords.ts'
import { hashPassword } from './password-hash.ts'

export type NewUser = Readonly<{
  account: string
  /** null: the user signs in through an identity provider only. */
  password: string | null
  nickname?: string | undefined
  email?: string | null | undefined
  /** E.164. */
  phone?: string | null | undefined
  /** ISO 3166-1, two capital letters. */
  country?: string | undefined
  isAdmin?: boolean
  language?: string
  /** null: there was nothing to accept. */
  accepted?: AcceptedTexts | null
  /** The time of creation; absent: the database's clock. */
  nowMs?: number
}>

/** A name to sign in with. @throws Refusal PARAM_ERROR */
export function toAccountName(text: string): string {
  const account = cleanLine(text)
  if (account.length === 0 || account.length > 100 || /\s/.test(account))
    throw new Refusal('PARAM_ERROR', { field: 'account' })
  return account
}

/** Checks the rules, then spends the time on the hash. @throws Refusal */
export async function prepareUser(
  user: NewUser,
): Promise<Omit<NewUser, 'password'> & { readonly passwordHash: string | null }> {
  const account = toAccountName(user.account)
  const nickname = cleanLine(user.nickname ?? '') || account
  const { password, ...rest } = user
  if (password === null) return { ...rest, account, nickname, passwordHash: null }
  const fault = checkNewPassword(password, [account, nickname, user.email, user.phone])
  if (fault !== undefined) throw new Refusal(fault, { field: 'password' })
  return { ...rest, account, nickname, passwordHash: await hashPassword(password) }
}

/** @returns the new user's id @throws Refusal ACCOUNT_EXISTS when the name, the address or the number is another's */
export async function insertUser(
  kysely: Kysely<Tables>,
  user: Awaited<ReturnType<typeof prepareUser>>,
): Promise<number> {
  const { nowMs } = user
  const added = await kysely
    .insertInto('users')
    .values({
      account: user.account,
      email: user.email ?? null,
      phone: user.phone ?? null,
      country: user.country ?? '',
      nickname: user.nickname ?? user.account,
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ?? false,
      language: user.language ?? DEFAULT_LANGUAGE,
      ...(user.accepted ? { accepted_texts: JSON.stringify(user.accepted) } : {}),
      ...(nowMs === undefined ? {} : { created_at: new Date(nowMs), password_changed_at: new Date(nowMs) }),
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

/**
 * Finds an account by name in any case. The database lower-cases both sides, because JavaScript maps some letters
 * differently.
 */
export async function findUser(db: Db, account: string): Promise<FoundUser | undefined> {
  const row = await db.kysely
    .selectFrom('users')
    .select(['id', 'account', 'is_admin'])
    .where((eb) => eb(eb.fn('lower', ['account']), '=', sql<string>`lower(${cleanLine(account)})`))
    .executeTakeFirst()
  return row && { id: row.id, account: row.account, isAdmin: row.is_admin }
}
