import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'

const written = (text: string): string =>
  openFonts('latin')
    .splitRuns(text, 'regular', 10)
    .map((run) => run.text)
    .join('')

test('money signs that the font lacks are written as the currency code', () => {
  expect(written('₹8.91K')).toBe('INR 8.91K')
  expect(written('1 200 ₴')).toBe('1 200 UAH ')
  expect(written('€8.91, ¥12')).toBe('€8.91, ¥12')
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
