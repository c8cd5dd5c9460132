import { readFileSync } from 'node:fs'
import { errorCatalog } from '@heliograph/domain/errors.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { regionCodes } from '@heliograph/domain/regions.ts'
import { describe, expect, it } from 'vitest'
import { features } from './keys.ts'
import { checkLocales, type Locales, type SameAsEnglish } from './locale-check.ts'
import { readJson, readLocales } from './read-locales.ts'

const root = new URL('./', import.meta.url)
const sameAsEnglish = readJson('same-as-english.json') as SameAsEnglish
const locales = readLocales()

describe('the locale folders', () => {
  it('agree in files, keys, arguments and plurals; no text is empty or English', () => {
    expect(checkLocales(locales, sameAsEnglish)).toEqual([])
  }, 20_000)

  it('include every language', () => {
    expect(Object.keys(locales)).toEqual(expect.arrayContaining([...languageCodes]))
  })

  it('have a file for every typed feature', () => {
    expect(Object.keys(locales.en ?? {})).toEqual(expect.arrayContaining([...features]))
  })

  it('have no duplicate key in a file, which JSON.parse would hide', () => {
    for (const [language, files] of Object.entries(locales)) {
      for (const [feature, texts] of Object.entries(files)) {
        const source = readFileSync(new URL(`locales/${language}/${feature}.json`, root), 'utf8')
        expect([language, feature, source.match(/^ {2}"/gm)?.length ?? 0]).toEqual([
          language,
          feature,
          Object.keys(texts).length,
        ])
      }
    }
  })

  it('have a text for every error number, region and refusal', () => {
    const { errors = {}, shell = {} } = locales.en ?? {}
    const numbers = Array.from({ length: 65 }, (_, n) => `error.${n + 1}`)
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(numbers))
    for (const [code, { no }] of Object.entries(errorCatalog)) expect(errors).toHaveProperty([`error.${no ?? code}`])
    for (const code of regionCodes) expect(shell).toHaveProperty([`shell.region.${code}`])
  })
})

describe('checkLocales finds', () => {
  const good: Locales = {
    en: {
      shell: { a: 'Save', b: '{n, plural, one {# plant} other {# plants}}', c: 'Hello {name}' },
      other: { d: '%' },
    },
    de: {
      shell: { a: 'Speichern', b: '{n, plural, one {# Anlage} other {# Anlagen}}', c: 'Hallo {name}' },
      other: { d: '%' },
    },
    zh: { shell: { a: '保存', b: '{n, plural, other {# 个电站}}', c: '你好，{name}' }, other: { d: '%' } },
    uk: {
      shell: {
        a: 'Зберегти',
        b: '{n, plural, one {# станція} few {# станції} many {# станцій} other {# станції}}',
        c: 'Вітаємо, {name}',
      },
      other: { d: '%' },
    },
  }
  const withText = (language: string, key: string, text: unknown): Locales => ({
    ...good,
    [language]: { ...good[language], shell: { ...good[language]?.shell, [key]: text } },
  })
  const without = (language: string, feature: string): Locales => ({
    ...good,
    [language]: Object.fromEntries(Object.entries(good[language] ?? {}).filter(([name]) => name !== feature)),
  })
  const dropKey = (language: string, key: string): Locales => ({
    ...good,
    [language]: {
      ...good[language],
      shell: Object.fromEntries(Object.entries(good[language]?.shell ?? {}).filter(([name]) => name !== key)),
    },
  })

  it('nothing in valid locales', () => {
    expect(checkLocales(good, {})).toEqual([])
  })

  it.each<[string, Locales, string]>([
    ['a missing file', without('de', 'other'), 'de/other: missing'],
    ['a file that English lacks', without('en', 'other'), 'de/other: not in English'],
    ['a missing key', dropKey('zh', 'a'), 'zh/shell: a is missing'],
    ['a key that English lacks', withText('zh', 'x', '多'), 'zh/shell: x is not in English'],
    [
      'a key in two files',
      { ...good, en: { ...good.en, other: { a: 'Store', d: '%' } } },
      'en/other: a stands in shell too',
    ],
    ['an empty text', withText('de', 'a', ' '), 'de/shell: a is empty'],
    ['a text that is no text', withText('de', 'a', 7), 'de/shell: a is empty'],
    ['blanks around a text', withText('de', 'a', 'Speichern '), 'de/shell: a has blanks around it'],
    ['the English text', withText('de', 'a', 'Save'), 'de/shell: a is the English text'],
    [
      'another argument',
      withText('de', 'c', 'Hallo {nam}'),
      'de/shell: c takes {nam, argument}, English {name, argument}',
    ],
    ['a lost argument', withText('de', 'c', 'Hallo'), 'de/shell: c takes nothing, English {name, argument}'],
    [
      'an argument of another kind',
      withText('de', 'c', 'Hallo {name, number}'),
      'de/shell: c takes {name, number}, English {name, argument}',
    ],
    [
      'a broken message',
      withText('de', 'c', 'Hallo {name'),
      'de/shell: c is no ICU message: EXPECT_ARGUMENT_CLOSING_BRACE',
    ],
    [
      'a plural category too few',
      withText('de', 'b', '{n, plural, other {# Anlagen}}'),
      'de/shell: b plural of {n} lacks "one"',
    ],
    [
      'a plural category too many',
      withText('zh', 'b', '{n, plural, one {# 个电站} other {# 个电站}}'),
      'zh/shell: b plural of {n} has a needless "one"',
    ],
    [
      'a gap in English itself',
      withText('en', 'b', '{n, plural, other {# plants}}'),
      'en/shell: b plural of {n} lacks "one"',
    ],
    [
      'a Ukrainian plural like the English one',
      withText('uk', 'b', '{n, plural, one {# x} other {# y}}'),
      'uk/shell: b plural of {n} lacks "few"',
    ],
    ['a folder without a language', { ...good, xx: {} }, 'xx: no row in domain/languages.ts'],
  ])('%s', (_, planted, fault) => {
    expect(checkLocales(planted, {})).toContain(fault)
  })

  it('unneeded exceptions, and accepts needed ones', () => {
    expect(checkLocales(withText('de', 'a', 'Save'), { de: ['a'] })).toEqual([])
    expect(checkLocales(good, { de: ['a'] })).toEqual(['same-as-english: a differs in de'])
    expect(checkLocales(good, { '*': ['gone'] })).toEqual(['same-as-english: gone is not in English'])
  })
})
