import { CallFailure } from '../../api/failure.ts'
import { useText } from '../../texts/use-text.tsx'
import { useCodeFault } from '../contact/code-fault.ts'
import { wasPasskeyDeclined } from '../passkey.ts'

/** The field of the proof that a refusal is about; undefined: it is about something else. */
export function proofFieldOf(failure: unknown): 'password' | 'code' | undefined {
  if (!(failure instanceof CallFailure)) return undefined
  const { code, body } = failure
  if (code === 'OLD_PASSWORD_WRONG') return 'password'
  if (code === 'PROOF_REQUIRED')
    return body.detail?.missing === 'code' || body.detail?.missing === 'mailedCode' ? 'code' : 'password'
  if (code === 'SECOND_FACTOR_WRONG' || code.startsWith('VERIFICATION_CODE')) return 'code'
  return undefined
}

/** A sentence for a refusal in the account area; some of these codes have no number in the specification. */
export function useAccountFault(): (failure: unknown) => string {
  const { text } = useText()
  const textOf = useCodeFault()
  return (failure) => {
    if (wasPasskeyDeclined(failure)) return text('security.passkey.declined')
    if (failure instanceof Error && failure.name === 'InvalidStateError') return text('security.passkey.exists')
    if (!(failure instanceof CallFailure)) return textOf(failure)
    const detail = failure.body.detail ?? {}
    switch (failure.code) {
      case 'OLD_PASSWORD_WRONG':
        return text('security.proof.wrongPassword')
      case 'PROOF_REQUIRED':
        return text('security.proof.missing')
      case 'SECOND_FACTOR_WRONG':
        return text('security.proof.wrongCode')
      case 'LAST_SIGN_IN':
        return text('security.fault.lastSignIn')
      case 'TOO_MANY':
        return text('security.fault.tooMany', { most: Number(detail.most ?? 0) })
      case 'PASSKEY_FAILED':
        return text('security.fault.passkey')
      default:
        return textOf(failure)
    }
  }
}
