import { expect, it } from 'vitest'
import { toBase64 } from './to-base64.ts'

it('writes bytes as Base64', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256)
  expect(Uint8Array.from(atob(toBase64(bytes)), (text) => text.charCodeAt(0))).toEqual(bytes)
})
