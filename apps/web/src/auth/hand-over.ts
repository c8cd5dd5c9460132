import { HAND_OVER_PREFIX } from '@heliograph/domain/hand-over-code.ts'
import type { CurrentUser } from '../api/account-types.ts'
import { call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'

/**
 * The request in the URL (specification, section 2): a new session, or the end of this one. Our own links carry a code,
 * which works once and for two minutes; the specification's token is a session itself.
 */
export type HandOver = Readonly<{ kind: 'token'; token: string } | { kind: 'code'; code: string } | { kind: 'clear' }>

export function toHandOver(token: string | undefined): HandOver | undefined {
  if (token === undefined) return undefined
  if (token === 'clear') return { kind: 'clear' }
  return token.startsWith(HAND_OVER_PREFIX) ? { kind: 'code', code: token } : { kind: 'token', token }
}

/** The user behind a session; undefined: it is none. @param token instead of the page's own session */
export async function findUser(token?: string): Promise<CurrentUser | undefined> {
  try {
    return await call('GET /user-s/acc/org/login-user', undefined, token === undefined ? {} : { token })
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 401) return undefined
    throw failure
  }
}
