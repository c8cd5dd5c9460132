import { readdirSync, readFileSync } from 'node:fs'
import { type FontHint, languages } from '@heliograph/domain/languages.ts'
import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'

const written = (text: string, script: FontHint = 'latin'): string =>
  openFonts(script)
    .splitRuns(text, 'regular', 10)
    .map((run) => run.text)
    .join('')

test('signs of money are written in each script', () => {
  const signs = '₹₽₴₺₦₱₪₡₲₵₸₼₾₮₭₫₩€¥'
  for (const script of ['latin', 'cyrillic', 'chinese', 'japanese', 'korean'] as const)
    expect([script, written(signs, script)]).toEqual([script, signs])
})

test('a character that no file has is an empty box', () => {
  expect(written('Roof 😀')).toBe('Roof □')
})

test('a reader of Japanese or Korean gets the forms and letters of that script', () => {
  const familiesOf = (script: 'chinese' | 'japanese' | 'korean', text: string) => [
    ...new Set(
      openFonts(script)
        .splitRuns(text, 'regular', 10)
        .map(({ file }) => file.name.slice(0, 12)),
    ),
  ]
  expect(familiesOf('japanese', '発電量 12.5 kWh')).toEqual(['noto-sans-jp'])
  expect(familiesOf('chinese', '发电量 12.5 kWh')).toEqual(['noto-sans-sc'])
  expect(familiesOf('korean', '발전량 12.5 kWh')).toEqual(['noto-sans-kr'])
  // A Korean name in an English report is written too.
  expect(
    openFonts('latin')
      .splitRuns('서울', 'regular', 10)
      .map(({ text }) => text)
      .join(''),
  ).toBe('서울')
})

test.each(languages)('each letter of the texts in $code can be written', ({ code, font }) => {
  const folder = new URL(`../../../../../packages/i18n/src/locales/${code}/`, import.meta.url)
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const letters = [...new Set(texts.join(''))].filter((text) => /\p{L}|\p{N}|\p{P}|\p{Sc}/u.test(text)).join('')
  expect(written(letters, font).replace('₂', '2')).toBe(letters.replace('₂', '2'))
})
