import { describe, expect, it } from 'vitest'
import { checkSetup, type SetupDraft } from './check-setup.ts'

const good: SetupDraft = { account: 'mira', nickname: 'Mira', password: 'Tidal-Wave_73', repeat: 'Tidal-Wave_73' }

describe('checkSetup', () => {
  it('accepts a valid draft', () => {
    expect(checkSetup(good)).toEqual({})
  })

  it.each<[Partial<SetupDraft>, object]>([
    [{ account: ' a ' }, { account: 'setup.account.short' }],
    [{ password: 'short' }, { password: 'password.length' }],
    [{ password: 'has blank 7' }, { password: 'password.characters' }],
    [{ password: 'Kx7-qwerty!' }, { password: 'password.run' }],
    // Rules of the server, which it tells itself.
    [{ password: 'Kaaaa-73-bz', repeat: 'Kaaaa-73-bz' }, {}],
    [{ account: 'Tidal-Wave_73' }, {}],
    [{ repeat: 'Tidal-Wave_74' }, { repeat: 'setup.repeat.differs' }],
  ])('%j', (changes, faults) => {
    expect(checkSetup({ ...good, ...changes })).toEqual(faults)
  })
})
