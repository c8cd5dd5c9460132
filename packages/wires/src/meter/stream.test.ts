import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeSml } from '../testing/write-sml.ts'
import { crcOfTelegram } from './crc.ts'
import { createMeterStream, LONGEST_TELEGRAM } from './stream.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const withSum = (text: string): Uint8Array => {
  const body = `${text}!`
  return bytesOf(`${body}${crcOfTelegram(bytesOf(body)).toString(16).toUpperCase().padStart(4, '0')}\r\n`)
}
const p1 = (import1: string) =>
  withSum(`/ISk5\\2MT382-1000\r\n\r\n1-3:0.2.8(50)\r\n1-0:1.8.1(${import1}*kWh)\r\n1-0:1.7.0(00.244*kW)\r\n`)
const sml = writeSml(Uint8Array.of(10, 1, 0x44, 0x5a), [
  { obis: [1, 0, 1, 8, 0, 255], value: 54301577n, unit: 30, scaler: -1 },
  { obis: [1, 0, 16, 7, 0, 255], value: -29912, unit: 27, scaler: -2, size: 3 },
])
const join = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts)
const codesOf = (found: ReturnType<ReturnType<typeof createMeterStream>['push']>) =>
  found.map(({ telegram }) => telegram.values.map(({ code, value, unit }) => [code, value, unit]))
const clean = { crc: 0, grammar: 0, tooLong: 0, cut: 0 }

