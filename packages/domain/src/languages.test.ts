import { describe, expect, it } from 'vitest'
import {
  getLanguage,
  isLanguage,
  languageCodes,
  languages,
  offeredLanguages,
  pickLanguage,
  pickLocale,
} from './languages.ts'

describe('the language table', () => {
  it('has the 18 languages of the specification', () => {
    const specified = 'zh en es pt pl nl fr ko vi ja it de cs sl tr ca ro uk'.split(' ')
    expect([...languageCodes].sort()).toEqual(specified.sort())
  })

  it.each(languages.map((row) => [row.code, row] as const))(
    '%s: locale, plurals and name are those of CLDR',
    (code, row) => {
      expect(new Intl.Locale(row.locale).language).toBe(code)
      expect(Intl.NumberFormat.supportedLocalesOf(row.locale)).toEqual([row.locale])
      const { pluralCategories } = new Intl.PluralRules(row.locale).resolvedOptions()
      expect([...row.plurals].sort()).toEqual([...pluralCategories].sort())
      const own = new Intl.DisplayNames(row.locale, { type: 'language' }).of(code) ?? ''
      // Chinese is named with its script.
      expect(row.name.toLowerCase()).toContain(own.toLowerCase())
    },
  )

  it('offers all of them, limited by the brand', () => {
    expect(offeredLanguages(null)).toEqual(languageCodes)
    expect(offeredLanguages([])).toEqual(languageCodes)
    expect(offeredLanguages(['de', 'klingon'])).toEqual(['de'])
    expect(offeredLanguages(['ja', 'de', 'ja'])).toEqual(['ja', 'de'])
    expect(offeredLanguages(['klingon'])).toEqual(languageCodes)
  })

  it('tells codes from other text', () => {
    expect(isLanguage('uk')).toBe(true)
    expect(isLanguage('EN')).toBe(false)
    expect(isLanguage('toString')).toBe(false)
    expect(getLanguage('ja').font).toBe('japanese')
  })
})

describe('pickLanguage', () => {
  it.each<[string | null, string | undefined, string[], string, string]>([
    ['de', 'zh-CN', ['en', 'zh', 'de'], 'de', 'the saved one'],
    ['fr', 'zh-CN', ['en', 'zh', 'de'], 'zh', 'the browser, the saved one not being supported'],
    [null, 'de-AT', ['en', 'de'], 'de', 'the first two letters of the browser'],
    [null, 'DE', ['en', 'de'], 'de', 'in any case'],
    [null, 'sv-SE', ['en', 'de'], 'en', 'else English'],
    ['', undefined, ['en', 'de'], 'en', 'nothing known'],
    [null, 'sv-SE', ['ja', 'de'], 'ja', 'the first of a brand without English'],
    ['fr', 'en-US', ['klingon', 'de'], 'de', 'the first that exists'],
    ['xx', 'xx', ['xx'], 'en', 'a list that names what does not exist'],
    ['zh', 'zh', ['de'], 'de', 'the first of a brand that left English out'],
  ])('%j, %j of %j: %s (%s)', (saved, browser, supported, expected) => {
    expect(pickLanguage(saved, browser, supported)).toBe(expected)
  })
})

describe('the locale', () => {
  it.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-DE', 'en-AU'], 'en-AU'],
    ['en', ['de-DE'], 'en-US'],
    ['en', ['en'], 'en-US'],
    ['de', ['de-at'], 'de-AT'],
    // Its region writes in another script.
    ['zh', ['zh-TW'], 'zh-CN'],
    ['en', ['en-US-x-evil', "en-'"], 'en-US'],
  ] as const)('of %s in a browser of %j is %s', (code, browser, locale) => {
    expect(pickLocale(code, browser)).toBe(locale)
  })
})
