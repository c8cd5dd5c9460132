import { createHash, timingSafeEqual } from 'node:crypto'
import { type Endpoint, type Right, type Subject, scopeOf } from '@heliograph/contract/endpoint.ts'
import { id } from '@heliograph/contract/page.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { CENTER_SECRET_HEADER } from '../operator/data-centers/data-centers.ts'
import { findSession, type Session } from '../people/accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'

/** The parts of a request, before or after validation. */
export type Parts = Readonly<{ params: unknown; query: unknown; body: unknown }>

/** The ID at the place that the contract names, or undefined. */
export function findSubject(parts: Parts, subject: Subject): number | undefined {
  const [part = '', name = ''] = subject.split('.')
  const values = parts[part as keyof Parts]
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return undefined
  const parsed = id.safeParse((values as Record<string, unknown>)[name])
  return parsed.success ? parsed.data : undefined
}

/** Fields that only a session has. */
export type SessionRight = Exclude<Right, { kind: 'public' | 'peer' | 'agent' }>

/**
 * Finds the session of a token, with its membership of the call's subject, in one statement.
 * @throws Refusal AUTH_TOKEN_INVALID
 */
export async function requireSession(
  db: Db,
  token: string | undefined,
  right: SessionRight,
  parts: Parts,
  nowMs: number,
  center: string,
): Promise<Session> {
  const subject = 'subject' in right && right.kind !== 'organization' ? findSubject(parts, right.subject) : undefined
  const about = subject === undefined ? undefined : aboutOf(right.kind, subject)
  const session = token === undefined ? undefined : await findSession(db, token, nowMs, about, center)
  if (session === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return session
}

const aboutOf = (kind: SessionRight['kind'], subject: number) =>
  kind === 'device' ? { deviceId: subject } : kind === 'logger' ? { loggerId: subject } : { plantId: subject }

/**
 * Checks the right that the call declares. A stranger gets the same answer for a neighbor's plant or organization as
 * for a missing one.
 * @throws Refusal NOT_FOUND for a stranger, NO_PERMISSION for a member without the right
 */
export function requireRight(session: Session, right: SessionRight, parts: Parts): void {
  switch (right.kind) {
    case 'user':
      return
    case 'admin':
      // An organization's identity has no administrator rights on the server.
      if (session.identity !== 'MANAGER') throw new Refusal('NO_PERMISSION')
      return
    case 'brands':
      if (session.identity !== 'MANAGER' && session.identity !== 'ORG_ADMIN') throw new Refusal('NO_PERMISSION')
      return
    case 'organization':
      if (session.organizationId === null || findSubject(parts, right.subject) !== session.organizationId)
        throw new Refusal('NOT_FOUND')
      if (right.role === 'admin' && session.organizationRole !== 'admin') throw new Refusal('NO_PERMISSION')
      return
    case 'owner':
      if (session.membership === undefined) throw new Refusal('NOT_FOUND')
      if (!session.membership.isOwner) throw new Refusal('NO_PERMISSION')
      return
    default:
      if (session.membership === undefined) throw new Refusal('NOT_FOUND')
      if (!session.membership.rights.includes(right.right)) throw new Refusal('NO_PERMISSION')
  }
}

/** @throws Refusal NO_PERMISSION for every caller but a server of another data center */
export function requirePeer(headers: Readonly<Record<string, unknown>>, secret: string | undefined): void {
  const shown = headers[CENTER_SECRET_HEADER]
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  if (!secret || typeof shown !== 'string' || !timingSafeEqual(digest(shown), digest(secret)))
    throw new Refusal('NO_PERMISSION')
}

/** Limits a personal access token to its scopes, and to calls that look only at its plants. @throws Refusal NO_PERMISSION */
export function requireScope(session: Session, method: string, entry: Endpoint): void {
  if (session.scopes === undefined) return
  const isAboutPlant = ['plant', 'device', 'logger', 'owner'].includes(entry.right.kind)
  if (session.plantIds !== null && !isAboutPlant && entry.byPlants !== true) throw new Refusal('NO_PERMISSION')
  const needed = scopeOf(method, entry)
  if (needed === undefined || !session.scopes.includes(needed)) throw new Refusal('NO_PERMISSION')
}
