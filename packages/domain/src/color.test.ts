import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrastRatio,
  DARK_SURFACE,
  deriveTints,
  findHex,
  isHex,
  LIGHT_SURFACE,
  mix,
  readableOn,
  textOn,
  toRgba,
} from './color.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('hex codes', () => {
  it.each([
    ['#4c87ff', '#4c87ff'],
    ['4C87FF', '#4c87ff'],
    ['#abc', '#aabbcc'],
    ['F0a', '#ff00aa'],
  ])('%s is %s', (code, expected) => expect(findHex(code)).toBe(expected))

  it.each(['', '#', '#ab', '#abcd', '#abcdef12', '#ggg', 'red', '##abc', '#abc;', '#abc\n', 'rgb(1,2,3)'])(
    '%j is not one',
    (code) => {
      expect(isHex(code)).toBe(false)
      expect(() => toRgba(code)).toThrow(RangeError)
    },
  )

  it.each([
    ['#4c87ff', 50, 'rgba(76, 135, 255, 0.5)'],
    ['#fff', undefined, 'rgba(255, 255, 255, 1)'],
    ['#fff', null, 'rgba(255, 255, 255, 1)'],
    ['#000', 0, 'rgba(0, 0, 0, 0)'],
    ['#000', 140, 'rgba(0, 0, 0, 1)'],
    ['#000', -3, 'rgba(0, 0, 0, 0)'],
    ['#000', Number.NaN, 'rgba(0, 0, 0, 1)'],
    ['#123456', 33.3, 'rgba(18, 52, 86, 0.333)'],
  ])('toRgba(%s, %s) is %s', (code, alpha, expected) => expect(toRgba(code, alpha)).toBe(expected))

  it('mixes from the first to the second', () => {
    expect(mix('#000', '#fff', 0)).toBe('#000000')
    expect(mix('#000', '#fff', 0.5)).toBe('#808080')
    expect(mix('#000', '#fff', 1)).toBe('#ffffff')
  })
})

describe('contrast', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#fff', 1],
    // WCAG's own example of a gray that just passes, and one that just fails.
    ['#767676', '#fff', 4.54],
    ['#777', '#fff', 4.48],
    ['#4c87ff', '#fff', 3.38],
  ])('of %s and %s is %d', (first, second, expected) => {
    expect(contrastRatio(first, second)).toBeCloseTo(expected, 2)
    expect(contrastRatio(second, first)).toBe(contrastRatio(first, second))
  })

  it('finds readable text on every color', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(contrastRatio(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
      }),
    )
    expect(textOn('#003366')).toBe('#ffffff')
    expect(textOn('#ffd400')).toBe('#141414')
  })

  it('changes a color no further than necessary', () => {
    expect(readableOn('#003366', '#fff')).toBe('#003366')
    const bent = readableOn('#4c87ff', '#fff')
    expect(contrastRatio(bent, '#fff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(bent, '#fff')).toBeLessThan(4.8)
  })
})

describe('deriveTints', () => {
  it('keeps every promise for every brand color, light and dark', () => {
    fc.assert(
      fc.property(anyColor, (brand) => {
        const { light, dark } = deriveTints(brand)
        for (const [tints, surface] of [
          [light, LIGHT_SURFACE],
          [dark, DARK_SURFACE],
        ] as const) {
          expect(contrastRatio(tints.base, surface)).toBeGreaterThanOrEqual(3)
          expect(contrastRatio(tints.onSolid, tints.solid)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(tints.text, surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(tints.text, tints.soft)).toBeGreaterThanOrEqual(4.5)
          for (const color of Object.values(tints)) expect(isHex(color)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('leaves the default brand unchanged where it is visible', () => {
    expect(deriveTints('#4c87ff').light.base).toBe('#4c87ff')
    expect(deriveTints('4C87FF')).toEqual(deriveTints('#4c87ff'))
    expect(() => deriveTints('blue')).toThrow(RangeError)
  })
})
