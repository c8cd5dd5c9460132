import { decodeReadRequest, type ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeFrame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalRequest } from '@heliograph/wires/solarman-v5/local.ts'
import { fromHex, goldenVectors, soundFrame, toHex } from '@heliograph/wires/testing/golden.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Framed } from '../registers/framing.ts'
import { createStickFraming, type StickMemory } from './framing.ts'

const vectors = goldenVectors('wires/src/solarman-v5/fixtures/local.json')
const bytesOf = (id: string): Uint8Array => fromHex(vectors.find((one) => one.id === `open-local-${id}`)?.hex ?? '')
const negatives = goldenVectors('wires/src/solarman-v5/fixtures/negative.json')
const SERIAL = soundFrame(toHex(bytesOf('p19-request'))).loggerSerial
/** The transaction whose sequence is that of a capture. */
const transactionOf = (seq: number): number => seq - 16
const clock = { now: () => 1_700_000_000_000 }
const request: ReadRequest = { unit: 1, fn: 3, address: 0xaa, count: 1 }

let memory: StickMemory
beforeEach(() => {
  memory = { serial: SERIAL, isEthernet: false }
})
const wordsOf = (framed: readonly Framed[] | 'lost') =>
  framed === 'lost' ? framed : framed.flatMap((one) => (one.kind === 'reply' ? [one.reply] : []))
/** A captured reply with the sequence of a request. */
const answering = (id: string, seq: number): Uint8Array =>
  encodeFrame({ ...soundFrame(toHex(bytesOf(id))), seqServer: seq })

