import { MARKER_BYTE, START_BYTE } from './frame.ts'

export const foreignProtocols = ['tls', 'http', 'at', 'modbus-tcp', 'v4', 'mqtt'] as const
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
export function recogniseForeign(firstBytes: Uint8Array): ForeignProtocol | undefined {
  if (firstBytes[0] === 0x16 && firstBytes[1] === 0x03 && (firstBytes[2] ?? 0xff) <= 4) return 'tls'
  const text = String.fromCharCode(...firstBytes.subarray(0, 12))
  if (httpWords.some((word) => text.startsWith(word))) return 'http'
  if (/^(AT\+|\+ok|\+ERR)/i.test(text)) return 'at'
  if (firstBytes[0] === 0x68) return 'v4'
  if (isMqttConnect(firstBytes)) return 'mqtt'
  if (isMisreadRequest(firstBytes) || isMbap(firstBytes)) return 'modbus-tcp'
  return undefined
}

/** An Ethernet logger reads a V5 request as an MBAP header and answers with its first bytes and exception 02. */
function isMisreadRequest(bytes: Uint8Array): boolean {
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
