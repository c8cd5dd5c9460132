import { MARKER_BYTE, START_BYTE } from './frame.ts'

export const foreignProtocols = [
  'tls',
  'http',
  'at',
  'modbus-tcp',
  'v4',
  'mqtt',
  'growatt',
  'solaredge',
  'hoymiles',
  'sma',
  'iec-104',
  'proxy',
  /** V5 itself, but of the stick's local port: an answer to a request, or a request. */
  'v5-local',
] as const
export type ForeignProtocol = (typeof foreignProtocols)[number]

const httpWords = [
  'GET ',
  'POST ',
  'PUT ',
  'HEAD ',
  'DELETE ',
  'OPTIONS ',
  'CONNECT ',
  'PATCH ',
  'TRACE ',
  'PRI * HTTP',
  'HTTP/',
]

/**
 * Recognizes other protocols on these ports by the first bytes of a connection, for the log. Undefined for a V5 frame,
 * for unknown bytes, and while too little has arrived.
 */
export function recognizeForeign(firstBytes: Uint8Array): ForeignProtocol | undefined {
  if (firstBytes[0] === 0x16 && firstBytes[1] === 0x03 && (firstBytes[2] ?? 0xff) <= 4) return 'tls'
  const text = String.fromCharCode(...firstBytes.subarray(0, 12))
  if (httpWords.some((word) => text.startsWith(word))) return 'http'
  if (/^(AT\+|\+ok|\+ERR)/i.test(text)) return 'at'
  if (text.startsWith('PROXY ') || startsWith(firstBytes, proxySignature)) return 'proxy'
  if (startsWith(firstBytes, [0x53, 0x4d, 0x41, 0x00])) return 'sma'
  if (startsWith(firstBytes, [0x12, 0x34, 0x56, 0x79])) return 'solaredge'
  if (isHoymiles(firstBytes)) return 'hoymiles'
  if (isIec104(firstBytes)) return 'iec-104'
  // 68 04 may still become a frame of IEC 104.
  if (firstBytes[0] === 0x68 && (firstBytes.length >= 6 || (firstBytes[1] ?? 4) !== 4)) return 'v4'
  if (isGrowatt(firstBytes)) return 'growatt'
  if (isMqttConnect(firstBytes)) return 'mqtt'
  if (isMisreadRequest(firstBytes) || isMbap(firstBytes)) return 'modbus-tcp'
  return undefined
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte)

/** Version 2 of the PROXY protocol (haproxy.org, proxy-protocol.txt, section 2.2). */
const proxySignature = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]

/** "HM", command, counter, checksum, then the length of the whole (Steffen06/Hoymiles-DTU-Proto, README). */
function isHoymiles(bytes: Uint8Array): boolean {
  if (bytes.length < 10 || !startsWith(bytes, [0x48, 0x4d])) return false
  const length = ((bytes[8] ?? 0) << 8) | (bytes[9] ?? 0)
  return length >= 10 && length <= 8_192
}

/** Six bytes in all and a frame of kind U or S, with which either end begins (IEC 60870-5-104, 5.1). */
const isIec104 = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x68, 0x04]) && bytes.length >= 6 && ((bytes[2] ?? 0) & 1) === 1 && bytes[3] === 0

/** Kinds of records that a ShineWifi or ShineLan sends first: announcement, data, ping, settings, buffered data. */
const growattRecords: readonly number[] = [0x03, 0x04, 0x16, 0x18, 0x19, 0x1b, 0x20, 0x50]

/**
 * Counter (2 bytes), 00, version 02, 05 or 06, length (2 bytes), device 01 or 5x, kind of record (johanmeijer/grott:
 * grottdata). Version 00 looks like Modbus TCP.
 */
function isGrowatt(bytes: Uint8Array): boolean {
  const [first, , zero, version = 0, high = 0, low = 0, device = 0, record = 0] = bytes
  if (bytes.length < 8 || first === START_BYTE || zero !== 0) return false
  const length = (high << 8) | low
  return (
    [2, 5, 6].includes(version) &&
    length >= 2 &&
    length <= 4_096 &&
    (device === 1 || device >> 4 === 5) &&
    growattRecords.includes(record)
  )
}

/** An Ethernet logger reads a V5 request as an MBAP header and answers with its first bytes and exception 02. */
export function isMisreadRequest(bytes: Uint8Array): boolean {
  return (
    bytes.length === 9 &&
    bytes[0] === START_BYTE &&
    bytes[3] === MARKER_BYTE &&
    bytes[4] === 0x45 &&
    (bytes[7] ?? 0) >= 0x80 &&
    bytes[8] !== 0x15
  )
}

/**
 * Packet CONNECT, its length in one or two bytes, then the length and name of the protocol (MQTT 3.1.1, section 3.1).
 */
function isMqttConnect(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x10) return false
  const at = (bytes[1] ?? 0) >= 0x80 ? 3 : 2
  const name = String.fromCharCode(...bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)))
  return bytes[at] === 0 && (name === 'MQTT' || name === 'MQIsdp')
}

/** Transaction (any), protocol 0, a possible length of a Modbus message, an existing function. */
function isMbap(bytes: Uint8Array): boolean {
  if (bytes.length < 8 || bytes[0] === START_BYTE) return false
  const length = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0)
  const fn = (bytes[7] ?? 0) & 0x7f
  return (
    bytes[2] === 0 &&
    bytes[3] === 0 &&
    length >= 3 &&
    length <= 254 &&
    ((fn >= 1 && fn <= 6) || (fn >= 15 && fn <= 23) || fn === 43)
  )
}
