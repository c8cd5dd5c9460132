import { performance } from 'node:perf_hooks'
import { checkPassword } from '@heliograph/domain/password.ts'
import { describe, expect, it } from 'vitest'
import { BROKEN_PASSWORD_COUNT } from './broken-password-list.ts'
import { checkNewPassword, isBroken } from './broken-passwords.ts'

describe('the list of broken passwords', () => {
  it.each([
    'letmein123A',
    'Summer2026!',
    'iloveyou2A',
    'Mustang_99',
    'M1ch4el!77',
    'xBaseball1',
    'Trustno1!',
    '1qaz2wsX',
  ])('refuses %s', (password) => {
    expect(isBroken(password)).toBe(true)
    expect(checkNewPassword(password, [])).toBeDefined()
  })

  it.each(['letmein123A', 'Summer2026!', 'iloveyou2A'])('adds to the rules, which let %s pass', (password) => {
    expect([checkPassword(password, []), checkNewPassword(password, [])]).toEqual([undefined, 'PASSWORD_TOO_SIMPLE'])
  })

  it.each([
    'Walrus-27-tusks',
    'Tidal-Wave_73',
    'Otter-31-rivers',
    'Harbor-Light_58',
    'wombat-9-BURROW',
    'pingüino-Año-7',
    'xK9#mQ2z',
    'Summer-in-Oslo-26',
    'summer-7390-1846-2057-a',
    'ωαλρους-Ω9',
  ])('lets %s pass', (password) => {
    expect(checkNewPassword(password, [])).toBeUndefined()
  })

  it('names the rules before the list', () => {
    expect(checkNewPassword('letmein', [])).toBe('PASSWORD_TOO_SHORT')
    expect(checkNewPassword('Summer2026!', ['summer2026!'])).toBe('PASSWORD_LOGIN')
  })

  it('is complete, and a look-up is cheap', () => {
    expect(BROKEN_PASSWORD_COUNT).toBeGreaterThan(40_000)
    isBroken('warm up')
    const from = performance.now()
    for (let at = 0; at < 2000; at++) isBroken(`Walrus-${at}-tusks`)
    // 20 microseconds each on an idle machine; a busy one gets a hundred times that.
    expect(performance.now() - from).toBeLessThan(4000)
  })
})
