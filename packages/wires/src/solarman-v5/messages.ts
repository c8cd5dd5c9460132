import { frameTypes, type V5Frame } from './frame.ts'
import { readText, writeText } from './text.ts'
import { readTimeFields, type TimeFields, writeTimeFields } from './time.ts'

/**
 * The handshake that a logger sends when it connects (0x41). Byte map of the payload (86, 130 or at least 210 bytes):
 *
 *   0      kind, 02
 *   1..12  time fields, offset usually 0
 *   13     upload interval, min      14  logging period, s      15  heartbeat, s
 *   16     maximum of devices        17  signal, %              18  03, unknown
 *   19..58 firmware                  59..64 MAC                 65..80 IP address
 *   81..82 counter of handshakes     83  sensors                84..85 sensor type
 *   89..128 further version (from 130 bytes on)                 172..201 SSID (from 210 bytes on)
 */
export type Handshake = Readonly<{
  kind: number
  time: TimeFields
  uploadIntervalMin: number
  loggingPeriodS: number
  heartbeatS: number
  maxDevices: number
  signalPercent: number
  firmware: string
  /** Upper case, separated by colons. */
  mac: string
  ip: string
  counter: number
  sensorCount: number
  sensorType: number
  extendedVersion?: string
  ssid?: string
}>

const HANDSHAKE_SHORT = 86
const HANDSHAKE_VERSION = 130
const HANDSHAKE_SSID = 210

/** Reads the payload of a handshake (0x41); undefined when it is too short. */
export function decodeHandshake(payload: Uint8Array): Handshake | undefined {
  if (payload.length < HANDSHAKE_SHORT) return undefined
  const view = viewOf(payload)
  return {
    kind: view.getUint8(0),
    time: readTimeFields(payload, 1),
    uploadIntervalMin: view.getUint8(13),
    loggingPeriodS: view.getUint8(14),
    heartbeatS: view.getUint8(15),
    maxDevices: view.getUint8(16),
    signalPercent: view.getUint8(17),
    firmware: readText(payload, 19, 40),
    mac: [...payload.subarray(59, 65)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':'),
    ip: readText(payload, 65, 16),
    counter: view.getUint16(81, true),
    sensorCount: view.getUint8(83),
    sensorType: view.getUint16(84, true),
    ...optionalText('extendedVersion', payload.length >= HANDSHAKE_VERSION ? readText(payload, 89, 40) : ''),
    ...optionalText('ssid', payload.length >= HANDSHAKE_SSID ? readText(payload, 172, 30) : ''),
  }
}

/** 86 bytes; 130 with a further version; 210 with an SSID. */
export function encodeHandshake(handshake: Handshake): Uint8Array {
  const { extendedVersion, ssid } = handshake
  const length =
    ssid !== undefined ? HANDSHAKE_SSID : extendedVersion !== undefined ? HANDSHAKE_VERSION : HANDSHAKE_SHORT
  const payload = new Uint8Array(length)
  const view = viewOf(payload)
  view.setUint8(0, handshake.kind)
  writeTimeFields(payload, 1, handshake.time)
  view.setUint8(13, handshake.uploadIntervalMin)
  view.setUint8(14, handshake.loggingPeriodS)
  view.setUint8(15, handshake.heartbeatS)
  view.setUint8(16, handshake.maxDevices)
  view.setUint8(17, handshake.signalPercent)
  view.setUint8(18, 3)
  writeText(payload, 19, 40, handshake.firmware)
  const mac = handshake.mac.split(':').map((pair) => Number.parseInt(pair, 16))
  for (let i = 0; i < 6; i++) view.setUint8(59 + i, mac[i] ?? 0)
  writeText(payload, 65, 16, handshake.ip)
  view.setUint16(81, handshake.counter, true)
  view.setUint8(83, handshake.sensorCount)
  view.setUint16(84, handshake.sensorType, true)
  if (extendedVersion !== undefined) writeText(payload, 89, 40, extendedVersion)
  if (ssid !== undefined) writeText(payload, 172, 30, ssid)
  return payload
}

