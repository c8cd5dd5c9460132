import { Refusal } from '@heliograph/domain/errors.ts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { runTransaction } from '../../platform/db/transaction.ts'
import { putOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import {
  hashToken,
  LONG_SESSION_S,
  LONGEST_SESSION_S,
  makeToken,
  type OpenedSession,
  REPLACED_KIND,
  type Replaced,
  SHORT_SESSION_S,
} from './sessions.ts'

/** Other calls of a renewing page are still in flight; a refusal would send the page to the sign-in. */
const GRACE_MS = 30_000

type Row = ExpressionBuilder<Tables, 'sessions'>
type Renewal = Readonly<{ nowMs: number; center?: string | undefined }>

/**
 * Issues new tokens for a session, which keeps its data center, identity and lifetime. The previous refresh token stops
 * working at once, the previous token after 30 s, or at once when the identity changes.
 * @param organizationId the organization to act for, or null for the person; the caller has checked the membership
 * @throws Refusal AUTH_TOKEN_INVALID
 */
export async function renewSession(
  kysely: Kysely<Tables>,
  token: string | undefined,
  options: Renewal & Readonly<{ organizationId?: number | null | undefined }>,
): Promise<OpenedSession> {
  if (token === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const { organizationId } = options
  const which = (row: Row) => row('token_hash', '=', hashToken(token))
  if (organizationId !== undefined)
    return orInvalid(await renew(kysely, which, { organization_id: organizationId }, options))
  // One transaction: no call may fall between the new token and the grace period of the old one.
  return runTransaction(kysely, async (transaction) => {
    const renewed = orInvalid(await renew(transaction, which, {}, options))
    const data: Replaced = { by: hashToken(renewed.token).toString('hex') }
    const expiresAtMs = options.nowMs + GRACE_MS
    await putOneTimeToken(transaction, { kind: REPLACED_KIND, secret: token, data, expiresAtMs })
    return renewed
  })
}

function orInvalid(renewed: OpenedSession | undefined): OpenedSession {
  if (renewed === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return renewed
}

/**
 * Issues new tokens for a refresh token (RFC 6749, section 6), for programs. A refresh token works once: a second use
 * means theft, and the session ends (RFC 9700, section 4.14.2).
 * @throws Refusal AUTH_TOKEN_INVALID
 */
export async function refreshSession(
  kysely: Kysely<Tables>,
  refreshToken: string,
  options: Renewal,
): Promise<OpenedSession> {
  const hash = hashToken(refreshToken)
  const now = new Date(options.nowMs)
  const renewed = await renew(
    kysely,
    (row) => row.and([row('refresh_hash', '=', hash), row('refresh_expires_at', '>', now)]),
    {},
    options,
  )
  if (renewed !== undefined) return renewed
  const [ended] = await kysely.deleteFrom('sessions').where('old_refresh_hash', '=', hash).execute()
  if ((ended?.numDeletedRows ?? 0n) > 0n) throw new Refusal('AUTH_TOKEN_INVALID', { reason: 'reused' })
  throw new Refusal('AUTH_TOKEN_INVALID')
}

async function renew(
  kysely: Kysely<Tables>,
  which: (one: Row) => ReturnType<Row['and']>,
  identity: Readonly<{ organization_id?: number | null }>,
  { nowMs, center = '' }: Renewal,
): Promise<OpenedSession | undefined> {
  const token = makeToken()
  const refreshToken = makeToken()
  const now = new Date(nowMs)
  const ends = sql<Date>`least(created_at + make_interval(secs => ${LONGEST_SESSION_S}),
    case when long_lived then ${new Date(nowMs + LONG_SESSION_S * 1000)}::timestamptz
    else ${new Date(nowMs + SHORT_SESSION_S * 1000)}::timestamptz end)`
  const row = await kysely
    .updateTable('sessions')
    .set((eb) => ({
      ...identity,
      token_hash: hashToken(token),
      old_refresh_hash: eb.ref('refresh_hash'),
      refresh_hash: hashToken(refreshToken),
      expires_at: ends,
      refresh_expires_at: ends,
      last_seen_at: now,
    }))
    .where(which)
    .where('expires_at', '>', now)
    .where('center', '=', center)
    // Tokens of a moved account are worthless.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users as u')
          .select('u.id')
          .whereRef('u.id', '=', 'sessions.user_id')
          .where('u.moved_to', 'is', null),
      ),
    )
    .returning(['long_lived', 'expires_at'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isLong = row.long_lived
  return { token, refreshToken, expiresInS: Math.round((row.expires_at.getTime() - nowMs) / 1000), isLong }
}
