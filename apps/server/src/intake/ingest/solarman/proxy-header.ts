import { isIP } from 'node:net'

/**
 * The header of the PROXY protocol (versions 1 and 2) at the beginning of a connection. `more`: it is not complete;
 * `bad`: it is none. `address`: of the client; undefined: the proxy speaks for itself (LOCAL) or does not know (UNKNOWN).
 */
export type ProxyHeader = 'more' | 'bad' | Readonly<{ bytes: number; address: string | undefined }>

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const PREFIX = 'PROXY '
/** With CR and LF; the longest that version 1 allows. */
const LONGEST_LINE = 107
const BINARY_HEAD = 16
/** Addresses and the extensions (TLV) that balancers send; those are passed over. */
const LONGEST_BINARY = 2_048

const begins = (bytes: Buffer, wanted: Buffer): boolean =>
  bytes.subarray(0, wanted.length).equals(wanted.subarray(0, bytes.length))

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (bytes.length === 0) return 'more'
  if (begins(bytes, SIGNATURE)) return bytes.length < BINARY_HEAD ? 'more' : readBinary(bytes)
  return begins(bytes, Buffer.from(PREFIX)) ? readLine(bytes) : 'bad'
}

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, LONGEST_LINE).indexOf('\r\n')
  if (end < 0) return bytes.length < LONGEST_LINE ? 'more' : 'bad'
  const line = bytes.subarray(0, end).toString('latin1')
  const header = { bytes: end + 2 }
  // Fields that follow UNKNOWN are to be ignored.
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { ...header, address: undefined }
  const [, family, source = '', target = '', from, to] =
    /^PROXY TCP([46]) ([0-9a-f.:]+) ([0-9a-f.:]+) (\d{1,5}) (\d{1,5})$/i.exec(line) ?? []
  const isFit = [source, target].every((address) => isIP(address) === Number(family))
  return isFit && Number(from) <= 65_535 && Number(to) <= 65_535 ? { ...header, address: source } : 'bad'
}

const commands = { local: 0x20, proxy: 0x21 } as const
/** How long both addresses and ports are. */
const families: Readonly<Record<number, number>> = { 17: 12, 33: 36 }
const UNSPECIFIED = 0x00

function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family = 0, length] = [bytes[12], bytes[13], bytes.readUInt16BE(14)]
  if (length > LONGEST_BINARY || (command !== commands.local && command !== commands.proxy)) return 'bad'
  if (bytes.length < BINARY_HEAD + length) return 'more'
  const header = { bytes: BINARY_HEAD + length }
  if (command === commands.local || family === UNSPECIFIED) return { ...header, address: undefined }
  const needed = families[family]
  if (needed === undefined || length < needed) return 'bad'
  return { ...header, address: readAddress(bytes.subarray(BINARY_HEAD, BINARY_HEAD + (needed === 12 ? 4 : 16))) }
}

const readAddress = (bytes: Buffer): string =>
  bytes.length === 4 ? bytes.join('.') : bytes.toString('hex').replace(/(.{4})(?=.)/g, '$1:')
