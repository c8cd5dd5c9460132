/**
 * Strength of a text as a secret, in bits: characters that follow from those before them (the same again, the next of
 * the alphabet, a part that was there already) count nothing, the others by how many different ones there are. A text
 * of words is weaker than this number.
 */
export function secretBits(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const seen = new Set<string>()
  let free = 0
  codes.forEach((code, at) => {
    const [before = Number.NaN, earlier = Number.NaN] = [codes[at - 1], codes[at - 2]]
    const pair = `${before},${code}`
    const follows = Math.abs(code - before) <= 1 || code - before === before - earlier
    if (!follows && !seen.has(pair)) free += 1
    seen.add(pair)
  })
  return free * Math.log2(Math.max(1, new Set(codes).size))
}

/** Below it a secret that two servers share can be guessed. */
export const LEAST_SECRET_BITS = 48
