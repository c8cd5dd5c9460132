import { crc16, withCrc } from './crc.ts'

/** Function 16: writes several holding registers. */
const WRITE = 16
export const MAX_WRITTEN = 123

export type WriteRequest = Readonly<{ unit: number; address: number; words: readonly number[] }>

/** @throws RangeError for no or more than 123 words, or an address outside 16 bits: a bug of the caller. */
export function encodeWriteRequest({ unit, address, words }: WriteRequest): Uint8Array {
  if (words.length < 1 || words.length > MAX_WRITTEN) throw new RangeError(`${words.length} registers`)
  if (!Number.isInteger(address) || address < 0 || address + words.length > 0x10000)
    throw new RangeError(`Address ${address}`)
  const head = [unit, WRITE, address >> 8, address & 0xff, 0, words.length, words.length * 2]
  return withCrc(Uint8Array.of(...head, ...words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff])))
}

/** The write request in valid bytes; undefined for any other function, a bad CRC or a bad count. */
export function decodeWriteRequest(bytes: Uint8Array): WriteRequest | undefined {
  const [unit = 0, fn = 0, high = 0, low = 0, , count = 0, size = 0] = bytes
  if (fn !== WRITE || count < 1 || size !== count * 2 || bytes.length !== 9 + size || !endsWithCrc(bytes))
    return undefined
  const words = Array.from({ length: count }, (_, i) => ((bytes[7 + 2 * i] ?? 0) << 8) | (bytes[8 + 2 * i] ?? 0))
  return { unit, address: (high << 8) | low, words }
}

/** The reply that confirms a write. */
export const encodeWriteReply = ({ unit, address, words }: WriteRequest): Uint8Array =>
  withCrc(Uint8Array.of(unit, WRITE, address >> 8, address & 0xff, 0, words.length))

export type WriteReply =
  | Readonly<{ kind: 'written'; unit: number; address: number; count: number }>
  | Readonly<{ kind: 'exception'; unit: number; fn: number; code: number }>
  | Readonly<{ kind: 'refused'; reason: 'short' | 'function' | 'length' | 'crc' }>

/** A reply to a write; as with reads, an exception counts with any CRC, and a second CRC of 00 00 is left out. */
export function decodeWriteReply(bytes: Uint8Array): WriteReply {
  if (bytes.length < 3) return { kind: 'refused', reason: 'short' }
  const [unit = 0, fn = 0, third = 0, fourth = 0, , count = 0] = bytes
  if (fn & 0x80) return { kind: 'exception', unit, fn: fn & 0x7f, code: third }
  if (fn !== WRITE) return { kind: 'refused', reason: 'function' }
  const rest = bytes.subarray(8)
  if (bytes.length < 8 || (rest.length > 0 && !(rest.length === 2 && rest[0] === 0 && rest[1] === 0)))
    return { kind: 'refused', reason: 'length' }
  if (!endsWithCrc(bytes.subarray(0, 8))) return { kind: 'refused', reason: 'crc' }
  return { kind: 'written', unit, address: (third << 8) | fourth, count }
}

function endsWithCrc(bytes: Uint8Array): boolean {
  const crc = crc16(bytes.subarray(0, -2))
  return bytes[bytes.length - 2] === (crc & 0xff) && bytes[bytes.length - 1] === crc >> 8
}
