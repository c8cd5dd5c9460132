import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byteReader,
  byteWriter,
  readNumber,
  readSigned,
  readVarint,
  writeNumber,
  writeSigned,
  writeVarint,
  writtenBytes,
} from './bytes.ts'

const through = <T>(
  write: (w: ReturnType<typeof byteWriter>) => void,
  read: (r: ReturnType<typeof byteReader>) => T,
) => {
  const w = byteWriter(1)
  write(w)
  const bytes = writtenBytes(w)
  const r = byteReader(bytes)
  const value = read(r)
  expect(r.position).toBe(bytes.length)
  return { value, length: bytes.length }
}

describe('numbers as bytes', () => {
  it('restores whole numbers', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(through((w) => writeVarint(w, value), readVarint).value).toBe(value)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), (value) => {
        expect(through((w) => writeSigned(w, value), readSigned).value).toBe(value + 0)
      }),
    )
  })

  it('restores any finite number exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(through((w) => writeNumber(w, value), readNumber).value).toBe(value + 0)
      }),
    )
  })

  it.each([
    [230.1, 4],
    [-3.25, 3],
    [49.98, 3],
    [12_345_678, 6],
    [0, 1],
    [1 / 3, 9],
  ])('writes %d in %d bytes', (number, length) => {
    expect(through((w) => writeNumber(w, number), readNumber)).toEqual({ value: number, length })
  })

  it('refuses bytes that end too early', () => {
    expect(() => readVarint(byteReader(Uint8Array.of(0x80)))).toThrow(RangeError)
    expect(() => readNumber(byteReader(Uint8Array.of(1, 2, 3)))).toThrow(RangeError)
  })
})
