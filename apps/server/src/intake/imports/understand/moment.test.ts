import { languageCodes } from '@heliograph/domain/languages.ts'
import { describe, expect, it } from 'vitest'
import { dateOf, readMoment } from './moment.ts'

const DAY_MS = 86_400_000
const days = Array.from({ length: 400 }, (_, n) => Date.UTC(2024, 0, 1) + n * DAY_MS)

describe('a date in words', () => {
  it.each(languageCodes)('is read on every day of a year in %s', (language) => {
    const styles: readonly Intl.DateTimeFormatOptions[] = [
      { dateStyle: 'long' },
      { dateStyle: 'full' },
      { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ]
    const wrong = styles.flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
      return days
        .map((atMs) => ({ atMs, text: format.format(atMs) }))
        .filter(({ atMs, text }) => {
          const moment = readMoment(text)
          return moment === undefined || dateOf(moment, 'dmy') !== atMs || !Number.isNaN(moment.offsetMs)
        })
        .map(({ text }) => text)
    })
    expect(wrong.slice(0, 5)).toEqual([])
  })
})

it.each(['12,2024', '28,4128', '227,302', '1.234.567', '12 301'])('the number %s is no time', (text) => {
  expect(readMoment(text)).toBeUndefined()
})
