import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { decodeReadReply, decodeReadRequest } from '../modbus/rtu.ts'
import { encodeAck } from '../solarman-v5/ack.ts'
import { decodeFrame, encodeFrame, type V5Frame } from '../solarman-v5/frame.ts'
import { decodeLocalReply, decodeLocalRequest } from '../solarman-v5/local.ts'
import { decodeMessage } from '../solarman-v5/messages.ts'
import { acquisitionS } from '../solarman-v5/time.ts'

/** Golden frames: the anonymized copies in the repository and, where present, the originals. */
const source = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
export const originals = resolve(source, '../../shared/vectors')

export type FrameExpectation = {
  type: string
  payload_len: number
  total_len: number
  seq_server: number
  seq_logger: number
  logger_serial: number
  checksum: number
}
export type Vector = {
  id: string
  hex: string
  expect: { frame: FrameExpectation | string; payload?: Record<string, unknown>; kind?: string }
  stated?: Record<string, number>
  cloud?: Record<string, number>
  derived?: Record<string, number | string>
  cloud_ack?: { hex: string; payload: { server_unix: number; trailing_u32: number } }
}
export type SessionLine = { t: string; from: 'logger' | 'cloud'; hex: string }

const parse = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
/** The vectors of a fixture in this repository; `path` is relative to the folder of the packages. */
export const goldenVectors = (path: string): Vector[] => (parse(resolve(source, path)) as { vectors: Vector[] }).vectors
/** The vectors as captured, with their real serials, which the repository does not hold. */
export const originalVectors = (name: string): Vector[] =>
  (parse(resolve(originals, name)) as { vectors: Vector[] }).vectors
/** The lines of the recorded session, with replaced serials. */
export const goldenSession = (): SessionLine[] =>
  (parse(resolve(source, 'wires/src/solarman-v5/fixtures/session.json')) as { lines: SessionLine[] }).lines
/** The lines of the recorded session as captured, which the repository does not hold. */
export const originalSession = (): SessionLine[] =>
  readFileSync(resolve(originals, 'solis_session_open.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as SessionLine)

/** The bytes of pairs of hex digits without separators. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
/** Lower-case hex digits without separators. */
export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Decodes a frame that must be valid. @throws Error when it is not */
export function soundFrame(hex: string): V5Frame {
  const found = decodeFrame(fromHex(hex))
  if ('fault' in found) throw new Error(`${found.fault}: ${hex}`)
  return found.frame
}

/** Expects a frame to decode to what its vector states. */
export function checkFrame({ hex, expect: expected }: Vector): void {
  const bytes = fromHex(hex)
  const frame = soundFrame(hex)
  expect({
    type: `0x${frame.type.toString(16)}`,
    payload_len: frame.payload.length,
    total_len: bytes.length,
    seq_server: frame.seqServer,
    seq_logger: frame.seqLogger,
    logger_serial: frame.loggerSerial,
    checksum: bytes[bytes.length - 2],
  }).toEqual(expected.frame)
  expect(toHex(encodeFrame(frame))).toBe(hex)
}

/**
 * The vectors' names for the fields of our messages; a key without a row here is checked elsewhere or has no meaning.
 */
export function checkMessage({ hex, expect: expected }: Vector): void {
  const frame = soundFrame(hex)
  const message = decodeMessage(frame)
  const payload = expected.payload ?? {}
  const time = 'time' in message ? message.time : undefined
  const seen: Record<string, unknown> = {
    kind: frame.payload[0],
    total_working_s: time?.totalS,
    power_on_s: time?.poweronS,
    offset_s: time?.offsetS,
    acquisition_unix: time && (acquisitionS(time) ?? null),
  }
  if (message.message === 'handshake') {
    Object.assign(seen, {
      upload_interval_min: message.uploadIntervalMin,
      logging_period_s: message.loggingPeriodS,
      heartbeat_s: message.heartbeatS,
      max_devices: message.maxDevices,
      signal_pct: message.signalPercent,
      firmware: message.firmware,
      mac: message.mac,
      ip: message.ip,
      handshake_counter: message.counter,
      sensor_count: message.sensorCount,
      sensor_type: `0x${message.sensorType.toString(16).padStart(4, '0')}`,
      ext_version: message.extendedVersion,
    })
  }
  if (message.message === 'data') {
    Object.assign(seen, {
      buffered: message.buffered,
      sensor_type: `0x${message.sensorType.toString(16).padStart(4, '0')}`,
      record_counter: message.recordCounter,
    })
  }
  if (message.message === 'link-info') {
    Object.assign(seen, {
      ssid: message.ssid,
      signal_pct: message.signalPercent,
      bytes13_14: toHex(frame.payload.subarray(13, 15)),
    })
  }
  if (message.message === 'report') {
    seen.count = message.entries.length
    seen.tlv = message.entries.map(({ tag, value }) => ({ tag, len: value.length, value_hex: toHex(value) }))
  }
  const fixed = new Set(['note', 'inverter_sn', 'acquisition_utc', 'values', 'byte18', 'byte46'])
  for (const [key, value] of Object.entries(payload)) {
    if (!fixed.has(key)) expect([key, seen[key]]).toEqual([key, value])
  }
}

/** The cloud's own acknowledgment, built from the request and the cloud's time and counter. */
export function checkAck(requestHex: string, ackHex: string): void {
  const ack = soundFrame(ackHex)
  const view = new DataView(ack.payload.buffer)
  const built = encodeAck(soundFrame(requestHex), {
    nowSeconds: view.getUint32(2, true),
    offsetMinutes: view.getUint32(6, true),
    seqServer: ack.seqServer,
  })
  expect(toHex(built)).toBe(ackHex)
}

/** Expects a local request or reply to decode to what its vector states. */
export function checkLocal({ hex, expect: expected }: Vector): void {
  const frame = soundFrame(hex)
  const stated = expected.payload ?? {}
  const request = decodeLocalRequest(frame)
  if (request) {
    expect(toHex(request.rtu)).toBe(stated.rtu_hex)
    const { unit, function: fn, address, count } = stated
    // A write is ignored.
    expect(decodeReadRequest(request.rtu)).toEqual(fn === 3 || fn === 4 ? { unit, fn, address, count } : undefined)
    return
  }
  const reply = decodeLocalReply(frame)
  if (frame.type === 0x47) {
    expect(reply).toBeUndefined()
    return
  }
  expect(reply?.time).toEqual({ totalS: stated.total_working_s, poweronS: stated.power_on_s, offsetS: stated.offset_s })
  if (!reply || 'loggerError' in reply) {
    expect(reply?.loggerError).toBe(fromHex(String(stated.logger_error))[0])
    return
  }
  expect(toHex(reply.rtu)).toBe(stated.rtu_hex)
  expect(decodeReadReply(reply.rtu)).toEqual({
    kind: 'words',
    unit: stated.unit,
    fn: stated.function,
    words: (stated.registers as string[]).map((word) => Number.parseInt(word, 16)),
    doubleCrc: stated.double_crc,
  })
}
