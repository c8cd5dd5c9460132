import { checkPasswordShape, type PasswordFault } from '@heliograph/domain/password.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

export type SetupDraft = Readonly<{ account: string; nickname: string; password: string; repeat: string }>
export type SetupFaults = Readonly<Partial<Record<keyof SetupDraft, TextKey>>>

const textOf: Readonly<Record<PasswordFault, TextKey>> = {
  PASSWORD_TOO_SHORT: 'password.length',
  PASSWORD_CHARACTERS: 'password.characters',
  PASSWORD_RUN: 'password.run',
  PASSWORD_REPEATED: 'password.repeated',
  PASSWORD_TOO_SIMPLE: 'password.simple',
  PASSWORD_LOGIN: 'password.login',
}

/** The error of each field; an empty object when the draft is valid. */
export function checkSetup(draft: SetupDraft): SetupFaults {
  const fault = checkPasswordShape(draft.password)
  return {
    ...([...draft.account.trim()].length < 3 ? { account: 'setup.account.short' as const } : {}),
    ...(fault ? { password: textOf[fault] } : {}),
    ...(!fault && draft.repeat !== draft.password ? { repeat: 'setup.repeat.differs' as const } : {}),
  }
}
