import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { errorCatalog } from './errors.ts'
import { checkPassword, checkPasswordShape, type PasswordFault } from './password.ts'

const shapes: readonly (readonly [string, PasswordFault | undefined])[] = [
  ['', 'PASSWORD_TOO_SHORT'],
  ['Ab3-567', 'PASSWORD_TOO_SHORT'],
  // The server enforces the maximum that the message names.
  [`${'aB3-'.repeat(25)}x`, undefined],
  // Each rule before the next: short and blank, blank and Chinese, Chinese and of one class, of one class and a run.
  ['1 2', 'PASSWORD_TOO_SHORT'],
  ['太阳太阳', 'PASSWORD_TOO_SHORT'],
  ['0123 0123', 'PASSWORD_CHARACTERS'],
  ['太阳0123-qwer', 'PASSWORD_CHARACTERS'],
  ['01234567', 'PASSWORD_CHARACTERS'],
  ['abcdefgh', 'PASSWORD_CHARACTERS'],
  ['walrus 27!', 'PASSWORD_CHARACTERS'],
  ['walrus\t27!', 'PASSWORD_CHARACTERS'],
  ['walrus\u00a027!', 'PASSWORD_CHARACTERS'],
  ['walrus\ufeff27!', 'PASSWORD_CHARACTERS'],
  ['walrus\u300027!', 'PASSWORD_CHARACTERS'],
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
  ['7-POIU-7', 'PASSWORD_RUN'],
  ['7-fghj-7', 'PASSWORD_RUN'],
  ['xyz-89-uvw', undefined],
  ['walrus٢٧', undefined],
  ['ωαλρους-ω', undefined],
  // Two UTF-16 units each, one character each.
  ['a1😀😀😀', 'PASSWORD_TOO_SHORT'],
]

const servers: readonly (readonly [string, PasswordFault | undefined])[] = [
  ['aB3-'.repeat(25), 'PASSWORD_TOO_SIMPLE'],
  [`${'aB3-xy'.repeat(16)}aB3-`, undefined],
  [`${'aB3-xy'.repeat(16)}aB3-x`, 'PASSWORD_TOO_SHORT'],
  ['walrus\u000027!', 'PASSWORD_CHARACTERS'],
  ['walrus\u202e27!', 'PASSWORD_CHARACTERS'],
  ['x-7890-yz', 'PASSWORD_RUN'],
  ['x-0987-yz', 'PASSWORD_RUN'],
  ['7-wErTz-7', 'PASSWORD_RUN'],
  ['7-klöä-7', 'PASSWORD_RUN'],
  ['7-azer-7', 'PASSWORD_RUN'],
  ['7-zert-777', 'PASSWORD_RUN'],
  ['wallrus27', undefined],
  ['walllrus27', 'PASSWORD_REPEATED'],
  ['w-555-alrus', 'PASSWORD_REPEATED'],
  ['Maria.Lopez7', 'PASSWORD_LOGIN'],
  ['maria.lopez7', 'PASSWORD_LOGIN'],
  ['MARIA.LOPEZ7@EXAMPLE.ORG', 'PASSWORD_LOGIN'],
  ['mariaL7', 'PASSWORD_TOO_SHORT'],
  ['+4930901820', 'PASSWORD_LOGIN'],
  ['Sün-Häu5', 'PASSWORD_LOGIN'],
  // Reported before simplicity, and after repeats.
  ['Solar777', 'PASSWORD_REPEATED'],
  ['abababa1', 'PASSWORD_TOO_SIMPLE'],
  ['Password27', 'PASSWORD_TOO_SIMPLE'],
  ['P@ssw0rd!', 'PASSWORD_TOO_SIMPLE'],
  ['!!welcome27', 'PASSWORD_TOO_SIMPLE'],
  ['Heliograph7', 'PASSWORD_TOO_SIMPLE'],
  ['password-of-walrus', undefined],
]

const numbers: Readonly<Record<PasswordFault | 'PASSWORD_REUSED', number>> = {
  PASSWORD_TOO_SHORT: 57,
  PASSWORD_CHARACTERS: 58,
  PASSWORD_REUSED: 60,
  PASSWORD_TOO_SIMPLE: 61,
  PASSWORD_RUN: 62,
  PASSWORD_REPEATED: 63,
  PASSWORD_LOGIN: 64,
}

