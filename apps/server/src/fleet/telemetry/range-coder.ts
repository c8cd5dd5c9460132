import { type ByteWriter, writeByte } from './bytes.ts'

/**
 * An adaptive binary range coder: a decision takes as many bits as it surprises, given how the same decision went before.
 * All numbers stay below 2^31, the whole ones that the engine computes with fastest.
 */
const FULL = 0x7fffffff
/** Below it a byte is moved out, so that a range always holds 23 bits. */
const LEAST = 2 ** 23
const ONE = 65_536
const HALF = ONE / 2
/** A decision made so often adapts no slower any more. */
const MOST_SEEN = 60
/** The step of adaptation by the number of times seen, of 65,536. */
const steps = Uint16Array.from({ length: MOST_SEEN + 1 }, (_, seen) => Math.round(ONE / (seen + 1.6)))

/** Decisions by their number: how likely each is 0, and how often it was made. */
export type Odds = Readonly<{ ofZero: Uint16Array; seen: Uint8Array }>

export const createOdds = (decisions: number): Odds => ({
  ofZero: new Uint16Array(decisions).fill(HALF),
  seen: new Uint8Array(decisions),
})

export function forgetOdds({ ofZero, seen }: Odds): void {
  ofZero.fill(HALF)
  seen.fill(0)
}

/** @property held the last byte, which a carry may still change, then `full` bytes of 255; -1: none yet */
export type RangeWriter = { readonly w: ByteWriter; low: number; range: number; held: number; full: number }

export const rangeWriter = (w: ByteWriter): RangeWriter => ({ w, low: 0, range: FULL, held: -1, full: 0 })

export function writeDecision(r: RangeWriter, { ofZero, seen }: Odds, decision: number, isOne: boolean): void {
  const odds = ofZero[decision] as number
  const times = seen[decision] as number
  const step = steps[times] as number
  if (times < MOST_SEEN) seen[decision] = times + 1
  const split = (r.range >>> 15) * (odds >>> 1 || 1)
  if (isOne) {
    ofZero[decision] = odds - (Math.imul(odds, step) >>> 16)
    r.low += split
    r.range -= split
  } else {
    ofZero[decision] = odds + (Math.imul(ONE - 1 - odds, step) >>> 16)
    r.range = split
  }
  while (r.range < LEAST) moveOut(r)
}

/** A decision of which nothing is known. */
export function writeBit(r: RangeWriter, isOne: boolean): void {
  r.range >>>= 1
  if (isOne) r.low += r.range
  if (r.range < LEAST) moveOut(r)
}

function moveOut(r: RangeWriter): void {
  const carry = r.low > FULL
  const top = Math.floor(r.low / LEAST)
  if (carry || top !== 255) {
    if (r.held >= 0) writeByte(r.w, (r.held + (carry ? 1 : 0)) & 255)
    for (; r.full > 0; r.full--) writeByte(r.w, carry ? 0 : 255)
    r.held = top & 255
  } else r.full++
  r.low = (r.low % LEAST) * 256
  r.range *= 256
}

/** Zeros that would follow are left out. */
export function endRange(r: RangeWriter): void {
  // A multiple of it lies in every range.
  r.low = Math.ceil(r.low / LEAST) * LEAST
  moveOut(r)
  moveOut(r)
}

export type RangeReader = { readonly bytes: Uint8Array; position: number; range: number; code: number }

/** Zeros follow the bytes. */
export function rangeReader(bytes: Uint8Array): RangeReader {
  const r = { bytes, position: 0, range: FULL, code: 0 }
  for (let i = 0; i < 3; i++) r.code = r.code * 256 + (bytes[r.position++] ?? 0)
  r.code = r.code * 128 + ((bytes[r.position] ?? 0) >>> 1)
  return r
}

/** @returns 0 or 1 */
export function readDecision(r: RangeReader, { ofZero, seen }: Odds, decision: number): number {
  const odds = ofZero[decision] as number
  const times = seen[decision] as number
  const step = steps[times] as number
  if (times < MOST_SEEN) seen[decision] = times + 1
  const split = (r.range >>> 15) * (odds >>> 1 || 1)
  if (r.code < split) {
    ofZero[decision] = odds + (Math.imul(ONE - 1 - odds, step) >>> 16)
    r.range = split
    while (r.range < LEAST) moveIn(r)
    return 0
  }
  ofZero[decision] = odds - (Math.imul(odds, step) >>> 16)
  r.code -= split
  r.range -= split
  while (r.range < LEAST) moveIn(r)
  return 1
}

export function readBit(r: RangeReader): number {
  r.range >>>= 1
  const isOne = r.code >= r.range
  if (isOne) r.code -= r.range
  if (r.range < LEAST) moveIn(r)
  return isOne ? 1 : 0
}

/** Of the 31 bits of the code the last stands in the middle of a byte. */
function moveIn(r: RangeReader): void {
  const { bytes } = r
  const bits = (((bytes[r.position] ?? 0) & 1) << 7) | ((bytes[r.position + 1] ?? 0) >>> 1)
  r.position++
  r.code = r.code * 256 + bits
  r.range *= 256
}
