import { createHash, randomBytes } from 'node:crypto'
import { DAY_S } from '@heliograph/domain/duration.ts'
import type { Identity, OrganizationRole, PlantRight, PlantRole, TokenScope } from '@heliograph/domain/permissions.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

export const SHORT_SESSION_S = DAY_S
export const LONG_SESSION_S = 15 * DAY_S

/** However often it is renewed, a session ends this long after its sign-in. */
export const LONGEST_SESSION_S = 90 * 24 * 3600

/** Per person: programs that sign in for each call would otherwise leave any number of sessions behind. */
export const MOST_SESSIONS = 100

/** A new session. The tokens exist only here and with their holder. */
export type OpenedSession = Readonly<{ token: string; refreshToken: string; expiresInS: number; isLong: boolean }>
export type Client = Readonly<{
  address: string
  userAgent: string
  /** The data center of this server: a session of one data center is worthless in another. */
  center?: string
  /** The secret with which an earlier sign-in marked this browser. */
  browser?: string | undefined
}>

/** The session's rights on the plant or device of a call. */
export type Membership = Readonly<{
  plantId: number
  /** support: the owner lets the platform's support view the plant. */
  role: PlantRole | 'support'
  rights: readonly PlantRight[]
  /**
   * True for the owner, and for an administrator of the organization that owns the plant: they may share, hand over and
   * delete it.
   */
  isOwner: boolean
  /** When the share ends by itself; null: never. */
  endsAtMs: number | null
}>

export type Session = Readonly<{
  /** The session's ID; null for a personal access token. */
  id: number | null
  userId: number
  isAdmin: boolean
  identity: Identity
  /** The organization the session acts for, or null for the person. */
  organizationId: number | null
  organizationRole: OrganizationRole | null
  /** A personal access token: what it makes for others to use ends with it. null: a session. */
  accessTokenId: number | null
  /** The scopes of a personal access token; undefined for a session, which has no limits. */
  scopes: readonly TokenScope[] | undefined
  /** The plants to which a token is limited; null: all. */
  plantIds: readonly number[] | null
  isLong: boolean
  expiresAtMs: number
  membership: Membership | undefined
}>

/** The plants that a session sees. */
export type Holder = Readonly<{
  userId: number
  organizationId: number | null
  /** Only these of its plants: the caller's token is limited to them. */
  plantIds?: readonly number[] | null
}>

/** SQL: the plant is one of those to which the holder is limited. */
export const isChosen = ({ plantIds = null }: Holder, plantId: RawBuilder<unknown>): RawBuilder<boolean> =>
  plantIds === null ? sql`true` : sql`${plantId} = any(${[...plantIds]}::bigint[])`

export const makeToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
/** The kind of one-time token that keeps a renewed token for a while; `by` is the hash of its replacement, in hex. */
export const REPLACED_KIND = 'replacedToken'
export type Replaced = Readonly<{ by: string }>
/** The prefix lets scanners recognize a leaked token. */
export const ACCESS_TOKEN_PREFIX = 'hgp_'

/** How a session came about; shown in the list of sessions and in the sign-in log. */
export type SignInMethod = 'password' | 'passkey' | 'thirdParty' | 'register' | 'setup' | 'handOver'

/** Opens a session; beyond `MOST_SESSIONS` it takes the place of the one that was used longest ago. */
export async function openSession(
  kysely: Kysely<Tables>,
  options: Client &
    Readonly<{
      userId: number
      isLong: boolean
      nowMs: number
      organizationId?: number | null
      method?: SignInMethod
    }>,
): Promise<OpenedSession> {
  const token = makeToken()
  const refreshToken = makeToken()
  const expiresInS = options.isLong ? LONG_SESSION_S : SHORT_SESSION_S
  await kysely
    .with('surplus', (statement) =>
      statement.deleteFrom('sessions').where('id', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', options.userId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('id', 'desc')
          .offset(MOST_SESSIONS - 1),
      ),
    )
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      refresh_hash: hashToken(refreshToken),
      // Programs cannot renew an ended session either.
      refresh_expires_at: new Date(options.nowMs + expiresInS * 1000),
      user_id: options.userId,
      organization_id: options.organizationId ?? null,
      center: options.center ?? '',
      method: options.method ?? 'password',
      created_at: new Date(options.nowMs),
      last_seen_at: new Date(options.nowMs),
      expires_at: new Date(options.nowMs + expiresInS * 1000),
      long_lived: options.isLong,
      user_agent: cleanLine(options.userAgent, 300),
      address: cleanLine(options.address, 64),
    })
    .execute()
  return { token, refreshToken, expiresInS, isLong: options.isLong }
}
