import { describe, expect, it } from 'vitest'
import { countsInYuan, currencies, isCurrency, moneyScale } from './money.ts'

describe('currencies', () => {
  it('are codes that Intl can name, unique', () => {
    const supported = Intl.supportedValuesOf('currency')
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    expect(new Set(currencies).size).toBe(currencies.length)
    // Introduced in 2024 and 2025, so an older ICU may not list them.
    for (const code of currencies) if (!['ZWG', 'XCG'].includes(code)) expect(supported).toContain(code)
    expect(names.of('CNY')).toBe('Chinese Yuan')
    expect(isCurrency('EUR')).toBe(true)
    for (const code of ['eur', 'XAU', 'XXX', 'DEM', '']) expect(isCurrency(code)).toBe(false)
  })

  it('use Chinese number words for CNY in a Chinese locale only', () => {
    expect(countsInYuan('CNY', 'zh-CN')).toBe(true)
    expect(countsInYuan('CNY', 'zh-Hant-TW')).toBe(true)
    expect(countsInYuan('CNY', 'zh')).toBe(true)
    expect(countsInYuan('CNY', 'en-US')).toBe(false)
    expect(countsInYuan('USD', 'zh-CN')).toBe(false)
    expect(countsInYuan('CNY', 'zha-CN')).toBe(false)
  })
})

describe('moneyScale', () => {
  it.each([
    [9999.99, 'CNY', 'zh-CN', '元', 1],
    [1e4, 'CNY', 'zh-CN', '万元', 1e4],
    [99_999_999, 'CNY', 'zh-CN', '万元', 1e4],
    [1e8, 'CNY', 'zh-CN', '亿元', 1e8],
    [1e12, 'CNY', 'zh-CN', '万亿元', 1e12],
    [-1e8, 'CNY', 'zh-CN', '亿元', 1e8],
    [999.99, 'CNY', 'en-US', '', 1],
    [99_999.99, 'CNY', 'en-US', '', 1],
    [1e5, 'CNY', 'en-US', 'K', 1e3],
    [1e6, 'EUR', 'zh-CN', 'M', 1e6],
    [1e9, 'EUR', 'de-DE', 'B', 1e9],
    [1e15, 'EUR', 'de-DE', 'B', 1e9],
    [0, 'EUR', 'de-DE', '', 1],
  ])('%d %s in %s: %s', (amount, currency, locale, suffix, divisor) => {
    expect(moneyScale(amount, currency, locale)).toMatchObject({ suffix, divisor })
  })
})
