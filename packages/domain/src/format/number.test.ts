import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../languages.ts'
import { formatCount, formatNumber, formatPercent, numberMarks, withMarks } from './number.ts'

const absent = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
const NBSP = '\u00a0'
const NARROW = '\u202f'

/** Parses a formatted number with the separators of en-US. */
const read = (text: string): number => Number(text.replaceAll(',', ''))

describe('formatNumber', () => {
  it.each([
    [0, '0.00'],
    [-0, '0.00'],
    [0.29, '0.29'],
    [-0.29, '-0.29'],
    [1.005, '1.00'],
    [1.999, '1.99'],
    [-1.999, '-1.99'],
    [0.009, '0.00'],
    [-0.009, '0.00'],
    [999.999, '999.99'],
    [1000, '1,000.00'],
    [1234567.891, '1,234,567.89'],
    [-1234.5, '-1,234.50'],
    [1e21, '1,000,000,000,000,000,000,000.00'],
    [1e-7, '0.00'],
    [4.35, '4.35'],
    [8.7, '8.70'],
  ])('%d is %s', (value, expected) => expect(formatNumber(value, 'en-US')).toBe(expected))

  it.each(absent)('%s is missing', (value) => {
    expect(formatNumber(value, 'en-US')).toBe('--')
    expect(formatCount(value, 'en-US')).toBe('--')
    expect(formatPercent(value, 'en-US')).toBe('--')
  })

  it.each([
    ['de-DE', '1.234.567,89'],
    ['fr-FR', `1${NARROW}234${NARROW}567,89`],
    ['cs-CZ', `1${NBSP}234${NBSP}567,89`],
    ['zh-CN', '1,234,567.89'],
    ['tr-TR', '1.234.567,89'],
  ])('has the separators of %s', (locale, expected) => expect(formatNumber(1234567.899, locale)).toBe(expected))

  it('groups four digits in every language', () => {
    for (const { locale } of languages) expect(formatNumber(1234, locale)).toMatch(/^1\D234\D00$/)
  })

  it('supports other numbers of decimals', () => {
    expect(formatNumber(49.9876, 'en-US', 3)).toBe('49.987')
    expect(formatCount(1999.9, 'en-US')).toBe('1,999')
  })

  it('never rounds up, and loses less than a hundredth', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        const shown = read(formatNumber(value, 'en-US'))
        expect(Math.abs(shown)).toBeLessThanOrEqual(Math.abs(value))
        expect(Math.abs(value) - Math.abs(shown)).toBeLessThan(0.01 + Math.abs(value) * 1e-15)
      }),
    )
  })

  it('shows values with two decimals unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (hundredths) => {
        expect(read(formatNumber(hundredths / 100, 'en-US'))).toBe(hundredths / 100 || 0)
      }),
    )
  })
})

describe('formatPercent', () => {
  it.each([
    [57, 'en-US', '57.00%'],
    [99.999, 'en-US', '99.99%'],
    [57, 'de-DE', `57,00${NBSP}%`],
    [57, 'tr-TR', '%57,00'],
    [100, 'zh-CN', '100.00%'],
    [-0.001, 'en-US', '0.00%'],
  ])('%d in %s is %s', (value, locale, expected) => expect(formatPercent(value, locale)).toBe(expected))
})

describe('custom separators', () => {
  it.each([
    ['comma-point', '1,234,567.89'],
    ['point-comma', '1.234.567,89'],
    ['space-comma', `1${NARROW}234${NARROW}567,89`],
    ['apostrophe-point', '1’234’567.89'],
    ['auto', '1.234.567,89'],
  ] as const)('%s', (marks, expected) => {
    expect(formatNumber(1234567.899, withMarks('de-DE', marks))).toBe(expected)
  })

  it('leave words and signs where the language puts them', () => {
    expect(formatPercent(57, withMarks('de-DE', 'comma-point'))).toBe(`57.00${NBSP}%`)
    expect(formatPercent(57, withMarks('tr-TR', 'comma-point'))).toBe('%57.00')
    expect(formatNumber(-1234.5, withMarks('sl-SI', 'point-comma'))).toBe(formatNumber(-1234.5, 'sl-SI'))
  })

  it('work in every language', () => {
    for (const { locale } of languages)
      for (const marks of numberMarks)
        expect(formatNumber(1234.5, withMarks(locale, marks))).toBe(formatNumber(1234.5, withMarks('en-US', marks)))
  })
})
