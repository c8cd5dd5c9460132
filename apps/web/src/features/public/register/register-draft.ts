import { checkPasswordShape, type PasswordFault } from '@heliograph/domain/password.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { type ContactDraft, kindOf } from '../../../auth/contact/contact.ts'

export type RegisterDraft = Readonly<{
  country: string
  contact: ContactDraft
  code: string
  password: string
  nickname: string
  consent: boolean
}>

/** The errors of the first step's fields; an empty object when a code may be requested. */
export function checkAddress(
  draft: RegisterDraft,
  sms: boolean,
): Readonly<Partial<Record<'country' | 'contact', TextKey>>> {
  const kind = kindOf(draft.contact)
  return {
    ...(draft.country === '' ? { country: 'field.countryRequired' as const } : {}),
    ...(kind === undefined ? { contact: sms ? ('sign-up.contact.wrong' as const) : 'sign-up.contact.emailWrong' } : {}),
    ...(kind === 'phone' && !sms ? { contact: 'sign-up.noSms' as const } : {}),
  }
}

export type AccountFaults = Readonly<{ code?: TextKey; password?: PasswordFault; consent?: TextKey }>

/** The errors of the second step's fields. */
export function checkAccount(draft: RegisterDraft): AccountFaults {
  const password = checkPasswordShape(draft.password)
  return {
    ...(draft.code === '' ? { code: 'sign-up.code.required' as const } : {}),
    ...(password ? { password } : {}),
    ...(draft.consent ? {} : { consent: 'sign-up.consentRequired' as const }),
  }
}