describe('captured frames of sticks', () => {
  it('a request is written as other clients write it, byte for byte', () => {
    const framing = createStickFraming(memory, clock)
    expect(toHex(framing.encode(transactionOf(0x97), request))).toBe(toHex(bytesOf('p19-request')))
  })

  it('a heartbeat in between is acknowledged, and later replies are not taken', () => {
    const framing = createStickFraming(memory, clock)
    framing.encode(transactionOf(0x97), request)
    const [returned, ...more] = framing.push(bytesOf('p19-heartbeat-interleaved')) as Framed[]
    expect(more).toEqual([])
    if (returned?.kind !== 'return') throw new Error('not acknowledged')
    const ack = soundFrame(toHex(returned.bytes))
    expect([ack.type, ack.seqLogger, ack.loggerSerial, ack.payload.length]).toEqual([0x17, 0x6d, SERIAL, 10])
    expect(wordsOf(framing.push(bytesOf('p19-response-2')))).toMatchObject([{ kind: 'refused' }])
    expect(framing.push(bytesOf('p19-response'))).toMatchObject([
      { transaction: transactionOf(0x97), reply: { kind: 'words', words: [0x010a] } },
    ])
  })

  it.each(['sr-response', 'drz-response', 'dr233-double-crc'])('the words of %s are those that are stated', (id) => {
    const stated = vectors.find((one) => one.id === `open-local-${id}`)?.expect.payload?.registers as string[]
    const framing = createStickFraming(memory, clock)
    framing.encode(transactionOf(77), { ...request, count: stated.length })
    expect(wordsOf(framing.push(answering(id, 77)))).toMatchObject([
      { kind: 'words', words: stated.map((word) => Number.parseInt(word, 16)) },
    ])
  })

  it('a stick that refuses the serial number is asked again with its own', () => {
    memory.serial = 0
    const framing = createStickFraming(memory, clock)
    const first = soundFrame(toHex(framing.encode(5, request)))
    expect(first.loggerSerial).toBe(0)
    expect(framing.push(answering('sr-status06', first.seqServer))).toEqual([{ kind: 'again' }])
    expect(memory.serial).toBe(soundFrame(toHex(bytesOf('sr-status06'))).loggerSerial)
    expect(soundFrame(toHex(framing.encode(5, request)))).toMatchObject({ ...first, loggerSerial: memory.serial })
    expect(wordsOf(framing.push(answering('sr-status06', first.seqServer)))).toMatchObject([{ kind: 'exception' }])
  })

  it('an Ethernet stick is spoken to in Modbus TCP from then on', () => {
    const framing = createStickFraming(memory, clock)
    const sent = framing.encode(transactionOf(77), request)
    // The real answer is to another serial number: its first byte, with bit 7 set, is the function.
    const answer = Uint8Array.of(...sent.subarray(0, 5), 3, 0, (sent[7] ?? 0) | 0x80, 2)
    expect(framing.push(answer.subarray(0, 4))).toEqual([])
    expect(framing.push(answer.subarray(4))).toEqual([{ kind: 'again' }])
    expect(toHex(framing.encode(7, request))).toBe('000700000006010300aa0001')
    expect(toHex(createStickFraming(memory, clock).encode(8, request))).toBe('000800000006010300aa0001')
    const real = negatives.find(({ id }) => id === 'open-neg-mbap-reply')?.hex ?? ''
    memory.isEthernet = false
    const other = createStickFraming(memory, clock)
    other.encode(3, request)
    expect(other.push(fromHex(real))).toEqual([{ kind: 'again' }])
  })

  it.each(negatives.filter(({ id }) => !/mbap-reply|tls/.test(id)))('$id is waited out', ({ hex }) => {
    const framing = createStickFraming(memory, clock)
    framing.encode(transactionOf(0x97), request)
    expect(framing.push(fromHex(hex))).toEqual([])
    // What was announced and never came ends within the longest frame.
    framing.push(new Uint8Array(525))
    expect(wordsOf(framing.push(bytesOf('p19-response')))).toMatchObject([{ words: [0x010a] }])
  })

  it.each([
    ['TLS', negatives.find(({ id }) => id.includes('tls'))?.hex ?? ''],
    ['HTTP', toHex(new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    ['AT commands', toHex(new TextEncoder().encode('+ERR=-2\r\n\r\n'))],
    ['noise without an end', '00'.repeat(2_000)],
  ])('a peer that speaks %s is none', (_, hex) => {
    const framing = createStickFraming(memory, clock)
    framing.encode(3, request)
    expect(framing.push(fromHex(hex))).toBe('lost')
  })
})

describe('refusals', () => {
  const refusing = (...rtu: number[]): Uint8Array => {
    const reply = soundFrame(toHex(bytesOf('p19-response')))
    return encodeFrame({ ...reply, payload: Uint8Array.of(...reply.payload.subarray(0, 14), ...rtu) })
  }
  it.each([
    ['5 of the stick is a device that does not answer', [5, 0], 0x0b],
    ['of another function', [1, 0x90, 2, 0xcd, 0xc1], 2],
    ['with a wrong CRC', [1, 0x83, 6, 0, 3], 6],
  ])('%s', (_, rtu, code) => {
    const framing = createStickFraming(memory, clock)
    framing.encode(transactionOf(0x97), request)
    expect(framing.push(refusing(...rtu))).toMatchObject([{ reply: { kind: 'exception', unit: 1, fn: 3, code } }])
  })
})

describe('any bytes', () => {
  const anyRequest = fc.record({
    unit: fc.integer({ min: 0, max: 255 }),
    fn: fc.constantFrom(3 as const, 4 as const),
    address: fc.integer({ min: 0, max: 0xff00 }),
    count: fc.integer({ min: 1, max: 125 }),
  })
  it('every request is one that a stick reads back, and only a read', () => {
    fc.assert(
      fc.property(anyRequest, fc.integer({ min: 1, max: 0xffff }), (one, transaction) => {
        const frame = soundFrame(toHex(createStickFraming(memory, clock).encode(transaction, one)))
        expect(decodeReadRequest(decodeLocalRequest(frame)?.rtu ?? new Uint8Array())).toEqual(one)
        expect(frame.seqServer).toBeGreaterThanOrEqual(16)
      }),
      { numRuns: 2_000 },
    )
  })

  it('10,000 disturbed streams bring no words but those of the reply', { timeout: 60_000 }, () => {
    const whole = [bytesOf('p19-heartbeat-interleaved'), bytesOf('p19-response-3'), bytesOf('p19-response')]
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...whole),
      fc.tuple(fc.constantFrom(...whole), fc.nat(40), fc.nat(255)).map(([bytes, at, value]) => {
        const changed = bytes.slice()
        changed[at % changed.length] = value
        return changed
      }),
      fc.tuple(fc.constantFrom(...whole), fc.nat(40)).map(([bytes, end]) => bytes.slice(0, end)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const framing = createStickFraming({ serial: SERIAL, isEthernet: false }, clock)
        framing.encode(transactionOf(0x97), request)
        for (const bytes of pieces)
          for (const framed of framing.push(bytes)) {
            if (typeof framed === 'string' || framed.kind !== 'reply' || framed.reply.kind !== 'words') continue
            if (framed.transaction === transactionOf(0x97)) expect(framed.reply.words).toEqual([0x010a])
          }
      }),
      { numRuns: 10_000 },
    )
  })
})
