/**
 * The frame of the Solarman V5 protocol. Everything in it is little-endian.
 *
 *   0        A5
 *   1..2     N, length of the payload
 *   3        10
 *   4        type
 *   5        sequence byte of the server (or local client)
 *   6        sequence byte of the logger
 *   7..10    serial of the logger, u32
 *   11..     payload, N bytes
 *   N+11     sum of the bytes 1..N+10, modulo 256
 *   N+12     15
 */
export type V5Frame = Readonly<{
  type: number
  seqServer: number
  seqLogger: number
  loggerSerial: number
  payload: Uint8Array
}>

export const frameTypes = {
  reply: 0x15,
  handshake: 0x41,
  data: 0x42,
  linkInfo: 0x43,
  request: 0x45,
  heartbeat: 0x47,
  report: 0x48,
} as const

export const START_BYTE = 0xa5
export const MARKER_BYTE = 0x10
export const END_BYTE = 0x15
export const HEADER_LENGTH = 11
/** Bytes of a frame that are not payload. */
export const FRAME_OVERHEAD = 13
/** The largest known payload is 1,432 bytes (Sofar G3); a peer that announces more than this is no logger. */
export const MAX_PUSH_PAYLOAD = 4096

export type FrameFault = 'start' | 'marker' | 'too-long' | 'incomplete' | 'end' | 'checksum'

/** @throws RangeError when a number does not fit its field: a bug of the caller. */
export function encodeFrame(frame: V5Frame): Uint8Array {
  const { type, seqServer, seqLogger, loggerSerial, payload } = frame
  assertFits('type', type, 0xff)
  assertFits('seqServer', seqServer, 0xff)
  assertFits('seqLogger', seqLogger, 0xff)
  assertFits('loggerSerial', loggerSerial, 0xffffffff)
  assertFits('payload length', payload.length, 0xffff)
  const bytes = new Uint8Array(payload.length + FRAME_OVERHEAD)
  const view = new DataView(bytes.buffer)
  bytes[0] = START_BYTE
  view.setUint16(1, payload.length, true)
  bytes[3] = MARKER_BYTE
  bytes[4] = type
  bytes[5] = seqServer
  bytes[6] = seqLogger
  view.setUint32(7, loggerSerial, true)
  bytes.set(payload, HEADER_LENGTH)
  bytes[bytes.length - 2] = checksum(bytes.subarray(1, bytes.length - 2))
  bytes[bytes.length - 1] = END_BYTE
  return bytes
}

/**
 * The frame at the start of `bytes`, or why there is none. Ignores bytes behind it.
 * For a stream use the reassembler, where an incomplete frame may still be completed.
 */
export function decodeFrame(
  bytes: Uint8Array,
  maxPayload = MAX_PUSH_PAYLOAD,
): Readonly<{ frame: V5Frame; totalLength: number }> | Readonly<{ fault: FrameFault }> {
  if (bytes.length === 0) return { fault: 'incomplete' }
  if (bytes[0] !== START_BYTE) return { fault: 'start' }
  if (bytes.length < 4) return { fault: 'incomplete' }
  if (bytes[3] !== MARKER_BYTE) return { fault: 'marker' }
  const payloadLength = readU16(bytes, 1)
  if (payloadLength > maxPayload) return { fault: 'too-long' }
  const totalLength = payloadLength + FRAME_OVERHEAD
  if (bytes.length < totalLength) return { fault: 'incomplete' }
  if (bytes[totalLength - 1] !== END_BYTE) return { fault: 'end' }
  if (bytes[totalLength - 2] !== checksum(bytes.subarray(1, totalLength - 2))) return { fault: 'checksum' }
  return { frame: readFrame(bytes.subarray(0, totalLength)), totalLength }
}

/** Reads a frame that is known to be valid and complete; the payload is a copy. */
export function readFrame(bytes: Uint8Array): V5Frame {
  return {
    type: bytes[4] ?? 0,
    seqServer: bytes[5] ?? 0,
    seqLogger: bytes[6] ?? 0,
    loggerSerial: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(7, true),
    payload: bytes.slice(HEADER_LENGTH, bytes.length - 2),
  }
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum & 0xff
}

const readU16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

function assertFits(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new RangeError(`${name} ${value} is not within 0..${max}`)
  }
}
