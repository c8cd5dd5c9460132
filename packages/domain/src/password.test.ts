import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { errorCatalogue } from './errors.ts'
import { checkPassword, checkPasswordShape, type PasswordFault } from './password.ts'

const shapes: readonly (readonly [string, PasswordFault | undefined])[] = [
  ['', 'PASSWORD_TOO_SHORT'],
  ['Ab3-567', 'PASSWORD_TOO_SHORT'],
  [`${'aB3-'.repeat(25)}x`, 'PASSWORD_TOO_SHORT'],
  ['aB3-'.repeat(25), undefined],
  ['walrus 27!', 'PASSWORD_CHARACTERS'],
  ['walrus\t27!', 'PASSWORD_CHARACTERS'],
  ['walrus\u00a027!', 'PASSWORD_CHARACTERS'],
  ['walrus\u000027!', 'PASSWORD_CHARACTERS'],
  ['walrus太阳27', 'PASSWORD_CHARACTERS'],
  ['walruswalrus', 'PASSWORD_CHARACTERS'],
  ['27182818', 'PASSWORD_CHARACTERS'],
  ['!?!?!?!?', 'PASSWORD_CHARACTERS'],
  ['WALRUSWA', 'PASSWORD_CHARACTERS'],
  ['walrusWALRUS', undefined],
  ['walrus27', undefined],
  ['x0123-yz', 'PASSWORD_RUN'],
  ['x3210-yz', 'PASSWORD_RUN'],
  ['x012-987', undefined],
  ['7-aBcD-7', 'PASSWORD_RUN'],
  ['7-dCbA-7', 'PASSWORD_RUN'],
  ['7-qWeR-7', 'PASSWORD_RUN'],
  ['7-rewq-7', 'PASSWORD_RUN'],
  ['7-asdf-7', 'PASSWORD_RUN'],
  ['7-vcxz-7', 'PASSWORD_RUN'],
  ['7-qwe-asd', undefined],
  // Two UTF-16 units each, one character each.
  ['a1😀😀😀', 'PASSWORD_TOO_SHORT'],
]

const servers: readonly (readonly [string, PasswordFault | undefined])[] = [
  ['wallrus27', undefined],
  ['walllrus27', 'PASSWORD_REPEATED'],
  ['w-555-alrus', 'PASSWORD_REPEATED'],
  ['Maria.Lopez7', 'PASSWORD_LOGIN'],
  ['maria.lopez7', 'PASSWORD_LOGIN'],
  ['MARIA.LOPEZ7@EXAMPLE.ORG', 'PASSWORD_LOGIN'],
  ['abababa1', 'PASSWORD_TOO_SIMPLE'],
  ['Password27', 'PASSWORD_TOO_SIMPLE'],
  ['P@ssw0rd!', 'PASSWORD_TOO_SIMPLE'],
  ['!!welcome27', 'PASSWORD_TOO_SIMPLE'],
  ['Heliograph7', 'PASSWORD_TOO_SIMPLE'],
  ['password-of-walrus', undefined],
]

describe('password rules', () => {
  test.each(shapes)('client: %j gives %s', (password, fault) => {
    expect(checkPasswordShape(password)).toBe(fault)
  })
  test.each(servers)('server: %j gives %s', (password, fault) => {
    expect(checkPassword(password, ['Maria.Lopez7', 'maria.lopez7@example.org', null])).toBe(fault)
  })

  it('refuses on the server whatever the client refuses, with the same code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (password) => {
        const fault = checkPasswordShape(password)
        if (fault !== undefined) expect(checkPassword(password, [])).toBe(fault)
        for (const found of [fault, checkPassword(password, [])])
          if (found !== undefined) expect(errorCatalogue[found].status).toBe(400)
      }),
    )
  })

  it('finds a run wherever it stands, in either direction and case', () => {
    const rows = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
    const run = fc.constantFrom(...rows).chain((row) => fc.nat(row.length - 4).map((at) => row.slice(at, at + 4)))
    fc.assert(
      fc.property(run, fc.boolean(), fc.boolean(), fc.stringMatching(/^[-_+.]{2,9}$/), (text, back, upper, edge) => {
        const turned = back ? [...text].reverse().join('') : text
        expect(checkPasswordShape(`${edge}Zq9${upper ? turned.toUpperCase() : turned}${edge}`)).toBe('PASSWORD_RUN')
      }),
    )
  })

  it('does not care how accents are composed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[éàüñ]{4,6}[0-9]{2}-[A-Z]{2}$/), (password) => {
        expect(checkPassword(password.normalize('NFD'), [])).toBe(checkPassword(password.normalize('NFC'), []))
      }),
    )
  })
})
