import { crc16, withCrc } from './crc.ts'

/** 3 reads holding registers, 4 input registers. This module never writes. */
export type ReadFunction = 3 | 4

export const MAX_REGISTERS = 125

export type ReadRequest = Readonly<{ unit: number; fn: ReadFunction; address: number; count: number }>

/** @throws RangeError for a count outside 1..125 or an address outside 16 bits: a bug of the caller. */
export function encodeReadRequest({ unit, fn, address, count }: ReadRequest): Uint8Array {
  if (!Number.isInteger(count) || count < 1 || count > MAX_REGISTERS) throw new RangeError(`${count} registers`)
  if (!Number.isInteger(address) || address < 0 || address + count > 0x10000) throw new RangeError(`Address ${address}`)
  return withCrc(Uint8Array.of(unit, fn, address >> 8, address & 0xff, 0, count))
}

/** The read request in eight valid bytes; undefined for any other function, a bad CRC or a bad count. */
export function decodeReadRequest(bytes: Uint8Array): ReadRequest | undefined {
  if (bytes.length !== 8 || !endsWithCrc(bytes)) return undefined
  const fn = bytes[1]
  const count = wordAt(bytes, 4)
  if ((fn !== 3 && fn !== 4) || count < 1 || count > MAX_REGISTERS) return undefined
  return { unit: bytes[0] ?? 0, fn, address: wordAt(bytes, 2), count }
}

/** @throws RangeError for no or more than 125 words. */
export function encodeReadReply(
  reply: Readonly<{ unit: number; fn: ReadFunction; words: readonly number[] }>,
): Uint8Array {
  const { unit, fn, words } = reply
  if (words.length < 1 || words.length > MAX_REGISTERS) throw new RangeError(`${words.length} registers`)
  const body = Uint8Array.of(unit, fn, words.length * 2, ...words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]))
  return withCrc(body)
}

/** The reply that refuses a request: function code with the high bit set, exception code, CRC. */
export const encodeException = (options: Readonly<{ unit: number; fn: number; code: number }>): Uint8Array =>
  withCrc(Uint8Array.of(options.unit, options.fn | 0x80, options.code))

export type ReadReply =
  | Readonly<{ kind: 'words'; unit: number; fn: ReadFunction; words: readonly number[]; doubleCrc: boolean }>
  | Readonly<{ kind: 'exception'; unit: number; fn: number; code: number }>
  | Readonly<{ kind: 'refused'; reason: 'short' | 'function' | 'length' | 'crc' }>

/**
 * A reply to a read. Some Deye loggers add a second CRC, which is 00 00 over a valid frame: the byte count determines
 * the end of the frame. A function with its high bit set is an exception with any CRC, because devices send it with a
 * wrong one.
 */
export function decodeReadReply(bytes: Uint8Array): ReadReply {
  if (bytes.length < 3) return { kind: 'refused', reason: 'short' }
  const [unit = 0, fn = 0, third = 0] = bytes
  if (fn & 0x80) return { kind: 'exception', unit, fn: fn & 0x7f, code: third }
  if (fn !== 3 && fn !== 4) return { kind: 'refused', reason: 'function' }
  const length = 5 + third
  const rest = bytes.subarray(length)
  const doubleCrc = rest.length === 2 && rest[0] === 0 && rest[1] === 0
  if (third === 0 || third % 2 !== 0 || bytes.length < length || (rest.length > 0 && !doubleCrc)) {
    return { kind: 'refused', reason: 'length' }
  }
  if (!endsWithCrc(bytes.subarray(0, length))) return { kind: 'refused', reason: 'crc' }
  return { kind: 'words', unit, fn, words: toWords(bytes.subarray(3, length - 2)), doubleCrc }
}

/** Registers are sent high byte first; an odd byte at the end is left out. */
export const toWords = (bytes: Uint8Array): number[] =>
  Array.from({ length: Math.floor(bytes.length / 2) }, (_, i) => wordAt(bytes, i * 2))

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

function endsWithCrc(bytes: Uint8Array): boolean {
  const crc = crc16(bytes.subarray(0, -2))
  return bytes[bytes.length - 2] === (crc & 0xff) && bytes[bytes.length - 1] === crc >> 8
}
