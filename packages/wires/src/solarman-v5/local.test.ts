import { expect, it } from 'vitest'
import { decodeReadRequest, encodeReadReply, encodeReadRequest } from '../modbus/rtu.ts'
import { checkLocal, fromHex, goldenVectors, soundFrame, toHex } from '../testing/golden.ts'
import { decodeLocalReply, decodeLocalRequest, encodeLocalReply, encodeLocalRequest } from './local.ts'

const local = goldenVectors('wires/src/solarman-v5/fixtures/local.json')

it.each(local)('reads $id', checkLocal)

it.each(local.filter(({ hex }) => hex.slice(8, 10) === '45'))('writes $id back byte for byte', ({ hex }) => {
  const frame = soundFrame(hex)
  const rtu = decodeLocalRequest(frame)?.rtu ?? new Uint8Array()
  expect(toHex(encodeLocalRequest({ seq: frame.seqServer, loggerSerial: frame.loggerSerial, rtu }))).toBe(hex)
})

it('answers a request with the sequence, time and words it expects', () => {
  const asked = encodeLocalRequest({
    seq: 200,
    loggerSerial: 0,
    rtu: encodeReadRequest({ unit: 1, fn: 3, address: 3, count: 2 }),
  })
  const request = soundFrame(toHex(asked))
  expect(decodeReadRequest(decodeLocalRequest(request)?.rtu ?? new Uint8Array())).toMatchObject({
    address: 3,
    count: 2,
  })
  const time = { totalS: 100, poweronS: 10, offsetS: 1_700_000_000 }
  const rtu = encodeReadReply({ unit: 1, fn: 3, words: [0x1234, 0xffff] })
  const reply = soundFrame(toHex(encodeLocalReply({ request, seqLogger: 9, loggerSerial: 1_700_000_001, time, rtu })))
  expect(reply).toMatchObject({ type: 0x15, seqServer: 200, seqLogger: 9, loggerSerial: 1_700_000_001 })
  expect(decodeLocalReply(reply)).toEqual({ time, rtu })
})

it('ignores other frames', () => {
  const heartbeat = soundFrame('a501001047992b01f1536500c615')
  expect(decodeLocalReply(heartbeat)).toBeUndefined()
  expect(decodeLocalRequest(heartbeat)).toBeUndefined()
  expect(decodeLocalReply({ ...heartbeat, type: 0x15, payload: fromHex('0201') })).toBeUndefined()
})
