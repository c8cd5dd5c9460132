/** A number as people type it: `9.84`, `9,84`, ` 12 `. NaN for anything else. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

export type Place = Readonly<{ latitude: string; longitude: string }>

// One coordinate: a number with its hemisphere before or behind it, or a signed one.
const NUMBER = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?`
const ONE = String.raw`(?:([NSEW])\s*${NUMBER}|${NUMBER}\s*([NSEW])?)`
const PAIR = new RegExp(String.raw`^\s*\(?${ONE}\s*(?:[;/]|,\s|\s|,)\s*${ONE}\)?\s*$`, 'i')

const signed = (digits: string, side: string | undefined): string => {
  const number = digits.replace(',', '.')
  return side && /[sw]/i.test(side) ? `-${number.replace(/^[+-]/, '')}` : number.replace(/^\+/, '')
}

/** `48.1371, 11.5754`, `48,1371; 11,5754`, `48.1371° N, 11.5754° E` as maps copy them; undefined for anything else. */
export function parsePlace(text: string): Place | undefined {
  const found = PAIR.exec(text)
  if (!found) return undefined
  const one = (at: number): string => signed(found[at + 1] ?? found[at + 2] ?? '', found[at] ?? found[at + 3])
  const [latitude, longitude] = [one(1), one(5)]
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 ? { latitude, longitude } : undefined
}
