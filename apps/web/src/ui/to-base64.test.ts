import { expect, it } from 'vitest'
import { toBase64 } from './to-base64.ts'

it('writes bytes as Base64', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256)
  const written = await toBase64(new Blob([bytes]))
  expect(Uint8Array.from(atob(written), (text) => text.charCodeAt(0))).toEqual(bytes)
})
