import { expect, it } from 'vitest'
import { findTokenEnd } from './token-end.ts'

const tokenOf = (claims: unknown): string =>
  ['{"alg":"ES256"}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')

it('a token says when it ends, or is no such token', () => {
  expect(findTokenEnd(tokenOf({ exp: 1_800_000_000, iss: 'Entrez' }))).toBe(1_800_000_000_000)
  for (const token of [
    undefined,
    '',
    5,
    'a secret',
    'a.b.c',
    'a..c',
    tokenOf(null),
    tokenOf([]),
    tokenOf({ exp: '1800000000' }),
    tokenOf({ exp: -1 }),
    tokenOf({ exp: 1e300 }),
    `${tokenOf({ exp: 1 })}.more`,
    `a.${'e'.repeat(5_000)}.c`,
  ])
    expect(findTokenEnd(token), String(token).slice(0, 40)).toBeUndefined()
})
