import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useHumanCheck } from '../captcha/human-check.tsx'
import { type CodeSending, useCodeSending } from './code-field.tsx'

/** Codes for visitors without a session. @param invitation needed where only invited people may register */
export function useContactCode(
  purpose: 'register' | 'reset',
  contact: string,
  invitation?: string,
): Readonly<{ sending: CodeSending; panel: ReactNode }> {
  const { code: language } = useLanguage()
  const { ask, panel } = useHumanCheck()
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
  return { sending, panel }
}
