import { describe, expect, it } from 'vitest'
import type { SecurityState } from '../../../../api/account-types.ts'
import { judgeSecurity } from './security-answer.ts'

const strong: SecurityState = {
  hasPassword: true,
  passwordChangedAt: 1,
  passwordIsWeak: false,
  email: 'mira@example.org',
  phone: null,
  authenticator: { isOn: true, since: 1, recoveryCodesLeft: 10 },
  passkeyCount: 0,
  sessionCount: 1,
  tokenCount: 0,
}
const off = { isOn: false, since: null, recoveryCodesLeft: 0 }

describe('judgeSecurity', () => {
  it.each<[string, Partial<SecurityState>, string, string | undefined]>([
    ['all is there', {}, 'strong', undefined],
    ['a weak password outweighs the rest', { passwordIsWeak: true, email: null }, 'weak', 'weakPassword'],
    ['no way to reset the password', { email: null }, 'weak', 'email'],
    ['a phone is a way', { email: null, phone: '+4930901820' }, 'strong', undefined],
    ['no second step', { authenticator: off }, 'fair', 'secondStep'],
    ['a passkey is a second step', { authenticator: off, passkeyCount: 1 }, 'strong', undefined],
    [
      'few recovery codes',
      { authenticator: { ...strong.authenticator, recoveryCodesLeft: 2 } },
      'fair',
      'recoveryCodes',
    ],
    ['no password of its own', { hasPassword: false }, 'fair', 'setPassword'],
    ['no password, but a passkey', { hasPassword: false, passwordIsWeak: true, passkeyCount: 1 }, 'strong', undefined],
  ])('%s', (_, changes, level, next) => {
    expect(judgeSecurity({ ...strong, ...changes })).toEqual({ level, next })
  })
})
