import { expect, it } from 'vitest'
import { isPagePath } from '../page-paths.ts'
import { legalTextTypes, shippedLanguage, shippedTexts } from './shipped-texts.ts'

it('each shipped text has a path of the page and a date', () => {
  for (const type of legalTextTypes) {
    expect(isPagePath(shippedTexts[type].path)).toBe(true)
    expect(new Date(shippedTexts[type].date).toISOString().slice(0, 10)).toBe(shippedTexts[type].date)
  }
})

it('a reader of a language without these texts gets the English ones', () => {
  expect(['en', 'de', 'zh', 'fr', 'xx'].map(shippedLanguage)).toEqual(['en', 'de', 'zh', 'en', 'en'])
})
