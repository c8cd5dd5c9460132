/** Writes SML files for tests, as meters send them (SML 1.04). */
import { crcOfSml } from '../meter/crc.ts'

export type SmlEntry = Readonly<{
  /** Six bytes: A, B, C, D, E, F. */
  obis: readonly number[]
  value: number | bigint | string | Uint8Array
  /** DLMS code; absent: none. */
  unit?: number
  scaler?: number
  status?: number
  /** Bytes of a number; 8 unless stated. */
  size?: number
}>

const octets = (bytes: Uint8Array): Uint8Array => {
  const length = bytes.length + 1
  if (length <= 15) return Uint8Array.of(length, ...bytes)
  const long = bytes.length + 2
  return Uint8Array.of(0x80 | (long >> 4), long & 15, ...bytes)
}
const integer = (value: number | bigint, size: number, isSigned: boolean): Uint8Array => {
  const bits = BigInt.asUintN(size * 8, BigInt(value))
  const bytes = Array.from({ length: size }, (_, n) => Number((bits >> BigInt(8 * (size - 1 - n))) & 255n))
  return Uint8Array.of((isSigned ? 0x50 : 0x60) | (size + 1), ...bytes)
}
const list = (items: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.of(0x70 | items.length, ...items.flatMap((item) => [...item]))
const none = Uint8Array.of(1)

function entry({ obis, value, unit, scaler, status, size = 8 }: SmlEntry): Uint8Array {
  const content =
    typeof value === 'string'
      ? octets(Buffer.from(value, 'latin1'))
      : value instanceof Uint8Array
        ? octets(value)
        : integer(value, size, true)
  return list([
    octets(Uint8Array.from(obis)),
    status === undefined ? none : integer(status, 4, false),
    none,
    unit === undefined ? none : integer(unit, 1, false),
    scaler === undefined ? none : integer(scaler, 1, true),
    content,
    none,
  ])
}

const message = (kind: number, body: Uint8Array): Uint8Array =>
  list([
    octets(Uint8Array.of(1)),
    integer(0, 1, false),
    integer(0, 1, false),
    list([integer(kind, 2, false), body]),
    integer(0, 2, false),
    Uint8Array.of(0),
  ])

/** A file with the messages open, list and close. */
export function writeSml(server: Uint8Array, entries: readonly SmlEntry[]): Uint8Array {
  const many = entries.map(entry)
  const values = Uint8Array.of(
    ...(many.length < 16 ? [0x70 | many.length] : [0xf0 | (many.length >> 4), many.length & 15]),
    ...many.flatMap((item) => [...item]),
  )
  const body = [
    ...message(0x0101, list([none, none, octets(Uint8Array.of(1)), octets(server), none, none])),
    ...message(0x0701, list([none, octets(server), none, none, values, none, none])),
    ...message(0x0201, list([none])),
  ]
  while (body.length % 4 !== 0) body.push(0)
  const escaped: number[] = []
  for (let at = 0; at < body.length; at += 1) {
    if (!body.slice(at, at + 4).every((byte) => byte === 0x1b) || at + 4 > body.length) escaped.push(body[at] as number)
    else {
      escaped.push(...Array.from({ length: 8 }, () => 0x1b))
      at += 3
    }
  }
  const head = [0x1b, 0x1b, 0x1b, 0x1b, 1, 1, 1, 1, ...escaped, 0x1b, 0x1b, 0x1b, 0x1b, 0x1a, 0]
  const sum = crcOfSml(Uint8Array.from(head))
  return Uint8Array.from([...head, sum & 0xff, sum >> 8])
}
