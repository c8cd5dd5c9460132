import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, formatMoneyInFull, formatPrice } from './money.ts'
import { withMarks } from './number.ts'

const NBSP = '\u00a0'

describe('formatMoney', () => {
  it.each([
    [0, 'CNY', 'zh-CN', '0.00元'],
    [9999.999, 'CNY', 'zh-CN', '9,999.99元'],
    [10_000, 'CNY', 'zh-CN', '1.00万元'],
    [12_399, 'CNY', 'zh-CN', '1.23万元'],
    [99_999_999, 'CNY', 'zh-CN', '9,999.99万元'],
    [100_000_000, 'CNY', 'zh-CN', '1.00亿元'],
    [1e12, 'CNY', 'zh-CN', '1.00万亿元'],
    [3.456e16, 'CNY', 'zh-CN', '34,560.00万亿元'],
    [-12_399, 'CNY', 'zh-CN', '-1.23万元'],
    [999.999, 'USD', 'en-US', '$999.99'],
    [1000, 'USD', 'en-US', '$1,000.00'],
    [99_999.999, 'USD', 'en-US', '$99,999.99'],
    [100_000, 'USD', 'en-US', '$100.00K'],
    [123_456, 'USD', 'en-US', '$123.45K'],
    [1_239_999, 'USD', 'en-US', '$1.23M'],
    [2e9, 'USD', 'en-US', '$2.00B'],
    [-123_999, 'USD', 'en-US', '-$123.99K'],
    [2730.4567, 'EUR', 'de-DE', `2.730,45${NBSP}€`],
    [-0.001, 'USD', 'en-US', '$0.00'],
    [123_999, 'CNY', 'en-US', 'CN¥123.99K'],
    [1_239, 'USD', 'zh-CN', 'US$1,239.00'],
    [1_239_000, 'EUR', 'de-DE', `1,23M${NBSP}€`],
    [12.345, 'EUR', 'de-DE', `12,34${NBSP}€`],
    [500, 'JPY', 'ja-JP', '￥500'],
    [1_234_567, 'JPY', 'ja-JP', '￥1.23M'],
    [1.2345, 'KWD', 'en-US', `KWD${NBSP}1.23`],
    [1_239, 'not a code', 'en-US', '1,239.00'],
  ])('%d %s in %s is %s', (amount, currency, locale, expected) => {
    expect(formatMoney(amount, currency, locale)).toBe(expected)
  })

  it.each([null, undefined, Number.NaN, Number.NEGATIVE_INFINITY])('%s is missing', (amount) => {
    expect(formatMoney(amount, 'CNY', 'zh-CN')).toBe('--')
    expect(formatMoney(amount, 'EUR', 'de-DE')).toBe('--')
  })

  it('accepts custom separators, and still scales in yuan', () => {
    expect(formatMoney(12_345_678, 'CNY', withMarks('zh-CN', 'point-comma'))).toBe('1.234,56万元')
    expect(formatMoney(999_900, 'EUR', withMarks('de-DE', 'comma-point'))).toBe(`999.90K${NBSP}€`)
  })

  it('never rounds an amount up', () => {
    const worth: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 }
    fc.assert(
      fc.property(fc.double({ min: -1e13, max: 1e13, noNaN: true }), (amount) => {
        const [, digits = '', letter = ''] = /\$([\d,.]+)([KMB]?)/.exec(formatMoney(amount, 'USD', 'en-US')) ?? []
        const shown = Number(digits.replaceAll(',', ''))
        expect(shown).toBeLessThanOrEqual(Math.abs(amount / worth[letter]!))
        if (letter) expect(shown).toBeGreaterThanOrEqual(letter === 'K' ? 100 : 1)
      }),
    )
  })
})

describe('formatPrice', () => {
  it.each<[number | null, string, string, string]>([
    [0.046, 'EUR', 'en-US', '€0.046'],
    [0.391, 'CNY', 'en-US', 'CN¥0.391'],
    [0.391, 'CNY', 'zh-CN', '0.391元'],
    [0.29, 'EUR', 'de-DE', '0,29\u00a0€'],
    [0.3, 'EUR', 'en-US', '€0.30'],
    [0.0461579, 'EUR', 'en-US', '€0.04615'],
    [1234.5, 'JPY', 'en-US', '¥1,234.50'],
    [null, 'EUR', 'en-US', '--'],
  ])('%d %s in %s', (price, currency, locale, expected) => {
    expect(formatPrice(price, currency, locale)).toBe(expected)
  })
})

it('writes an amount in full beside its scaled form', () => {
  expect(formatMoney(301245.678, 'EUR', 'en-US')).toBe('€301.24K')
  expect(formatMoneyInFull(301245.678, 'EUR', 'en-US')).toBe('€301,245.67')
  expect(formatMoneyInFull(30124.5, 'CNY', 'zh-CN')).toBe('30,124.50元')
  expect(formatMoneyInFull(null, 'EUR', 'en-US')).toBe('--')
  expect(formatMoneyInFull(12, 'EUR', 'en-US')).toBe(formatMoney(12, 'EUR', 'en-US'))
})