/**
 * The head of a data record (0x42); the sensor type defines the layout of the rest (profiles/).
 *
 *   0      01 live, 81 buffered while the server was away (bit 7)
 *   1..2   sensor type
 *   3..14  time fields
 *   15..16 01 00
 *   17..18 record counter
 *   19..20 00
 */
export type DataHeader = Readonly<{ buffered: boolean; sensorType: number; time: TimeFields; recordCounter: number }>

export const DATA_HEADER_LENGTH = 21

/** Reads the header of a data payload (0x42); undefined when it is too short. */
export function decodeDataHeader(payload: Uint8Array): DataHeader | undefined {
  if (payload.length < DATA_HEADER_LENGTH) return undefined
  const view = viewOf(payload)
  return {
    buffered: view.getUint8(0) >= 0x80,
    sensorType: view.getUint16(1, true),
    time: readTimeFields(payload, 3),
    recordCounter: view.getUint16(17, true),
  }
}

/** The header alone; the record of the device follows it. */
export function encodeDataHeader(header: DataHeader): Uint8Array {
  const payload = new Uint8Array(DATA_HEADER_LENGTH)
  const view = viewOf(payload)
  view.setUint8(0, header.buffered ? 0x81 : 0x01)
  view.setUint16(1, header.sensorType, true)
  writeTimeFields(payload, 3, header.time)
  view.setUint8(15, 1)
  view.setUint16(17, header.recordCounter, true)
  return payload
}

/**
 * The radio link (0x43), 47 bytes.
 *
 *   0      81 (01 seen); 04: the device's serial replaces the SSID
 *   1..12  time fields
 *   13..14 state, meaning unknown
 *   15..44 SSID
 *   45     signal, %
 *   46     01
 */
export type LinkInfo = Readonly<{
  kind: number
  time: TimeFields
  state: number
  ssid?: string
  deviceSerial?: string
  signalPercent: number
}>

const LINK_INFO_LENGTH = 47
const LINK_KIND_SERIAL = 4

/** Reads the payload of link information (0x43); undefined when it is too short. */
export function decodeLinkInfo(payload: Uint8Array): LinkInfo | undefined {
  if (payload.length < LINK_INFO_LENGTH) return undefined
  const view = viewOf(payload)
  const kind = view.getUint8(0)
  return {
    kind,
    time: readTimeFields(payload, 1),
    state: view.getUint16(13, true),
    ...optionalText(kind === LINK_KIND_SERIAL ? 'deviceSerial' : 'ssid', readText(payload, 15, 30)),
    signalPercent: view.getUint8(45),
  }
}

/** The payload of link information. Texts are cut to 30 bytes. */
export function encodeLinkInfo(info: LinkInfo): Uint8Array {
  const payload = new Uint8Array(LINK_INFO_LENGTH)
  const view = viewOf(payload)
  view.setUint8(0, info.kind)
  writeTimeFields(payload, 1, info.time)
  view.setUint16(13, info.state, true)
  writeText(payload, 15, 30, (info.kind === LINK_KIND_SERIAL ? info.deviceSerial : info.ssid) ?? '')
  view.setUint8(45, info.signalPercent)
  view.setUint8(46, 1)
  return payload
}

/** The heartbeat (0x47) is a single zero. */
export const isHeartbeat = (payload: Uint8Array): boolean => payload.length === 1 && payload[0] === 0
/** The payload of a heartbeat (0x47): one zero byte. */
export const encodeHeartbeat = (): Uint8Array => new Uint8Array(1)

export type ReportEntry = Readonly<{ tag: number; value: Uint8Array }>

/**
 * A report (0x48): 0 kind, 1..12 time fields, 13 number of entries, then tag, length and value of each. Tag 01 (12
 * bytes) has no known meaning; tag 05 (44 bytes) is a u32 time and the firmware. One 31-byte form has no entries but
 * the device's serial at 15.
 */
export type Report = Readonly<{
  kind: number
  time: TimeFields
  entries: readonly ReportEntry[]
  firmware?: string
  deviceSerial?: string
}>

const REPORT_HEAD = 14
const REPORT_SERIAL_LENGTH = 31
const TAG_FIRMWARE = 5

