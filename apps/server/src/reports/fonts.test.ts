import { expect, test } from 'vitest'
import { splitRuns } from './fonts.ts'

const written = (text: string): string =>
  splitRuns(text, 'regular', 10)
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
