import type { MeterFault, MeterTelegram } from './obis-value.ts'
import { isEscape, parseSml, SML_START } from './sml.ts'
import { parseTelegram } from './telegram.ts'

/** The longest telegram known has 4 KiB. */
export const LONGEST_TELEGRAM = 16 * 1024

const SLASH = 0x2f
const MARK = 0x21
const LF = 0x0a
const CR = 0x0d

/** So many bytes of even parity in a row, and so many with the eighth bit, come from a line of 7 bits that is read as 8. */
const CERTAIN_PARITY = 64
const CERTAIN_HIGH = 16

/** Takes the parity bit off the bytes of such a line. */
function createParityStripper(): (bytes: Uint8Array) => Uint8Array {
  let evens = 0
  let highs = 0
  return (bytes) => {
    const plain = new Uint8Array(bytes.length)
    for (const [at, byte] of bytes.entries()) {
      const isEven = isEvenParity(byte)
      evens = isEven ? evens + 1 : 0
      highs = isEven ? highs + (byte >> 7) : 0
      plain[at] = highs >= CERTAIN_HIGH && evens >= CERTAIN_PARITY ? byte & 0x7f : byte
    }
    return plain
  }
}

function isEvenParity(byte: number): boolean {
  const nibbles = byte ^ (byte >> 4)
  const pairs = nibbles ^ (nibbles >> 2)
  return ((pairs ^ (pairs >> 1)) & 1) === 0
}

export type MeterStream = Readonly<{
  /** Telegrams that are complete with these bytes; each with the bytes that it came in. */
  push: (bytes: Uint8Array) => readonly Readonly<{ telegram: MeterTelegram; raw: Uint8Array }>[]
  /** Broken ones since the start, by reason. */
  faults: () => Readonly<Record<MeterFault, number>>
}>

/**
 * Finds telegrams in what a meter sends, text or SML, however it arrives in pieces. After broken bytes it goes on at the
 * next start; it keeps no more than one telegram.
 */
export function createMeterStream(): MeterStream {
  let kept: Uint8Array = new Uint8Array(0)
  const faults: Record<MeterFault, number> = { crc: 0, grammar: 0, tooLong: 0, cut: 0 }

  const stripParity = createParityStripper()

  const push: MeterStream['push'] = (sent) => {
    const bytes = stripParity(sent)
    const found: { telegram: MeterTelegram; raw: Uint8Array }[] = []
    for (let from = 0; from < bytes.length || from === 0; from += LONGEST_TELEGRAM) {
      kept = join(kept, bytes.subarray(from, from + LONGEST_TELEGRAM))
      for (;;) {
        const start = findStart(kept)
        // Half a start may stand at the end.
        if (start < 0) {
          kept = kept.slice(Math.max(0, kept.length - SML_START.length + 1))
          break
        }
        const rest = kept.subarray(start)
        const isText = rest[0] === SLASH
        const end = isText ? findTextEnd(rest) : findSmlEnd(rest)
        if (typeof end === 'number') {
          const raw = rest.slice(0, end)
          const parsed = isText ? parseTelegram(raw) : parseSml(raw)
          if (typeof parsed === 'string') faults[parsed] += 1
          else found.push({ telegram: parsed, raw })
          // Of a broken one only the start is certain: another may begin within it.
          kept = rest.subarray(typeof parsed === 'string' ? 1 : end)
          continue
        }
        if (end === undefined && rest.length <= LONGEST_TELEGRAM) {
          kept = rest.slice()
          break
        }
        faults[end?.cutAt === undefined ? 'tooLong' : 'cut'] += 1
        kept = rest.subarray(end?.cutAt ?? 1)
      }
      if (bytes.length === 0) break
    }
    return found
  }
  return { push, faults: () => ({ ...faults }) }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** A slash begins a text at the start of a line alone: names hold slashes too. */
function findStart(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === SLASH && (at === 0 || isLineEnd(bytes[at - 1]))) return at
    if (isSmlStart(bytes, at)) return at
  }
  return -1
}

const isSmlStart = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x1b && SML_START.every((byte, index) => bytes[at + index] === byte)

const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR

type End = number | Readonly<{ cutAt: number }> | undefined

/** The end of the line that begins with an exclamation mark, or the place where another telegram begins before it. */
function findTextEnd(bytes: Uint8Array): End {
  for (let at = 1; at < bytes.length; at += 1) {
    if (isSmlStart(bytes, at)) return { cutAt: at }
    if (!isLineEnd(bytes[at - 1])) continue
    if (bytes[at] === SLASH) return { cutAt: at }
    if (bytes[at] !== MARK) continue
    for (let end = at + 1; end < bytes.length; end += 1) {
      if (isLineEnd(bytes[end]) || bytes[end] === SLASH) return end
      // No sum is longer.
      if (end - at > 8) return end
    }
    return undefined
  }
  return undefined
}

function findSmlEnd(bytes: Uint8Array): End {
  for (let at = SML_START.length; at + 4 < bytes.length; at += 1) {
    if (!isEscape(bytes, at)) continue
    if (isEscape(bytes, at + 4)) at += 7
    else if (bytes[at + 4] === 0x1a) return at + 8 <= bytes.length ? at + 8 : undefined
    else if (bytes[at + 4] === 1) return { cutAt: at }
  }
  return undefined
}
