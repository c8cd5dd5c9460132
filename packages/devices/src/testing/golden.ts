import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { decodeReadReply, decodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { encodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { decodeFrame, encodeFrame, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply, decodeLocalRequest } from '@heliograph/wires/solarman-v5/local.ts'
import { decodeMessage } from '@heliograph/wires/solarman-v5/messages.ts'
import { acquisitionS } from '@heliograph/wires/solarman-v5/time.ts'
import { expect } from 'vitest'
import { decodeData } from '../reads/v5-record/records.ts'

/** Golden frames: the anonymized copies in the repository and, where present, the originals. */
const source = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const originals = resolve(source, '../../../../shared/vectors')

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
/** The vectors of a fixture in this repository; `path` is relative to packages/devices/src. */
export const goldenVectors = (path: string): Vector[] => (parse(resolve(source, path)) as { vectors: Vector[] }).vectors
/** The vectors as captured, with their real serials, which the repository does not hold. */
export const originalVectors = (name: string): Vector[] =>
  (parse(resolve(originals, name)) as { vectors: Vector[] }).vectors
/** The lines of the recorded session, with replaced serials. */
export const goldenSession = (): SessionLine[] =>
  (parse(resolve(source, 'wire/solarman-v5/fixtures/session.json')) as { lines: SessionLine[] }).lines
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

/** Decodes a data payload that a profile must know. @throws Error when none does */
export function decodeSound(payload: Uint8Array): Decoded {
  const decoded = decodeData(payload)
  if ('undecoded' in decoded) throw new Error(decoded.undecoded)
  return decoded
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
      inverter_sn: decodeSound(frame.payload).deviceSerial,
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
  const fixed = new Set(['note', 'acquisition_utc', 'values', 'byte18', 'byte46'])
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

const names: Readonly<Record<string, readonly [QuantityId, number?]>> = {
  temperature_c: ['inverterTemperatureC'],
  frequency_hz: ['acFrequencyHz'],
  active_power_w: ['acPowerW'],
  energy_today_kwh: ['generationTodayWh', 1000],
  energy_total_kwh: ['generationTotalWh', 1000],
  dc_bus_v: ['dcBusVoltageV'],
  power_limit_pct: ['powerLimitPercent'],
  power_factor: ['powerFactor'],
  dc_power_w: ['pvPowerW'],
  energy_month_kwh: ['generationMonthWh', 1000],
  energy_last_month_kwh: ['generationLastMonthWh', 1000],
  energy_yesterday_kwh: ['generationYesterdayWh', 1000],
  energy_year_kwh: ['generationYearWh', 1000],
  apparent_power_va: ['acApparentPowerVa'],
  grid_voltage_v: ['ac1VoltageV'],
  grid_current_a: ['ac1CurrentA'],
  grid_frequency_hz: ['acFrequencyHz'],
  grid_power_w: ['acPowerW'],
  radiator_temp_c: ['radiatorTemperatureC'],
  rated_power_w: ['ratedPowerW'],
  ...Object.fromEntries(
    (['r', 's', 't'] as const).flatMap((phase, i) => [
      [`ac_${phase}_voltage_v`, [`ac${i + 1}VoltageV`]],
      [`ac_${phase}_current_a`, [`ac${i + 1}CurrentA`]],
    ]),
  ),
  ...Object.fromEntries(
    [1, 2, 3, 4].flatMap((n) => [
      [`pv${n}_voltage_v`, [`pv${n}VoltageV`]],
      [`pv${n}_current_a`, [`pv${n}CurrentA`]],
      [`pv${n}_energy_today_kwh`, [`pv${n}TodayWh`, 1000]],
      [`pv${n}_energy_total_kwh`, [`pv${n}TotalWh`, 1000]],
    ]),
  ),
}
const textNames: Readonly<Record<string, string>> = {
  dsp_version: 'dspVersion',
  hci_version: 'hmiVersion',
  protocol_version: 'protocolVersion',
  dc_fw: 'dcFirmware',
  ac_fw: 'acFirmware',
}

/**
 * Checks every stated number, to the digit. `absent`: inputs that this device lacks, stated as 0 and left out by us.
 */
export function checkValues(
  hex: string,
  stated: Readonly<Record<string, unknown>>,
  absent: readonly string[] = [],
): void {
  const { payload } = soundFrame(hex)
  const decoded = decodeSound(payload)
  for (const [name, value] of Object.entries(stated)) {
    const [quantity, factor = 1] = names[name] ?? []
    const text = textNames[name]
    if (name === 'device_clock') expect(clockText(decoded)).toBe(value)
    else if (name === 'model_code')
      expect(decoded.texts.model).toBe(Number(value).toString(16).toUpperCase().padStart(4, '0'))
    else if (name === 'mppt_count') expect(payload[131]).toBe(value)
    else if (name === 'phase_count') expect(payload[132]).toBe(value)
    else if (text) expect([name, decoded.texts[text]]).toEqual([name, value])
    else if (!quantity) throw new Error(`No quantity for ${name}`)
    else if (absent.includes(name)) expect([name, value, decoded.values[quantity]]).toEqual([name, 0, undefined])
    else expect([name, decoded.values[quantity]]).toEqual([name, Math.round(Number(value) * factor * 1000) / 1000])
  }
}

const clockText = ({ deviceClock: clock }: Decoded): string | undefined =>
  clock &&
  new Date(Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second))
    .toISOString()
    .slice(0, 19)

export const solisSinglePhase = ['ac_r_voltage_v', 'ac_s_voltage_v', 'ac_r_current_a', 'ac_s_current_a']
export const deyeTwoInputs = [3, 4].flatMap((n) =>
  ['voltage_v', 'current_a', 'energy_today_kwh', 'energy_total_kwh'].map((what) => `pv${n}_${what}`),
)

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
