import { CallFailure } from '../api/failure.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { useText } from '../texts/use-text.tsx'
import { COOKIE_REFUSED } from './session.ts'

/**
 * Why a sign-in failed, as a sentence: wrong, locked (with the time left), an invalid code, a cookie that was not kept.
 */
export function useSignInFault(fault: unknown): string | undefined {
  const { text } = useText()
  const textOf = useFailureText()
  if (fault === undefined) return undefined
  // The browser refuses passkeys at a bare IP address.
  if (fault instanceof Error && fault.name === 'SecurityError') return text('login.passkey.notHere')
  if (!(fault instanceof CallFailure)) return textOf(fault)
  switch (fault.code) {
    case COOKIE_REFUSED:
      return text('login.cookie')
    case 'PASSKEY_FAILED':
      return text('login.passkey.failed')
    case 'HUMAN_CHECK_REQUIRED':
    case 'HUMAN_CHECK_FAILED':
      return text('login.check.gaveUp')
    case 'AUTH_USER_ALREADY_MIGRATED':
      return text('login.migrated')
    case 'SECOND_FACTOR_WRONG': {
      const left = Number(fault.body.detail?.left)
      return Number.isInteger(left) && left > 0 ? text('login.second.wrongLeft', { left }) : text('login.second.wrong')
    }
    default:
      return textOf(fault)
  }
}
