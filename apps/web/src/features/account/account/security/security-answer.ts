import type { SecurityState } from '../../../../api/account-types.ts'

/** The most useful next step; undefined: nothing is missing. */
export type SecurityStep = 'setPassword' | 'weakPassword' | 'email' | 'secondStep' | 'recoveryCodes'

export type SecurityAnswer = Readonly<{ level: 'weak' | 'fair' | 'strong'; next: SecurityStep | undefined }>

/** Below this number the next lost phone locks its owner out. */
const FEW_CODES = 3

/** Rates the account's security by what would be lost first. */
export function judgeSecurity(state: SecurityState): SecurityAnswer {
  const hasKeys = state.passkeyCount > 0
  if (state.hasPassword && state.passwordIsWeak) return { level: 'weak', next: 'weakPassword' }
  if (state.email === null && state.phone === null) return { level: 'weak', next: 'email' }
  if (state.authenticator.isOn && state.authenticator.recoveryCodesLeft < FEW_CODES)
    return { level: 'fair', next: 'recoveryCodes' }
  if (!state.authenticator.isOn && !hasKeys) return { level: 'fair', next: 'secondStep' }
  if (!state.hasPassword && !hasKeys) return { level: 'fair', next: 'setPassword' }
  return { level: 'strong', next: undefined }
}

/** The section of the page for the step. */
export const partOf: Readonly<Record<SecurityStep, string>> = {
  setPassword: 'password',
  weakPassword: 'password',
  email: 'email',
  secondStep: 'authenticator',
  recoveryCodes: 'authenticator',
}
