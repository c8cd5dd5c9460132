import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { HAND_OVER_PREFIX } from '@heliograph/domain/hand-over-code.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import {
  countUse,
  findOneTimeToken,
  putOneTimeToken,
  takeOneTimeToken,
} from '../../platform/one-time-tokens/one-time-tokens.ts'
import { openVerifiedSession, type SignedIn, type SignInServices } from './session-opening.ts'
import type { Client, Session } from './sessions.ts'

const HAND_OVER_KIND = 'handOver'
/** Long enough to open the link on the other device; a link found in a history later is worthless. */
const VALID_MS = 2 * MINUTE_MS
const mostCodes = { most: 30, withinMs: DAY_MS }

type HandOver = Readonly<{ sessionId: number }>

/**
 * A code for a link that opens a further session of the same user, once. It dies with the session that made it.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function createHandOverCode(
  { kysely }: Db,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  nowMs: number,
): Promise<Readonly<{ code: string; expiresInS: number }>> {
  // A personal access token is no session, and must not become one.
  if (id === null) throw new Refusal('NO_PERMISSION')
  const isLeft = await countUse(kysely, { kind: 'handOverCodes', of: String(userId), ...mostCodes, nowMs })
  if (!isLeft) throw new Refusal('TOO_MANY_REQUESTS')
  const data: HandOver = { sessionId: id }
  const secret = await putOneTimeToken(kysely, { kind: HAND_OVER_KIND, userId, data, expiresAtMs: nowMs + VALID_MS })
  return { code: `${HAND_OVER_PREFIX}${secret}`, expiresInS: VALID_MS / 1000 }
}

/** The user whose session a code opens; reading does not use it. @throws Refusal VERIFICATION_CODE_EXPIRED */
export async function findHandOver(
  { kysely }: Db,
  options: Readonly<{ code: string; nowMs: number; center?: string | undefined }>,
): Promise<Readonly<{ userId: number; account: string }>> {
  const found = await findOneTimeToken(kysely, HAND_OVER_KIND, secretOf(options.code), options.nowMs)
  const giver = found && (await findGiver(kysely, found.data as HandOver, options))
  if (giver === undefined) throw new Refusal('VERIFICATION_CODE_EXPIRED')
  return { userId: giver.id, account: giver.account }
}

/**
 * Opens a session of a day for the code's user, with the identity of the session that made it.
 * @throws Refusal VERIFICATION_CODE_EXPIRED: unknown, used, expired, or that session has ended
 */
export async function takeHandOver(
  db: Db,
  options: Client & Readonly<{ code: string; nowMs: number }>,
  services: SignInServices = {},
): Promise<SignedIn> {
  const outcome = await db.transaction(async (transaction) => {
    const taken = await takeOneTimeToken(transaction, HAND_OVER_KIND, secretOf(options.code), options.nowMs)
    const giver = taken && (await findGiver(transaction, taken.data as HandOver, options))
    if (giver === undefined) return undefined
    const { code: _, ...client } = options
    const entry = { ...client, userId: giver.id, organizationId: giver.organization_id, keep: false }
    return openVerifiedSession(transaction, { ...entry, method: 'handOver' }, services)
  })
  // Thrown only here: what was taken stays taken.
  if (outcome === undefined) throw new Refusal('VERIFICATION_CODE_EXPIRED')
  return outcome
}

const secretOf = (code: string): string =>
  code.startsWith(HAND_OVER_PREFIX) ? code.slice(HAND_OVER_PREFIX.length) : ''

/** The user of the session that made a code, while it lives in this data center. */
const findGiver = (
  kysely: Kysely<Tables>,
  { sessionId }: HandOver,
  { nowMs, center = '' }: Readonly<{ nowMs: number; center?: string | undefined }>,
) =>
  kysely
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.account', 's.organization_id'])
    .where('s.id', '=', sessionId)
    .where('s.center', '=', center)
    .where('s.expires_at', '>', new Date(nowMs))
    .where('u.moved_to', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
