import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type SecurityState = Readonly<{
  hasPassword: boolean
  /** null without a password. */
  passwordChangedAtMs: number | null
  passwordIsWeak: boolean
  email: string | null
  phone: string | null
  authenticator: Readonly<{ isOn: boolean; sinceMs: number | null; recoveryCodesLeft: number }>
  passkeyCount: number
  /** Live sessions only. */
  sessionCount: number
  tokenCount: number
}>

type Row = {
  password_hash: string | null
  password_changed_at: Date
  password_is_weak: boolean
  email: string | null
  phone: string | null
  confirmed_at: Date | null
  codes: number
  passkeys: number
  sessions: number
  tokens: number
}

/** The security settings of the user\'s account, in one statement. @throws Refusal AUTH_TOKEN_INVALID when it is gone */
export async function getSecurityState(db: Db, userId: number, nowMs: number): Promise<SecurityState> {
  const now = new Date(nowMs)
  const { rows } = await sql<Row>`
    select u.password_hash, u.password_changed_at, u.password_is_weak, u.email, u.phone, a.confirmed_at,
      (select count(*)::integer from recovery_codes c where c.user_id = u.id and c.used_at is null) as codes,
      (select count(*)::integer from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*)::integer from sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions,
      (select count(*)::integer from access_tokens t where t.user_id = u.id and t.expires_at > ${now}) as tokens
    from users u left join authenticators a on a.user_id = u.id where u.id = ${userId}`.execute(db.kysely)
  const row = rows[0]
  if (row === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const hasPassword = row.password_hash !== null
  const isOn = row.confirmed_at !== null
  return {
    hasPassword,
    passwordChangedAtMs: hasPassword ? row.password_changed_at.getTime() : null,
    passwordIsWeak: row.password_is_weak,
    email: row.email,
    phone: row.phone,
    authenticator: {
      isOn,
      sinceMs: row.confirmed_at?.getTime() ?? null,
      recoveryCodesLeft: isOn ? row.codes : 0,
    },
    passkeyCount: row.passkeys,
    sessionCount: row.sessions,
    tokenCount: row.tokens,
  }
}
