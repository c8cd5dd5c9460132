import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findContact, hideAccount, hideContact, normalizeContact } from './contact.ts'

describe('findContact', () => {
  it.each([
    ['Maria@Example.ORG', 'maria@example.org'],
    ['  maria@example.org\t', 'maria@example.org'],
    ["o'neil+pv@sub.example.co.uk", "o'neil+pv@sub.example.co.uk"],
    ['maria@münchen.example', 'maria@xn--mnchen-3ya.example'],
    ['ｍaria@example.org', 'maria@example.org'],
    ['a@1.example.org', 'a@1.example.org'],
  ])('accepts the address %s', (text, value) => {
    expect(findContact(text)).toEqual({ kind: 'email', value })
  })

  it.each([
    ['+49 30 901820', '+4930901820'],
    ['+49 (0)30 / 901820', '+4930901820'],
    ['0049-30-901820', '+4930901820'],
    ['+86 138 0013 8000', '+8613800138000'],
    ['+1 (202) 555-0143', '+12025550143'],
    ['＋４９ 30 901820', '+4930901820'],
    ['+383 44 123 456', '+38344123456'],
  ])('accepts the number %s', (text, value) => {
    expect(findContact(text)).toEqual({ kind: 'phone', value })
  })

  it.each([
    '',
    'demo',
    'a@b',
    '@example.org',
    'a@',
    'a@@example.org',
    'a b@example.org',
    '.a@example.org',
    'a..b@example.org',
    '"a b"@example.org',
    'grün@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@example.1',
    'a@1.2.3.4',
    'a@[::1]',
    'a@0x7f.1',
    'a@example.org:25',
    'a@example.org/path',
    'a@exa%6dple.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    'Maria <a@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(130)}org`,
    '030 901820',
    '+49',
    '+49 12',
    '+49 1234567890123456',
    '+999 1234567',
    '+0 1234567',
    '++49 30 901820',
    '+49 30 901820 ext 5',
  ])('refuses %j', (text) => {
    expect(findContact(text)).toBeUndefined()
  })

  it('is idempotent for any input, and never holds a line break or blank', () => {
    const texts = fc.oneof(
      fc.emailAddress(),
      fc.string(),
      fc.tuple(fc.nat(), fc.string()).map(([n, s]) => `+${n}${s}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const found = findContact(text)
        if (found === undefined) return
        expect(findContact(found.value)).toEqual(found)
        expect(found.value).toMatch(found.kind === 'email' ? /^[\x21-\x7e]+@[a-z0-9.-]+$/ : /^\+[1-9]\d{6,14}$/)
      }),
    )
  })
})

it('says whether address or number was invalid', () => {
  expect(() => normalizeContact('maria')).toThrow(expect.objectContaining({ code: 'EMAIL_FORMAT' }))
  expect(() => normalizeContact('+a@b')).toThrow(expect.objectContaining({ code: 'EMAIL_FORMAT' }))
  expect(() => normalizeContact('030 901820')).toThrow(expect.objectContaining({ code: 'PARAM_ERROR' }))
  expect(normalizeContact('Maria@example.org').value).toBe('maria@example.org')
})

it('hides all but a little', () => {
  expect(hideContact({ kind: 'email', value: 'maria@example.org' })).toBe('m***@example.org')
  expect(hideContact({ kind: 'phone', value: '+4930901820' })).toBe('+49***20')
})

it.each([
  ['mira', 'mira'],
  ['Mira-2', 'Mira-2'],
  ['Mira@Example.org', 'm***@example.org'],
  ['+4930901820', '+49***20'],
  ['', ''],
])('the account %s is shown to others as %s', (account, shown) => expect(hideAccount(account)).toBe(shown))
