import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeLocalRequest } from '../solarman-v5/local.ts'
import { goldenVectors, soundFrame, toHex } from '../testing/golden.ts'
import { encodeException } from './rtu.ts'
import { decodeWriteReply, decodeWriteRequest, encodeWriteReply, encodeWriteRequest, MAX_WRITTEN } from './rtu-write.ts'

it('writes the request of a published frame byte for byte', () => {
  const published = goldenVectors('wires/src/solarman-v5/fixtures/local.json').find(({ id }) => /write/.test(id))
  const rtu = decodeLocalRequest(soundFrame(published?.hex ?? ''))?.rtu ?? new Uint8Array()
  expect(decodeWriteRequest(rtu)).toEqual({ unit: 1, address: 0x12, words: [0xa3d4] })
  expect(toHex(encodeWriteRequest({ unit: 1, address: 0x12, words: [0xa3d4] }))).toBe(toHex(rtu))
})

it('reads back what it writes, and the reply to it', () => {
  const word = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 247 }),
      fc.integer({ min: 0, max: 0xff00 }),
      fc.array(word, { minLength: 1, maxLength: MAX_WRITTEN }),
      (unit, address, words) => {
        const request = { unit, address, words }
        expect(decodeWriteRequest(encodeWriteRequest(request))).toEqual(request)
        const reply = encodeWriteReply(request)
        expect(decodeWriteReply(reply)).toEqual({ kind: 'written', unit, address, count: words.length })
        expect(decodeWriteReply(Uint8Array.of(...reply, 0, 0))).toMatchObject({ kind: 'written' })
      },
    ),
    { numRuns: 50 },
  )
})

it('refuses damaged bytes, and takes an exception with any CRC', () => {
  const reply = encodeWriteReply({ unit: 1, address: 40, words: [1] })
  expect(decodeWriteReply(reply.subarray(0, 2))).toEqual({ kind: 'refused', reason: 'short' })
  expect(decodeWriteReply(reply.map((byte, i) => (i === 3 ? byte ^ 1 : byte)))).toEqual({
    kind: 'refused',
    reason: 'crc',
  })
  expect(decodeWriteReply(reply.map((byte, i) => (i === 1 ? 3 : byte)))).toEqual({
    kind: 'refused',
    reason: 'function',
  })
  expect(decodeWriteReply(Uint8Array.of(...reply, 7))).toEqual({ kind: 'refused', reason: 'length' })
  expect(decodeWriteReply(encodeException({ unit: 1, fn: 16, code: 2 }).fill(0, 3))).toEqual({
    kind: 'exception',
    unit: 1,
    fn: 16,
    code: 2,
  })
  expect(decodeWriteRequest(encodeWriteRequest({ unit: 1, address: 1, words: [1] }).fill(0, 4, 6))).toBeUndefined()
  expect(() => encodeWriteRequest({ unit: 1, address: 0xffff, words: [1, 2] })).toThrow(RangeError)
})
