import { crcOfSml } from './crc.ts'
import { type MeterFault, type MeterTelegram, type ObisValue, writeCode } from './obis-value.ts'

/** 1B 1B 1B 1B 01 01 01 01 begins a file; 1B 1B 1B 1B 1A, the count of filling zeros and a CRC end it. */
export const SML_START: Uint8Array = Uint8Array.from([0x1b, 0x1b, 0x1b, 0x1b, 1, 1, 1, 1])
const GET_LIST_RESPONSE = 0x0701
const DEEPEST = 10
const MOST_NODES = 4_000

type Integer = Readonly<{ value: number; bits: number }>
type Node = Uint8Array | Integer | boolean | null | readonly Node[]

/**
 * Reads an SML file, from its start to its CRC (BSI TR-03109-1, SML 1.04). Its first list of values is the telegram. Never
 * throws.
 */
export function parseSml(file: Uint8Array): MeterTelegram | MeterFault {
  const sum = (file.at(-2) ?? 0) | ((file.at(-1) ?? 0) << 8)
  if (file.length < 16 || crcOfSml(file.subarray(0, -2)) !== sum) return 'crc'
  const body = unescapeBody(file.subarray(SML_START.length, -8))
  if (body === undefined) return 'grammar'
  const reader = createReader(body)
  for (let node = reader(); node !== undefined; node = reader()) {
    const list = findList(node)
    if (list !== undefined) return list
  }
  return 'grammar'
}

/** Four escapes in the body stand for themselves when four more precede them. */
function unescapeBody(bytes: Uint8Array): Uint8Array | undefined {
  const out = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (isEscape(bytes, at)) {
      if (!isEscape(bytes, at + 4)) return undefined
      at += 4
      for (let n = 0; n < 4; n += 1) out[length++] = 0x1b
      at += 3
    } else out[length++] = bytes[at] as number
  }
  return out.subarray(0, length)
}

/** Whether four escape bytes stand here. */
export const isEscape = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x1b && bytes[at + 1] === 0x1b && bytes[at + 2] === 0x1b && bytes[at + 3] === 0x1b

/**
 * Type-length-value: the high bit says that the length goes on in the next byte, bits 6 to 4 are the type (0 octets, 4
 * truth, 5 integer, 6 unsigned, 7 list), the others the length with its own bytes, or the number of a list's elements.
 */
function createReader(bytes: Uint8Array): () => Node | undefined {
  let at = 0
  let nodes = 0
  const read = (depth: number): Node | undefined => {
    nodes += 1
    const first = bytes[at]
    if (first === undefined || depth > DEEPEST || nodes > MOST_NODES) return undefined
    let length = first & 0x0f
    let taken = 1
    for (let byte = first; byte & 0x80; taken += 1) {
      byte = bytes[at + taken] ?? 0
      length = (length << 4) | (byte & 0x0f)
      if (taken > 3) return undefined
    }
    at += taken
    const type = (first >> 4) & 7
    if (type === 7) {
      const items: Node[] = []
      for (let n = 0; n < length; n += 1) {
        const item = read(depth + 1)
        if (item === undefined) return undefined
        items.push(item)
      }
      return items
    }
    // 00 ends a message.
    if (first === 0) return null
    const size = length - taken
    if (size < 0 || at + size > bytes.length) return undefined
    const content = bytes.subarray(at, at + size)
    at += size
    if (type === 0) return size === 0 ? null : content
    if (type === 4) return (content[0] ?? 0) !== 0
    if (type === 5 || type === 6) return size > 8 || size === 0 ? undefined : toNumber(content, type === 5)
    return undefined
  }
  return () => read(0)
}

function toNumber(content: Uint8Array, isSigned: boolean): Integer {
  const bits = content.length * 8
  let value = 0n
  for (const byte of content) value = (value << 8n) | BigInt(byte)
  return { value: Number(isSigned ? BigInt.asIntN(bits, value) : value), bits }
}

const isList = (node: Node | undefined): node is readonly Node[] => Array.isArray(node)
const isInteger = (node: Node | undefined): node is Integer =>
  typeof node === 'object' && node !== null && 'bits' in node
const numberOf = (node: Node | undefined): number | undefined => (isInteger(node) ? node.value : undefined)

/** The list of values in a message: transaction, group, abort, [kind, body], sum. */
function findList(message: Node): MeterTelegram | undefined {
  if (!isList(message) || !isList(message[3])) return undefined
  const [kind, body] = message[3]
  if (numberOf(kind) !== GET_LIST_RESPONSE || !isList(body)) return undefined
  const [, server, , , entries] = body
  if (!isList(entries)) return undefined
  return {
    form: 'sml',
    ident: server instanceof Uint8Array ? Buffer.from(server).toString('hex') : '',
    values: entries.flatMap((entry) => toValue(entry) ?? []),
  }
}

/** DLMS unit codes (IEC 62056-62). */
const units: Readonly<Record<number, string>> = {
  27: 'W',
  28: 'VA',
  29: 'var',
  30: 'Wh',
  32: 'varh',
  33: 'A',
  35: 'V',
  44: 'Hz',
}

/** Name, status, time, unit, scaler, value, signature. */
function toValue(entry: Node): ObisValue | undefined {
  if (!isList(entry)) return undefined
  const [name, status, , unit, scaler, value] = entry
  if (!(name instanceof Uint8Array) || name.length !== 6) return undefined
  const [a, b, c, d, e, f] = name
  const code = writeCode(`${a}-${b}:${c}.${d}.${e}`, f)
  const word = isInteger(status) ? { status: status.value } : {}
  if (value instanceof Uint8Array) return { code, text: toText(value), ...word }
  if (!isInteger(value)) return { code, text: '', ...word }
  const found = numberOf(scaler) ?? 0
  const power = Math.abs(found) <= 12 ? found : 0
  const scale = (raw: number): number => Number((raw * 10 ** power).toPrecision(15))
  const scaled = scale(value.value)
  const isShortNegative = value.value < 0 && value.bits < 32
  return {
    code,
    text: `${scaled}`,
    value: scaled,
    unit: units[numberOf(unit) ?? -1] ?? '',
    ...word,
    ...(isShortNegative && { asUnsigned: scale(value.value + 2 ** value.bits) }),
  }
}

function toText(octets: Uint8Array): string {
  const isPrintable = octets.every((byte) => byte >= 0x20 && byte < 0x7f)
  return Buffer.from(octets.subarray(0, 64)).toString(isPrintable ? 'latin1' : 'hex')
}
