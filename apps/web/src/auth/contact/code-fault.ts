import { CallFailure } from '../../api/failure.ts'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useText } from '../../texts/use-text.tsx'

/** A whole number above 0 in the detail of a refusal. */
export const countIn = (failure: CallFailure, name: string): number =>
  Math.max(1, Math.ceil(Number(failure.body.detail?.[name]) || 0))

/** Why a code was not sent or not accepted, as a sentence. */
export function useCodeFault(): (failure: unknown) => string {
  const { text } = useText()
  const textOf = useFailureText()
  return (failure) => {
    if (!(failure instanceof CallFailure)) return textOf(failure)
    switch (failure.code) {
      case 'VERIFICATION_TOO_OFTEN':
      case 'TOO_MANY_REQUESTS':
        return failure.body.detail?.minutes === undefined
          ? text('sign-up.code.later')
          : text('sign-up.code.tooOften', { minutes: countIn(failure, 'minutes') })
      case 'CONTACT_UNAVAILABLE':
        return text('sign-up.noSms')
      case 'PARAM_ERROR':
        return failure.body.detail?.field === 'body.contact' ? text('sign-up.contact.phoneWrong') : textOf(failure)
      default:
        return textOf(failure)
    }
  }
}