describe('password rules', () => {
  test.each(Object.entries(numbers))('%s is message %i', (code, no) => {
    expect(errorCatalog[code as PasswordFault]).toMatchObject({ no, status: 400 })
  })
  test.each(shapes)('client: %j gives %s', (password, fault) => {
    expect(checkPasswordShape(password)).toBe(fault)
  })
  test.each(servers)('server: %j gives %s', (password, fault) => {
    const login = [
      'Maria.Lopez7',
      'maria.lopez7@example.org',
      '+4930901820',
      'Sün-Häu5'.normalize('NFD'),
      null,
      undefined,
      '',
    ]
    expect(checkPassword(password, login)).toBe(fault)
  })

  it('refuses on the server what the client refuses, with the same code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (password) => {
        const fault = checkPasswordShape(password)
        if (fault !== undefined) expect(checkPassword(password, [])).toBe(fault)
        for (const found of [fault, checkPassword(password, [])])
          if (found !== undefined) expect(errorCatalog[found].status).toBe(400)
      }),
    )
  })

  it('finds a run anywhere, in either direction and case', () => {
    const rows = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
    const run = fc.constantFrom(...rows).chain((row) => fc.nat(row.length - 4).map((at) => row.slice(at, at + 4)))
    fc.assert(
      fc.property(run, fc.boolean(), fc.boolean(), fc.stringMatching(/^[-_+.]{2,9}$/), (text, back, upper, edge) => {
        const turned = back ? [...text].reverse().join('') : text
        expect(checkPasswordShape(`${edge}Zq9${upper ? turned.toUpperCase() : turned}${edge}`)).toBe('PASSWORD_RUN')
      }),
    )
  })

  it('accepts nothing that breaks a rule', () => {
    const tried = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.stringMatching(/^[a-zA-Z0-9 !-]{6,14}$/))
    fc.assert(
      fc.property(tried, (password) => {
        if (checkPassword(password, []) !== undefined) return
        const characters = [...password.normalize('NFC')]
        const classes = [/\p{Lu}/u, /\p{Nd}/u, /(?!\p{Lu})\p{L}/u, /[^\p{L}\p{Nd}]/u]
        expect(classes.filter((pattern) => pattern.test(password.normalize('NFC'))).length).toBeGreaterThanOrEqual(2)
        expect(characters.length).toBeGreaterThanOrEqual(8)
        expect(characters.length).toBeLessThanOrEqual(100)
        expect(password).not.toMatch(/\s|\p{C}|\p{Script=Han}|(.)\1\1/u)
        expect(new Set(characters).size).toBeGreaterThanOrEqual(5)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses a password equal to its login in any case, or to the local part', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[b-km-z]{5}[A-Z]{2}-[2-9]{2}$/), (password) => {
        fc.pre(checkPassword(password, []) === undefined)
        expect(checkPassword(password, [null, password.toUpperCase()])).toBe('PASSWORD_LOGIN')
        expect(checkPassword(password, [`${password.toLowerCase()}@example.org`])).toBe('PASSWORD_LOGIN')
      }),
    )
  })

  it('finds three equal characters anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom('x', '7', 'Ö', '!', '😀'), fc.nat(8), (item, at) => {
        const text = [...'Wa-lru9?']
        text.splice(at, 0, item, item, item)
        expect(checkPassword(text.join(''), [])).toBe('PASSWORD_REPEATED')
      }),
    )
  })

  it('refuses every good password once it contains a run of four', () => {
    const rows = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
    const run = fc.constantFrom(...rows).chain((row) => fc.nat(row.length - 4).map((at) => row.slice(at, at + 4)))
    const good = fc
      .stringMatching(/^[A-Za-z0-9!-]{8,20}$/)
      .filter((password) => checkPassword(password, []) === undefined)
    fc.assert(
      fc.property(good, run, fc.boolean(), fc.nat(), (password, text, back, at) => {
        const characters = [...password]
        characters.splice(at % (characters.length + 1), 0, ...(back ? [...text].reverse() : text))
        expect(checkPassword(characters.join(''), [])).toBe('PASSWORD_RUN')
      }),
    )
  })

  it('names the first broken rule of several', () => {
    const faults = fc.record({ short: fc.boolean(), space: fc.boolean(), han: fc.boolean(), run: fc.boolean() })
    fc.assert(
      fc.property(faults, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), ({ short, space, han, run }, order) => {
        const parts = [short ? 'Z9' : 'Zq9-Wx7+', space ? ' ' : '', han ? '太' : '', run ? '3456' : '']
        const password = order.map((at) => parts[at]).join('')
        const isShort = password.length < 8
        const fault = isShort
          ? 'PASSWORD_TOO_SHORT'
          : space || han
            ? 'PASSWORD_CHARACTERS'
            : run
              ? 'PASSWORD_RUN'
              : undefined
        expect(checkPasswordShape(password)).toBe(fault)
      }),
    )
  })

  it('ignores how accents are composed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[éàüñ]{4,6}[0-9]{2}-[A-Z]{2}$/), (password) => {
        expect(checkPassword(password.normalize('NFD'), [])).toBe(checkPassword(password.normalize('NFC'), []))
      }),
    )
  })
})
