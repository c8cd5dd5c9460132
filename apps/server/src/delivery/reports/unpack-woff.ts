import { inflateSync } from 'node:zlib'

/** Ligatures and kerning: figures and words need neither, and applying them costs most of the time. */
const skipped: ReadonlySet<string> = new Set(['GSUB', 'GPOS', 'GDEF'])

const HEAD = 12
const ENTRY = 16
const WOFF_HEAD = 44
const WOFF_ENTRY = 20

/**
 * A WOFF file (W3C WOFF 1.0, section 4) as the TrueType file that it packs: tables that are read for every letter are then
 * unpacked once.
 */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, n) => {
    const at = WOFF_HEAD + n * WOFF_ENTRY
    const from = file.readUInt32BE(at + 4)
    const packed = file.readUInt32BE(at + 8)
    const bytes = file.subarray(from, from + packed)
    const isPacked = packed < file.readUInt32BE(at + 12)
    const tag = file.toString('latin1', at, at + 4)
    return { tag, sum: file.readUInt32BE(at + 16), bytes: () => (isPacked ? inflateSync(bytes) : bytes) }
  }).filter(({ tag }) => !skipped.has(tag))
  const head = Buffer.alloc(HEAD + tables.length * ENTRY)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (const [n, { tag, sum, bytes }] of tables.entries()) {
    const body = bytes()
    const at = HEAD + n * ENTRY
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(sum, at + 4)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(body.length, at + 12)
    const padding = Buffer.alloc((4 - (body.length % 4)) % 4)
    parts.push(body, padding)
    end += body.length + padding.length
  }
  return Buffer.concat(parts)
}