describe('a stream of telegrams', () => {
  it('is cut where they end, in pieces of any size', () => {
    const all = join(bytesOf('noise\r\n'), p1('000004.426'), sml, p1('000004.427'), sml)
    for (const size of [1, 2, 3, 7, 64, all.length]) {
      const stream = createMeterStream()
      const found = []
      for (let at = 0; at < all.length; at += size) found.push(...stream.push(all.subarray(at, at + size)))
      expect(codesOf(found)).toEqual([
        [
          ['1-3:0.2.8', 50, ''],
          ['1-0:1.8.1', 4.426, 'kWh'],
          ['1-0:1.7.0', 0.244, 'kW'],
        ],
        [
          ['1-0:1.8.0', 5430157.7, 'Wh'],
          ['1-0:16.7.0', -299.12, 'W'],
        ],
        [
          ['1-3:0.2.8', 50, ''],
          ['1-0:1.8.1', 4.427, 'kWh'],
          ['1-0:1.7.0', 0.244, 'kW'],
        ],
        [
          ['1-0:1.8.0', 5430157.7, 'Wh'],
          ['1-0:16.7.0', -299.12, 'W'],
        ],
      ])
      expect(found[0]?.raw).toEqual(Uint8Array.from(p1('000004.426').subarray(0, -2)))
      expect(stream.faults()).toEqual(clean)
    }
  })

  it('of a line with 7 bits that is read as 8 loses its parity', () => {
    const evenly = (byte: number): number =>
      [...byte.toString(2)].filter((bit) => bit === '1').length % 2 ? byte | 0x80 : byte
    const all = join(p1('000004.426'), p1('000004.427'), p1('000004.428')).map(evenly)
    for (const size of [1, 50, all.length]) {
      const stream = createMeterStream()
      const found = []
      for (let at = 0; at < all.length; at += size) found.push(...stream.push(all.subarray(at, at + size)))
      // The first one shows it.
      expect(codesOf(found).map((codes) => codes[1])).toEqual([
        ['1-0:1.8.1', 4.427, 'kWh'],
        ['1-0:1.8.1', 4.428, 'kWh'],
      ])
    }
    const stream = createMeterStream()
    expect(stream.push(join(all, bytesOf('\r\n'), sml, p1('000004.429')))).toHaveLength(4)
  })

  it('goes on at the next telegram where one broke off', () => {
    const stream = createMeterStream()
    const half = p1('000004.426').subarray(0, 40)
    expect(codesOf(stream.push(join(half, bytesOf('\r\n'), p1('000004.427'))))).toHaveLength(1)
    expect(stream.faults()).toEqual({ ...clean, cut: 1 })
    expect(codesOf(stream.push(join(sml.subarray(0, 50), sml)))).toHaveLength(1)
    expect(stream.faults()).toEqual({ ...clean, cut: 2 })
  })

  it('drops and counts a telegram with a wrong sum', () => {
    const stream = createMeterStream()
    const broken = Uint8Array.from(p1('000004.426'))
    broken[45] = (broken[45] ?? 0) ^ 1
    const other = Uint8Array.from(sml)
    other[60] = (other[60] ?? 0) ^ 1
    expect(stream.push(join(broken, p1('000004.427'), other, sml))).toHaveLength(2)
    expect(stream.faults()).toEqual({ ...clean, crc: 2 })
  })

  it('takes a sum without its leading zeros', () => {
    for (let n = 0; ; n += 1) {
      const full = Buffer.from(p1(`00000${n}`)).toString('latin1')
      if (!/!0[0-9A-F]{3}\r\n$/.test(full)) continue
      const stream = createMeterStream()
      expect(stream.push(bytesOf(full.replace(/!0+/, '!')))).toHaveLength(1)
      expect(stream.push(bytesOf(full))).toHaveLength(1)
      return
    }
  })

  it('refuses a telegram without the sum that its version has', () => {
    const stream = createMeterStream()
    const text = Buffer.from(p1('000004.426')).toString('latin1')
    expect(stream.push(bytesOf(text.replace(/![0-9A-F]{4}/, '!')))).toEqual([])
    expect(stream.faults()).toEqual({ ...clean, crc: 1 })
  })

  it('refuses a telegram of mode D that lost bytes', () => {
    const stream = createMeterStream()
    const text = '/ESY5Q3DB1024 V3.04\r\n\r\n1-0:1.8.0*255(00052185.7825309*kWh)\r\n1-0:1.7.0*255(002124.86*W)\r\n!\r\n'
    expect(stream.push(bytesOf(text))).toHaveLength(1)
    expect(stream.push(bytesOf(text.replace('309*kWh)\r\n1-0:1', '')))).toEqual([])
    expect(stream.faults()).toEqual({ ...clean, grammar: 1 })
  })

  it('unescapes an SML file that holds the escape itself', () => {
    const server = Uint8Array.of(0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 1, 2, 3)
    const found = createMeterStream().push(writeSml(server, [{ obis: [1, 0, 1, 8, 0, 255], value: 1, unit: 30 }]))
    expect(found[0]?.telegram.ident).toBe(Buffer.from(server).toString('hex'))
  })

  it('that never ends is kept no longer than the longest telegram', () => {
    const stream = createMeterStream()
    const line = bytesOf('1-0:1.8.0(1*kWh)\r\n')
    stream.push(bytesOf('/x\r\n'))
    for (let n = 0; n < 5_000; n += 1) expect(stream.push(line)).toEqual([])
    expect(stream.faults().tooLong).toBe(1)
    expect(stream.push(join(new Uint8Array(10 * LONGEST_TELEGRAM), bytesOf('\n'), p1('000004.426')))).toHaveLength(1)
  })

  it('of any bytes throws nothing, and reads what follows them', () => {
    const half = (bytes: Uint8Array, from: number, to: number) => bytes.subarray(from, to)
    const textPieces = [p1('1.0'), half(p1('1.0'), 0, 50), half(p1('1.0'), 50, 90), bytesOf('/\r\n!'), bytesOf('!')]
    for (const [whole, pieces] of [
      [join(bytesOf('\r\n'), p1('9.0')), textPieces],
      [sml, [sml, half(sml, 0, 30), half(sml, 30, 200), half(sml, 4, 60)]],
    ] as const) {
      const drawn = fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...pieces)), { maxLength: 8 })
      fc.assert(
        fc.property(drawn, (parts) => {
          const stream = createMeterStream()
          for (const part of parts) stream.push(part)
          // Two, because the first may be the end of what was drawn.
          expect(stream.push(join(whole, whole)).length).toBeGreaterThanOrEqual(1)
        }),
        { numRuns: 5_000 },
      )
    }
  })

  it('of SML with any content and a right sum throws nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(), (noise, place) => {
        const file = Uint8Array.from(sml)
        file.set(noise.subarray(0, Math.max(0, file.length - 20)), 8 + (place % 40))
        const stream = createMeterStream()
        stream.push(file)
        expect(stream.push(sml).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 2_000 },
    )
  })
})
