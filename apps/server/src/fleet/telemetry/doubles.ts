/** Doubles of one buffer: 128 KiB. */
const CHUNK = 16_384

let chunk = new Float64Array(0)
let used = 0

/**
 * Zeros, as a view of a buffer that many share: a buffer of its own for each state of each record is most of what the
 * garbage collector does at thousands of records a second. For short-lived lists only: one that stays keeps its chunk.
 */
export function takeDoubles(length: number): Float64Array {
  if (length > CHUNK / 4) return new Float64Array(length)
  if (used + length > chunk.length) {
    chunk = new Float64Array(CHUNK)
    used = 0
  }
  const view = chunk.subarray(used, used + length)
  used += length
  return view
}
