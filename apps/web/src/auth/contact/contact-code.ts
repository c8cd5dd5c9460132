import { call } from '../../api/call.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { type AskHumanCheck, useHumanCheck } from '../captcha/human-check.tsx'
import { type CodeSending, useCodeSending } from './code-field.tsx'

/** Codes for visitors without a session. The check serves the call that takes the code too. @param invitation needed where only invited people may register */
export function useContactCode(
  purpose: 'register' | 'reset',
  contact: string,
  invitation?: string,
): Readonly<{ sending: CodeSending }> & AskHumanCheck {
  const { code: language } = useLanguage()
  const { ask, panel } = useHumanCheck('code')
  const sending = useCodeSending(() =>
    ask((humanCheck) =>
      call('POST /user-s/acc/verification-code', {
        body: {
          purpose,
          contact,
          language,
          ...(humanCheck ? { humanCheck } : {}),
          ...(invitation ? { invitation } : {}),
        },
      }),
    ),
  )
  return { sending, ask, panel }
}
