import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { findUser, type HandOver } from '../../../auth/hand-over.ts'

export type HandOverUser = Pick<CurrentUser, 'id' | 'account'>

/** Who a link signs in; undefined: nobody, or nobody any more. */
export async function findOther(wish: HandOver): Promise<HandOverUser | undefined> {
  if (wish.kind === 'clear') return undefined
  if (wish.kind === 'token') return findUser(wish.token)
  try {
    return await call('POST /oauth2-s/oauth/hand-over', { body: { code: wish.code } })
  } catch (failure) {
    if (failure instanceof CallFailure && failure.code === 'VERIFICATION_CODE_EXPIRED') return undefined
    throw failure
  }
}
