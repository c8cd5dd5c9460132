import { expect, it } from 'vitest'
import { LEAST_SECRET_BITS, secretBits } from './secret-strength.ts'

it.each([
  'aaaaaaaaaaaaaaaa',
  'abababababababababab',
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890123456',
  'secretsecretsecretsecret',
  'zyxwvutsrqponmlkjihg',
  '',
])('a text that follows from its beginning is no secret: %s', (text) =>
  expect(secretBits(text)).toBeLessThan(LEAST_SECRET_BITS),
)

it.each([
  'a-secret-for-two-centers',
  '9f86d081884c7d659a2feaa0c55ad015',
  'q3Zr0pYvT5mXw2Lk',
  'pElZ+4kq7cJ3uQm9dVbW1xYsN0aTgRf6',
])('a drawn text is one: %s', (text) => expect(secretBits(text)).toBeGreaterThanOrEqual(LEAST_SECRET_BITS))
