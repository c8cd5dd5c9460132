import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../testing/golden.ts'
import { crc16, withCrc } from './crc.ts'
import {
  decodeReadReply,
  decodeReadRequest,
  encodeException,
  encodeReadReply,
  encodeReadRequest,
  MAX_REGISTERS,
  type ReadFunction,
} from './rtu.ts'

const fn = fc.constantFrom<ReadFunction>(3, 4)
const unit = fc.integer({ min: 0, max: 255 })
const word = fc.integer({ min: 0, max: 0xffff })
const words = fc.array(word, { minLength: 1, maxLength: MAX_REGISTERS, size: 'max' })

describe('Modbus RTU', () => {
  it('has the CRC of the published check value', () => {
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37)
    expect(toHex(encodeReadRequest({ unit: 1, fn: 3, address: 3, count: 6 }))).toBe('01030003000635c8')
  })

  it('decodes the requests and replies that it encodes', () => {
    const request = fc.record({
      unit,
      fn,
      address: fc.integer({ min: 0, max: 0xff00 }),
      count: fc.integer({ min: 1, max: MAX_REGISTERS }),
    })
    fc.assert(
      fc.property(request, (it) => {
        expect(decodeReadRequest(encodeReadRequest(it))).toEqual(it)
      }),
    )
    fc.assert(
      fc.property(unit, fn, words, (u, f, w) => {
        const bytes = encodeReadReply({ unit: u, fn: f, words: w })
        expect(decodeReadReply(bytes)).toEqual({ kind: 'words', unit: u, fn: f, words: w, doubleCrc: false })
        const doubled = Uint8Array.of(...bytes, 0, 0)
        expect(decodeReadReply(doubled)).toEqual({ kind: 'words', unit: u, fn: f, words: w, doubleCrc: true })
      }),
    )
  })

  it('reads exceptions with any CRC', () => {
    const bytes = encodeException({ unit: 1, fn: 3, code: 2 })
    const exception = { kind: 'exception', unit: 1, fn: 3, code: 2 }
    expect(decodeReadReply(bytes)).toEqual(exception)
    expect(decodeReadReply(fromHex('0183020003'))).toEqual(exception)
    expect(decodeReadReply(fromHex('0190020003'))).toMatchObject({ kind: 'exception', fn: 0x10 })
  })

  it.each([
    ['0103', 'short'],
    ['01060001000229cb', 'function'],
    ['010302010a39d3ff', 'length'],
    ['010304010a39d3', 'length'],
    ['010303010a0039d3', 'length'],
    ['010302010b39d3', 'crc'],
  ])('refuses %s: %s', (hex, reason) => expect(decodeReadReply(fromHex(hex))).toEqual({ kind: 'refused', reason }))

  it('does not take a write for a read, nor accept a bad CRC or count', () => {
    const write = withCrc(fromHex('010600010002'))
    expect(decodeReadRequest(write)).toBeUndefined()
    expect(decodeReadRequest(fromHex('01030003000635c9'))).toBeUndefined()
    expect(() => encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 126 })).toThrow(RangeError)
    expect(() => encodeReadRequest({ unit: 1, fn: 3, address: 0xffff, count: 2 })).toThrow(RangeError)
    expect(() => encodeReadReply({ unit: 1, fn: 3, words: [] })).toThrow(RangeError)
  })

  it('never throws on noise', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300, size: 'max' }),
        (bytes) => void [decodeReadReply(bytes), decodeReadRequest(bytes)],
      ),
    )
  })
})
