import { describe, expect, it } from 'vitest'
import { base64 } from './page.ts'

describe('a file in a body', () => {
  const isTaken = (text: string): boolean => base64(12).safeParse(text).success

  it.each(['QUJD', 'QUI=', 'QQ==', 'QUJD+/09', 'A'])('is Base64: %s', (text) => {
    expect(isTaken(text)).toBe(true)
  })

  it.each(['', '=', '====', 'QQ===', 'Q=Q=', 'QU-D', 'QU D', 'QUJD\n', 'QUJDQUJDQUJDQ'])(
    'is nothing else: %j',
    (text) => {
      expect(isTaken(text)).toBe(false)
    },
  )
})
