import { describe, expect, it } from 'vitest'
import type { GrayImage } from '../gray-image.ts'
import { type Symbology, symbologies } from './bar-symbols.ts'
import { findBars } from './find-bars.ts'
import { readBlurredBars } from './read-blurred-bars.ts'

const [code128, code39] = symbologies as readonly [Symbology, Symbology]
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const star = code39.last
const symbols39 = (text: string) => [star, ...[...text].map((one) => ALPHABET.indexOf(one)), star]
/** Digits in pairs, with the check symbol. */
function symbols128(text: string): readonly number[] {
  const symbols = [105, ...(text.match(/../g) ?? []).map(Number)]
  const sum = symbols.reduce((total, symbol, i) => total + symbol * Math.max(1, i), 0)
  return [...symbols, sum % 103, code128.last]
}

/** A label in the middle of a gray picture, aslant and blurred, with grain that is the same in every run. */
function draw(
  { pitch, symbols }: Symbology,
  sequence: readonly number[],
  given: Readonly<{ modulePx: number; blurPx: number; degrees: number; noise: number }>,
): GrayImage {
  const { modulePx, blurPx, degrees, noise } = given
  const [width, height] = [640, 420]
  const units = sequence.length * pitch
  const angle = (degrees * Math.PI) / 180
  const data = new Uint8Array(width * height)
  let seed = 7
  const bars = sequence.flatMap((symbol, i) =>
    (symbols[symbol] ?? []).map(([from, to]) => [from + i * pitch, to + i * pitch] as const),
  )
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const u = (dx * Math.cos(angle) + dy * Math.sin(angle)) / modulePx + units / 2
      const v = -dx * Math.sin(angle) + dy * Math.cos(angle)
      const soft = (at: number): number => 1 / (1 + Math.exp((-1.7 * at * modulePx) / blurPx))
      const dark = Math.abs(v) > 30 ? 0 : bars.reduce((sum, [from, to]) => sum + soft(u - from) - soft(u - to), 0)
      seed = (seed * 48_271) % 2_147_483_647
      data[y * width + x] = 200 - 150 * dark + noise * (seed / 1_073_741_823 - 1)
    }
  return { width, height, data }
}

function readAll(image: GrayImage) {
  const memory = { searches: 0 }
  return findBars(image).flatMap((block) => readBlurredBars(image, block, memory)?.text ?? [])
}

// The first search of a process is compiled while it runs.
describe('bars that run into each other', { timeout: 20_000 }, () => {
  const blurred = { modulePx: 2, blurPx: 1.9, degrees: 3, noise: 10 }
  it.each([
    ['Code 39', blurred],
    ['Code 39 aslant', { ...blurred, degrees: 28 }],
    ['Code 39 upside down', { ...blurred, degrees: 183 }],
  ])('are read: %s', (_, given) => {
    expect(readAll(draw(code39, symbols39('A1220B045C'), given))).toEqual(['A1220B045C'])
  })

  it('are read: Code 128', () => {
    const given = { ...blurred, modulePx: 2.4, blurPx: 1.9 }
    expect(readAll(draw(code128, symbols128('122004512345'), given))).toEqual(['122004512345'])
  })

  it('are not guessed where too little of them is left, or nothing is a code', () => {
    expect(readAll(draw(code39, symbols39('A1220B045C'), { ...blurred, blurPx: 6 }))).toEqual([])
    const stripes = Array.from({ length: 12 }, () => 7)
    expect(readAll(draw(code39, stripes, blurred))).toEqual([])
    const unchecked = symbols128('122004512345').map((symbol, i) => (i === 3 ? symbol + 1 : symbol))
    expect(readAll(draw(code128, unchecked, { ...blurred, modulePx: 3 }))).toEqual([])
  })
})
