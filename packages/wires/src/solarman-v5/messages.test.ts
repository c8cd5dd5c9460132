import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage, goldenVectors, soundFrame, toHex } from '../testing/golden.ts'
import { frameTypes } from './frame.ts'
import {
  type DataHeader,
  decodeDataHeader,
  decodeHandshake,
  decodeLinkInfo,
  decodeMessage,
  decodeReport,
  encodeDataHeader,
  encodeHandshake,
  encodeHeartbeat,
  encodeLinkInfo,
  encodeReport,
  firmwareEntry,
  type Handshake,
  isHeartbeat,
  type LinkInfo,
  type Report,
} from './messages.ts'

const u8 = fc.integer({ min: 0, max: 0xff })
const u16 = fc.integer({ min: 0, max: 0xffff })
const u32 = fc.integer({ min: 0, max: 0xffffffff })
const time = fc.record({ totalS: u32, poweronS: u32, offsetS: u32 })
const text = (max: number) => fc.stringMatching(new RegExp(`^[!-~]([ -~]{0,${max - 2}}[!-~])?$`))
const octet = fc.integer({ min: 0, max: 255 })
const mac = fc
  .array(octet, { minLength: 6, maxLength: 6 })
  .map((bytes) => bytes.map((b) => b.toString(16).padStart(2, '0').toUpperCase()).join(':'))

const handshake = fc.record(
  {
    kind: u8,
    time,
    uploadIntervalMin: u8,
    loggingPeriodS: u8,
    heartbeatS: u8,
    maxDevices: u8,
    signalPercent: u8,
    firmware: text(40),
    mac,
    ip: fc.ipV4(),
    counter: u16,
    sensorCount: u8,
    sensorType: u16,
    extendedVersion: text(40),
    ssid: text(30),
  },
  {
    requiredKeys: [
      'kind',
      'time',
      'uploadIntervalMin',
      'loggingPeriodS',
      'heartbeatS',
      'maxDevices',
      'signalPercent',
      'firmware',
      'mac',
      'ip',
      'counter',
      'sensorCount',
      'sensorType',
    ],
  },
) as fc.Arbitrary<Handshake>

const dataHeader: fc.Arbitrary<DataHeader> = fc.record({
  buffered: fc.boolean(),
  sensorType: u16,
  time,
  recordCounter: u16,
})

const linkInfo: fc.Arbitrary<LinkInfo> = fc.oneof(
  fc.record({ kind: fc.constantFrom(0x81, 0x01), time, state: u16, ssid: text(30), signalPercent: u8 }),
  fc.record({ kind: fc.constant(4), time, state: u16, deviceSerial: text(30), signalPercent: u8 }),
)

const entry = fc.record({ tag: u8.filter((tag) => tag !== 5), value: fc.uint8Array({ maxLength: 60 }) })
const report: fc.Arbitrary<Report> = fc.record({ kind: u8, time, entries: fc.array(entry, { maxLength: 4 }) })

const push = goldenVectors('wires/src/solarman-v5/fixtures/push.json')

describe('messages', () => {
  it.each(push)('reads $id as stated', checkMessage)

  it.each(push.filter(({ hex }) => !['42', '47'].includes(hex.slice(8, 10)) && !hex.startsWith('a58200')))(
    'writes $id back byte for byte',
    ({ hex }) => {
      const { type, payload } = soundFrame(hex)
      const again = {
        [frameTypes.handshake]: () => encodeHandshake(decodeHandshake(payload) as Handshake),
        [frameTypes.linkInfo]: () => encodeLinkInfo(decodeLinkInfo(payload) as LinkInfo),
        [frameTypes.report]: () => encodeReport(decodeReport(payload) as Report),
      }[type]
      expect(toHex(again?.() ?? new Uint8Array())).toBe(toHex(payload))
    },
  )

  it('decodes the handshake that it encodes, short or long', () => {
    fc.assert(
      fc.property(handshake, (it) => {
        expect(decodeHandshake(encodeHandshake(it))).toEqual(it)
      }),
    )
  })
  it('decodes the data header that it encodes', () => {
    fc.assert(
      fc.property(dataHeader, (it) => {
        expect(decodeDataHeader(encodeDataHeader(it))).toEqual(it)
      }),
    )
  })
  it('decodes the link information that it encodes', () => {
    fc.assert(
      fc.property(linkInfo, (it) => {
        expect(decodeLinkInfo(encodeLinkInfo(it))).toEqual(it)
      }),
    )
  })
  it('decodes the report that it encodes', () => {
    fc.assert(
      fc.property(report, (it) => {
        expect(decodeReport(encodeReport(it))).toEqual(it)
      }),
    )
  })
  it('decodes the heartbeat that it encodes', () => {
    expect(isHeartbeat(encodeHeartbeat())).toBe(true)
    expect(isHeartbeat(Uint8Array.of(1))).toBe(false)
  })

  it('extracts the firmware from a report', () => {
    const times = { totalS: 9, poweronS: 1, offsetS: 2 }
    const entries = [firmwareEntry(1_600_000_000, 'MW_08_0501_1.82')]
    expect(decodeReport(encodeReport({ kind: 1, time: times, entries }))).toMatchObject({ firmware: 'MW_08_0501_1.82' })
  })

  it('extracts the device serial from the short report', () => {
    const times = { totalS: 9, poweronS: 1, offsetS: 2 }
    const payload = encodeReport({ kind: 1, time: times, entries: [], deviceSerial: 'SF4ES000N00001' })
    expect(payload).toHaveLength(31)
    expect(decodeReport(payload)).toEqual({ kind: 1, time: times, entries: [], deviceSerial: 'SF4ES000N00001' })
  })

  it('passes only printable text', () => {
    const payload = encodeHandshake({
      kind: 2,
      time: { totalS: 0, poweronS: 0, offsetS: 0 },
      uploadIntervalMin: 5,
      loggingPeriodS: 60,
      heartbeatS: 120,
      maxDevices: 1,
      signalPercent: 50,
      firmware: 'abc',
      mac: '02:00:00:00:00:01',
      ip: '192.0.2.1',
      counter: 1,
      sensorCount: 1,
      sensorType: 0x0507,
    })
    payload.set([0x41, 0x1b, 0x5b, 0x0a, 0xff, 0x42, 0, 0x43], 19)
    expect(decodeHandshake(payload)?.firmware).toBe('A[B')
  })

  it('reports a known type with a wrong payload as malformed and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0x41, 0x42, 0x43, 0x47, 0x48, 0x4a),
        fc.uint8Array({ maxLength: 260, size: 'max' }),
        (type, payload) => {
          const { message } = decodeMessage({ type, seqServer: 0, seqLogger: 0, loggerSerial: 1, payload })
          if (type === 0x4a) expect(message).toBe('unknown')
          else if (payload.length < 14 && type !== 0x47) expect(message).toBe('malformed')
        },
      ),
    )
  })
})
