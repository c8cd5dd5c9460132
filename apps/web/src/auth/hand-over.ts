import type { CurrentUser } from '../api/account-types.ts'
import { call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'

/** The request in the URL (specification, section 2): a new session, or the end of this one. */
export type HandOver = Readonly<{ kind: 'token'; token: string }> | Readonly<{ kind: 'clear' }>

export const toHandOver = (token: string | undefined): HandOver | undefined =>
  token === undefined ? undefined : token === 'clear' ? { kind: 'clear' } : { kind: 'token', token }

/** Who a session stands for; undefined: it is none. @param token instead of the page's own session */
export async function findUser(token?: string): Promise<CurrentUser | undefined> {
  try {
    return await call('GET /user-s/acc/org/login-user', undefined, token === undefined ? {} : { token })
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 401) return undefined
    throw failure
  }
}
