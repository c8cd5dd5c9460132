import { crc32c } from './crc32c.ts'

/** Length and CRC-32C of the text, four bytes each, little endian. */
const HEAD_BYTES = 8
/** Larger ones are none: a torn head must not ask for gigabytes. */
export const MOST_RECORD_BYTES = 256 * 1024

export function encodeRecord(record: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(text.length, 0)
  head.writeUInt32LE(crc32c(text), 4)
  return Buffer.concat([head, text])
}

/** A record of a segment, and where the next one begins. */
export type Found = Readonly<{ text: Buffer; end: number }>

/** The whole records from a place on. What a kill tore, or a disk spoiled, ends them. */
export function* readRecords(segment: Uint8Array, from = 0): Generator<Found> {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength)
  let at = from
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at)
    const end = at + HEAD_BYTES + length
    if (length === 0 || length > MOST_RECORD_BYTES || end > bytes.length) return
    const text = bytes.subarray(at + HEAD_BYTES, end)
    if (crc32c(text) !== bytes.readUInt32LE(at + 4)) return
    yield { text, end }
    at = end
  }
}
