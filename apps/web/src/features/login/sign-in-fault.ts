import { CallFailure } from '../../api/failure.ts'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useText } from '../../texts/use-text.tsx'

/** Why a sign-in did not work, as a sentence: wrong, locked for how long, or a cookie that was not kept. */
export function useSignInFault(fault: unknown): string | undefined {
  const { text } = useText()
  const textOf = useFailureText()
  if (fault === undefined) return undefined
  // The password was right, but the next call came without a session.
  if (fault instanceof CallFailure && fault.verdict.row === '401') return text('login.cookie')
  return textOf(fault)
}
