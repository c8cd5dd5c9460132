import type { Right, Subject } from '@heliograph/contract/endpoint.ts'
import { id } from '@heliograph/contract/page.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { findSession, type Session } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'

/** Parts of a request, before or after validation. */
export type Parts = Readonly<{ params: unknown; query: unknown; body: unknown }>

/** The id at the place that the contract names, or undefined when there is none. */
export function findSubject(parts: Parts, subject: Subject): number | undefined {
  const [part = '', name = ''] = subject.split('.')
  const values = parts[part as keyof Parts]
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return undefined
  const parsed = id.safeParse((values as Record<string, unknown>)[name])
  return parsed.success ? parsed.data : undefined
}

/**
 * The session of a token, with its membership of what the call is about: one statement.
 * @throws Refusal AUTH_TOKEN_INVALID
 */
export async function requireSession(
  db: Db,
  token: string | undefined,
  right: Exclude<Right, { kind: 'public' }>,
  parts: Parts,
  nowMs: number,
): Promise<Session> {
  const subject = 'subject' in right ? findSubject(parts, right.subject) : undefined
  const about =
    subject === undefined ? undefined : right.kind === 'device' ? { deviceId: subject } : { plantId: subject }
  const session = token === undefined ? undefined : await findSession(db, token, nowMs, about)
  if (session === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  return session
}

/**
 * Whether the session has what the call declares. A stranger is told the same of a neighbour's plant as of one that does
 * not exist. @throws Refusal NOT_FOUND for a stranger, NO_PERMISSION for a member without the right
 */
export function requireRight(session: Session, right: Exclude<Right, { kind: 'public' }>): void {
  if (right.kind === 'user') return
  if (right.kind === 'admin') {
    if (!session.isAdmin) throw new Refusal('NO_PERMISSION')
    return
  }
  if (session.membership === undefined) throw new Refusal('NOT_FOUND')
  if (!session.membership.rights.includes(right.right)) throw new Refusal('NO_PERMISSION')
}
