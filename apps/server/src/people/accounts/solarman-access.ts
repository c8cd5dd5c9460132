import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { DAY_S } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { secretKey } from '../../platform/secret-key/secret-key.ts'
import { type AccessToken, insertAccessToken } from './access-tokens.ts'
import { lockNameOf, locksOf, placeKeyOf, refuseLocked } from './locks.ts'
import { hashToken, type Session } from './sessions.ts'

/** Keys that a person enters in a program for the SOLARMAN OpenAPI; none of them is the account's own password. */
export type SolarmanKeys = Readonly<{
  appId: string
  appSecret: string
  password: string
  /** SHA-256 of the password in hex, which clients send. */
  passwordHash: string
  /** The account's email address, or its name where it has none. */
  account: string
}>

/** Programs check these lengths: 15 or 16, and 32. */
const APP_ID_DIGITS = 16
const SECRET_BYTES = 16
const PASSWORD_BYTES = 15
/** The life of a token that the field's cloud gives, too: clients keep it over restarts. */
const TOKEN_S = 60 * DAY_S - 1

/**
 * Creates an access that may only read, for the current identity. Only this reply contains the secret and the password.
 * @throws Refusal TOO_MANY
 */
export async function addSolarmanAccess(
  db: Db,
  session: Session,
  options: Readonly<{
    name: string
    plantIds?: readonly number[] | undefined
    expiresInDays: number
    center: string
    nowMs: number
  }>,
): Promise<Readonly<{ keys: SolarmanKeys; row: AccessToken }>> {
  const appId = Array.from({ length: APP_ID_DIGITS }, (_, at) => randomInt(at === 0 ? 1 : 0, 10)).join('')
  const appSecret = randomBytes(SECRET_BYTES).toString('hex')
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const passwordHash = createHash('sha256').update(password).digest('hex')
  const user = await db.kysely
    .selectFrom('users')
    .select(['account', 'email'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  // Opened by its keys alone: nobody has a token with this hash.
  const noToken = randomBytes(32)
  const row = await insertAccessToken(db, session, { ...options, scopes: ['plant:read'] }, noToken, (within, id) =>
    within
      .insertInto('solarman_access')
      .values({
        access_token_id: id,
        app_id: appId,
        secret_hash: hashToken(appSecret),
        password_hash: hashToken(passwordHash),
      })
      .execute(),
  )
  return { keys: { appId, appSecret, password, passwordHash, account: user.email ?? user.account }, row }
}

export type SolarmanRefusal = 'appId' | 'appSecret' | 'account' | 'locked' | 'organization'

type Attempt = Readonly<{
  appId: string
  appSecret: string
  /** An account's name, email address or phone number, with the SHA-256 of the password in hex; or a refresh token. */
  proof: Readonly<{ account: string; passwordHex: string }> | Readonly<{ refreshToken: string }>
  /** null: the identity that the access was made for. */
  organizationId: number | null
  address: string
  center: string
  nowMs: number
}>
export type OpenedAccess = Readonly<{ userId: number; token: string; refreshToken: string; expiresInS: number }>

/**
 * Opens an access. The keys cannot be guessed, so the lock only stops what asks again and again with wrong ones: 5
 * failures in 15 minutes of one app id at one address.
 */
export async function openSolarmanAccess(db: Db, attempt: Attempt): Promise<OpenedAccess | SolarmanRefusal> {
  const { here, addresses } = locksOf(db)
  const { appId, nowMs, organizationId, center } = attempt
  const address = toCountedAddress(attempt.address)
  const place = placeKeyOf(`solarman ${appId}`, address)
  try {
    refuseLocked(here, place, nowMs, 'USER_LOCKED')
    refuseLocked(addresses, address, nowMs, 'IP_LOCKED')
  } catch (error) {
    if (error instanceof Refusal) return 'locked'
    throw error
  }
  const found = await findAccess(db, appId, center, nowMs)
  const refusal = found === undefined ? 'appId' : judge(found, attempt)
  if (found === undefined || refusal !== undefined) {
    here.addFailure(place, nowMs)
    addresses.addFailure(address, nowMs)
    return refusal ?? 'appId'
  }
  if (organizationId !== null && !(await mayActFor(db, found, organizationId))) return 'organization'
  const endS = Math.floor(found.expires_at.getTime() / 1000)
  const nowS = Math.floor(nowMs / 1000)
  const expiresInS = Math.min(TOKEN_S, endS - nowS)
  const claim = { accessTokenId: found.id, organizationId, expiresAtS: nowS + expiresInS }
  return {
    userId: found.user_id,
    token: sealClaim(claim, 'access', center),
    refreshToken: sealClaim({ ...claim, expiresAtS: endS }, 'refresh', center),
    expiresInS,
  }
}

const findAccess = (db: Db, appId: string, center: string, nowMs: number) =>
  db.kysely
    .selectFrom('solarman_access as a')
    .innerJoin('access_tokens as t', 't.id', 'a.access_token_id')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.organization_id', 't.expires_at', 'a.secret_hash', 'a.password_hash'])
    .select(['u.account', 'u.email', 'u.phone'])
    .where('a.app_id', '=', appId)
    .where('t.center', '=', center)
    .where('t.expires_at', '>', new Date(nowMs))
    .where('u.moved_to', 'is', null)
    .executeTakeFirst()
type Access = NonNullable<Awaited<ReturnType<typeof findAccess>>>

function judge(access: Access, { appSecret, proof, center, nowMs }: Attempt): SolarmanRefusal | undefined {
  if (!timingSafeEqual(access.secret_hash, hashToken(appSecret))) return 'appSecret'
  if ('refreshToken' in proof)
    return readClaim(proof.refreshToken, 'refresh', center, nowMs)?.accessTokenId === access.id ? undefined : 'account'
  const names = [access.account, access.email, access.phone].flatMap((name) =>
    name === null ? [] : [lockNameOf(name)],
  )
  const isRight = timingSafeEqual(access.password_hash, hashToken(proof.passwordHex.toLowerCase()))
  return isRight && names.includes(lockNameOf(proof.account)) ? undefined : 'account'
}

async function mayActFor(db: Db, access: Access, organizationId: number): Promise<boolean> {
  if (access.organization_id !== null) return access.organization_id === organizationId
  const member = await db.kysely
    .selectFrom('organization_members')
    .select('role')
    .where('user_id', '=', access.user_id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return member !== undefined
}

/** The content of a token; its access is looked at with every call. */
export type SolarmanClaim = Readonly<{ accessTokenId: number; organizationId: number | null; expiresAtS: number }>

/** The claim of a token that this server gave, for its data center; undefined: any other text, or an expired one. */
export const readSolarmanToken = (token: string, center: string, nowMs: number): SolarmanClaim | undefined =>
  readClaim(token, 'access', center, nowMs)

type Kind = 'access' | 'refresh'
/** Sealed for one purpose: a token of another kind, data center or server does not open. */
const purposeOf = (kind: Kind, center: string): string => `solarman ${kind} token of ${center}`
const PREFIX = 'hgs_'

function sealClaim({ accessTokenId, organizationId, expiresAtS }: SolarmanClaim, kind: Kind, center: string): string {
  const text = `${accessTokenId}.${organizationId ?? ''}.${expiresAtS}`
  return PREFIX + secretKey().seal(Buffer.from(text), purposeOf(kind, center)).toString('base64url')
}

function readClaim(token: string, kind: Kind, center: string, nowMs: number): SolarmanClaim | undefined {
  if (!/^hgs_[\w-]{40,400}$/.test(token)) return undefined
  let text: string
  try {
    text = secretKey()
      .open(Buffer.from(token.slice(PREFIX.length), 'base64url'), purposeOf(kind, center))
      .toString()
  } catch {
    return undefined
  }
  const [id, organization, expiresAtS] = text.split('.')
  if (Number(expiresAtS) * 1000 <= nowMs) return undefined
  return {
    accessTokenId: Number(id),
    organizationId: organization ? Number(organization) : null,
    expiresAtS: Number(expiresAtS),
  }
}
