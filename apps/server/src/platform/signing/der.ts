/** Writes DER (X.690): the few types that certificates and signatures consist of. */

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? (length > 0xffff ? 6 : 4) : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** A value under any tag. @param parts joined, they are its content */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts)
/** In the order that DER asks for. */
export const setOf = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts.toSorted(Buffer.compare))
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes)
/** @param unused bits at the end of the last byte */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), bytes)
export const text = (words: string): Buffer => tagged(0x0c, Buffer.from(words))
export const nothing: Buffer = tagged(0x05)
export const yes: Buffer = tagged(0x01, Buffer.from([0xff]))

/** A positive whole number of any size, from its bytes. */
export const integer = (bytes: Uint8Array): Buffer => {
  const from = bytes.findIndex((byte) => byte !== 0)
  const own = from < 0 ? Buffer.from([0]) : bytes.subarray(from)
  return tagged(0x02, (own[0] ?? 0) > 0x7f ? Buffer.from([0]) : Buffer.alloc(0), own)
}
export const small = (value: number): Buffer => integer(Buffer.from([value]))

/** @param dotted `1.2.840.113549.1.7.2` */
export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

function inSevens(value: number): readonly number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80)
  return digits
}

/** Two digits of the year until 2049, four from then on (RFC 5280, section 4.1.2.5). */
export const instant = (atMs: number): Buffer => {
  const digits = `${new Date(atMs).toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}
