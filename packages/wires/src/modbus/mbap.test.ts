import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../testing/golden.ts'
import { createMbapCutter, decodeMbapReply, encodeMbapRead, encodeMbapReply } from './mbap.ts'
import { encodeException, encodeReadReply, MAX_REGISTERS } from './rtu.ts'

const words = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: MAX_REGISTERS, size: 'max' })

describe('Modbus TCP', () => {
  it('writes a request byte for byte', () => {
    expect(toHex(encodeMbapRead(0x1501, { unit: 1, fn: 3, address: 40_000, count: 2 }))).toBe(
      '1501000000060103' + '9c400002',
    )
  })

  it('finds the frames of a stream, however it is split', () => {
    const frame = fc.record({
      transaction: fc.integer({ min: 0, max: 0xffff }),
      unit: fc.integer({ min: 0, max: 255 }),
      words,
    })
    const split = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 4 }), split, (frames, size) => {
        const stream = Uint8Array.from(
          frames.flatMap((it) => [...encodeMbapReply(it.transaction, encodeReadReply({ ...it, fn: 3 }))]),
        )
        const cutter = createMbapCutter()
        const found = []
        for (let at = 0; at < stream.length; at += size) {
          const cut = cutter.push(stream.subarray(at, at + size))
          if (cut === 'lost') throw new Error('lost')
          found.push(...cut)
        }
        const read = found.map((it) => ({ transaction: it.transaction, reply: decodeMbapReply(it) }))
        expect(read).toMatchObject(
          frames.map(({ transaction, unit, words }) => ({ transaction, reply: { kind: 'words', unit, words } })),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('reads an exception', () => {
    const [frame] = createMbapCutter().push(
      encodeMbapReply(7, encodeException({ unit: 2, fn: 3, code: 0x0b })),
    ) as never[]
    expect(frame && decodeMbapReply(frame)).toEqual({ kind: 'exception', unit: 2, fn: 3, code: 0x0b })
  })

  it.each([
    ['another protocol', '000100010006010300000001'],
    ['a length of nothing', '0001000000020103'],
    ['a length that no frame has', '0001000000ff0103'],
    ['a web page', toHex(new TextEncoder().encode('HTTP/1.1 400 Bad Request'))],
  ])('is lost after %s', (_, hex) => expect(createMbapCutter().push(fromHex(hex))).toBe('lost'))

  it('never throws on noise', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600, size: 'max' }), { maxLength: 5 }), (chunks) => {
        const cutter = createMbapCutter()
        for (const chunk of chunks) {
          const frames = cutter.push(chunk)
          if (frames !== 'lost') frames.map(decodeMbapReply)
        }
      }),
    )
  })
})
