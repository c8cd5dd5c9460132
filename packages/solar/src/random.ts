/**
 * A number in [0, 1) that depends only on its arguments: any minute of a simulation can be computed without the ones
 * before it. Integers up to 2^53 in size count fully; fractions are dropped. Mixing steps of MurmurHash3 (32 bits, A.
 * Appleby, public domain). Not for secrets.
 */
export function randomAt(seed: number, ...integers: readonly number[]): number {
  let hash = mixNumber(0x9747b28c, seed)
  for (let i = 0; i < integers.length; i++) hash = mixNumber(hash, integers[i] ?? 0)
  return finish(hash ^ integers.length) / 4294967296
}

/** A standard normal number (mean 0, variance 1) with the same random access as `randomAt` (Box and Muller 1958). */
export function normalAt(seed: number, stream: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - randomAt(seed, stream, index, 1)))
  return radius * Math.cos(2 * Math.PI * randomAt(seed, stream, index, 2))
}

/**
 * Smooth noise in [-1, 1], mean 0: independent values at whole numbers of `position`, cosine-blended between them.
 * `position` is in the caller's own unit (for instance minutes / 30).
 */
export function smoothNoiseAt(seed: number, stream: number, position: number): number {
  const index = Math.floor(position)
  const blend = (1 - Math.cos(Math.PI * (position - index))) / 2
  const here = randomAt(seed, stream, index)
  return 2 * (here + (randomAt(seed, stream, index + 1) - here) * blend) - 1
}

/** A seed (unsigned 32-bit integer) from a text such as a serial number: FNV-1a over its UTF-16 units. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return finish(hash)
}

function mixNumber(hash: number, value: number): number {
  const whole = Math.floor(value)
  return mixWord(mixWord(hash, whole | 0), Math.floor(whole / 4294967296) | 0)
}

function mixWord(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = hash ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

function finish(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
