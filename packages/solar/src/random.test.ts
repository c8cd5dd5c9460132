import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalAt, randomAt, seedFromText, smoothNoiseAt } from './random.ts'

const integer = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })

describe('randomAt', () => {
  it('depends only on its arguments and stays in [0, 1)', () => {
    fc.assert(
      fc.property(integer, fc.array(integer, { maxLength: 5 }), (seed, integers) => {
        const value = randomAt(seed, ...integers)
        expect(value).toBe(randomAt(seed, ...integers))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThan(1)
      }),
    )
  })

  it('distinguishes position, number and high words of its arguments', () => {
    const values = [
      randomAt(1),
      randomAt(1, 0),
      randomAt(1, 0, 0),
      randomAt(0, 1),
      randomAt(1, 2),
      randomAt(2, 1),
      randomAt(1, 2 ** 32),
      randomAt(1, 2 ** 33),
    ]
    expect(new Set(values).size).toBe(values.length)
  })

  it('is uniform and uncorrelated along a running index', () => {
    const bins = new Array<number>(10).fill(0)
    let previous = 0.5
    let product = 0
    const count = 50_000
    for (let i = 0; i < count; i++) {
      const value = randomAt(42, i)
      bins[Math.floor(value * 10)]! += 1
      product += (value - 0.5) * (previous - 0.5)
      previous = value
    }
    for (const bin of bins) expect(Math.abs(bin / count - 0.1)).toBeLessThan(0.006)
    expect(Math.abs((product / count) * 12)).toBeLessThan(0.02)
  })
})

it('normalAt has mean 0 and variance 1', () => {
  let sum = 0
  let squares = 0
  const count = 20_000
  for (let i = 0; i < count; i++) {
    const value = normalAt(5, 1, i)
    sum += value
    squares += value * value
  }
  expect(Math.abs(sum / count)).toBeLessThan(0.03)
  expect(Math.abs(squares / count - 1)).toBeLessThan(0.04)
})

it('smoothNoiseAt is continuous, in [-1, 1], and exact at whole positions', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: -1e6, max: 1e6, noNaN: true }), (seed, position) => {
      const value = smoothNoiseAt(seed, 3, position)
      expect(Math.abs(value)).toBeLessThanOrEqual(1)
      expect(Math.abs(smoothNoiseAt(seed, 3, position + 1e-4) - value)).toBeLessThan(4e-4)
    }),
  )
  expect(smoothNoiseAt(9, 3, 12)).toBeCloseTo(2 * randomAt(9, 3, 12) - 1, 12)
})

it('seedFromText distinguishes texts and stays within 32 bits', () => {
  const seeds = Array.from({ length: 5000 }, (_, i) => seedFromText(`SN-${i}`))
  expect(new Set(seeds).size).toBe(seeds.length)
  for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true)
})
