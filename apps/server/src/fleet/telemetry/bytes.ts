/** Cursors over bytes, and the variable-length numbers of this room's opaque columns. */
export type ByteWriter = { bytes: Buffer; length: number }
export type ByteReader = { readonly bytes: Uint8Array; position: number }

export const byteWriter = (capacity: number): ByteWriter => ({ bytes: Buffer.allocUnsafe(capacity), length: 0 })
export const byteReader = (bytes: Uint8Array): ByteReader => ({ bytes, position: 0 })

export const writtenBytes = (w: ByteWriter): Buffer => Buffer.from(w.bytes.subarray(0, w.length))

/** Makes room for `more` bytes after the cursor. */
export function reserve(w: ByteWriter, more: number): void {
  if (w.length + more <= w.bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(w.bytes.length * 2, w.length + more))
  w.bytes.copy(larger, 0, 0, w.length)
  w.bytes = larger
}

export function writeByte(w: ByteWriter, value: number): void {
  reserve(w, 1)
  w.bytes[w.length++] = value
}

export function readByte(r: ByteReader): number {
  const byte = r.bytes[r.position++]
  if (byte === undefined) throw new RangeError('The bytes end too early')
  return byte
}

/** Seven bits per byte, lowest first. @param value whole, 0 to 2^53 - 1 */
export function writeVarint(w: ByteWriter, value: number): void {
  reserve(w, 8)
  const { bytes } = w
  let rest = value
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) bytes[w.length++] = (rest % 128) | 128
  for (; rest > 127; rest >>>= 7) bytes[w.length++] = (rest & 127) | 128
  bytes[w.length++] = rest
}

export function readVarint(r: ByteReader): number {
  let byte = readByte(r)
  if (byte < 128) return byte
  let value = byte & 127
  for (let factor = 128; byte > 127; factor *= 128) {
    byte = readByte(r)
    value += (byte & 127) * factor
  }
  return value
}

/** Signed whole numbers, small ones short. @param value |value| < 2^52 */
export const writeSigned = (w: ByteWriter, value: number): void =>
  writeVarint(w, value >= 0 ? value * 2 : -value * 2 - 1)

export function readSigned(r: ByteReader): number {
  const zigzag = readVarint(r)
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
}

const DECIMAL = 10_000
const MAX_SHORT = 2 ** 50

/** Any finite number, exactly: those with up to four decimals take a few bytes, the rest nine. */
export function writeNumber(w: ByteWriter, value: number): void {
  const scaled = Math.round(value * DECIMAL)
  if (Math.abs(scaled) < MAX_SHORT && scaled / DECIMAL === value) {
    writeVarint(w, scaled >= 0 ? scaled * 4 : -scaled * 4 - 2)
    return
  }
  reserve(w, 9)
  w.bytes[w.length++] = 1
  w.length = w.bytes.writeDoubleLE(value, w.length)
}

export function readNumber(r: ByteReader): number {
  const tagged = readVarint(r)
  if (tagged === 1) return readDouble(r)
  return tagged % 4 === 0 ? tagged / (4 * DECIMAL) : -(tagged + 2) / (4 * DECIMAL)
}

export function readDouble(r: ByteReader): number {
  const view = new DataView(r.bytes.buffer, r.bytes.byteOffset, r.bytes.byteLength)
  const value = view.getFloat64(r.position, true)
  r.position += 8
  return value
}