/** Reads the payload of a report (0x48); undefined when it is too short or its entries do not fit. */
export function decodeReport(payload: Uint8Array): Report | undefined {
  if (payload.length < REPORT_HEAD) return undefined
  const head = { kind: payload[0] ?? 0, time: readTimeFields(payload, 1) }
  const entries = readEntries(payload)
  if (!entries) {
    const serial = payload.length === REPORT_SERIAL_LENGTH ? readText(payload, 15, 16) : ''
    return serial === '' ? undefined : { ...head, entries: [], deviceSerial: serial }
  }
  const version = entries.find((entry) => entry.tag === TAG_FIRMWARE && entry.value.length > 4)
  return { ...head, entries, ...optionalText('firmware', version ? readText(version.value, 4, 40) : '') }
}

/** The entries, or undefined when they do not fill the payload exactly. */
function readEntries(payload: Uint8Array): ReportEntry[] | undefined {
  const entries: ReportEntry[] = []
  let at = REPORT_HEAD
  for (let left = payload[13] ?? 0; left > 0; left--) {
    const [tag, length] = [payload[at], payload[at + 1]]
    if (tag === undefined || length === undefined || at + 2 + length > payload.length) return undefined
    entries.push({ tag, value: payload.slice(at + 2, at + 2 + length) })
    at += 2 + length
  }
  return at === payload.length ? entries : undefined
}

/** The payload of a report; with a device serial it takes the 31-byte form without entries. */
export function encodeReport(report: Omit<Report, 'firmware'>): Uint8Array {
  const { deviceSerial, entries } = report
  const length = entries.reduce((sum, entry) => sum + 2 + entry.value.length, REPORT_HEAD)
  const payload = new Uint8Array(deviceSerial === undefined ? length : REPORT_SERIAL_LENGTH)
  payload[0] = report.kind
  writeTimeFields(payload, 1, report.time)
  if (deviceSerial !== undefined) {
    payload[13] = 1
    writeText(payload, 15, 16, deviceSerial, 0x20)
    return payload
  }
  payload[13] = entries.length
  let at = REPORT_HEAD
  for (const { tag, value } of entries) {
    payload[at] = tag
    payload[at + 1] = value.length
    payload.set(value, at + 2)
    at += 2 + value.length
  }
  return payload
}

/** The entry (tag 05) that carries a firmware version, cut to 40 bytes, and a time in seconds. */
export function firmwareEntry(atS: number, firmware: string): ReportEntry {
  const value = new Uint8Array(44)
  viewOf(value).setUint32(0, atS, true)
  writeText(value, 4, 40, firmware)
  return { tag: TAG_FIRMWARE, value }
}

export type Message =
  | (Readonly<{ message: 'handshake' }> & Handshake)
  | (Readonly<{ message: 'data' }> & DataHeader)
  | (Readonly<{ message: 'link-info' }> & LinkInfo)
  | Readonly<{ message: 'heartbeat' }>
  | (Readonly<{ message: 'report' }> & Report)
  | Readonly<{ message: 'unknown' | 'malformed'; type: number }>

/** The content of a logger's frame. `malformed`: a known type with a payload that does not fit it. Never throws. */
export function decodeMessage(frame: V5Frame): Message {
  const { type, payload } = frame
  const malformed = { message: 'malformed', type } as const
  switch (type) {
    case frameTypes.handshake:
      return named('handshake', decodeHandshake(payload)) ?? malformed
    case frameTypes.data:
      return named('data', decodeDataHeader(payload)) ?? malformed
    case frameTypes.linkInfo:
      return named('link-info', decodeLinkInfo(payload)) ?? malformed
    case frameTypes.report:
      return named('report', decodeReport(payload)) ?? malformed
    case frameTypes.heartbeat:
      return isHeartbeat(payload) ? { message: 'heartbeat' } : malformed
    default:
      return { message: 'unknown', type }
  }
}

const named = <N extends string, T extends object>(message: N, body: T | undefined) =>
  body && ({ message, ...body } as { message: N } & T)

const optionalText = <K extends string>(key: K, text: string): Partial<Record<K, string>> =>
  text === '' ? {} : ({ [key]: text } as Record<K, string>)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
