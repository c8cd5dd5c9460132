import { createHash } from 'node:crypto'
import { shippedTexts } from '@heliograph/domain/brand/shipped-texts.ts'
import { expect, it } from 'vitest'
import { readLegalTexts } from '../read-locales.ts'

const texts = Object.entries(readLegalTexts()).map(
  ([language, { legal = {} }]) => [language, legal as Readonly<Record<string, string>>] as const,
)
const placeholders = (text = ''): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

it.each(texts)('%s says the same, paragraph by paragraph and figure by figure', (_, legal) => {
  const [[, english] = ['', {}]] = texts
  expect(Object.keys(legal)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(legal)) {
    expect(text.trim()).not.toBe('')
    expect([key, placeholders(text)]).toEqual([key, placeholders(english[key])])
  }
})

it.each(texts)('%s names no product and no operator', (_, legal) => {
  expect(Object.values(legal).join('\n')).not.toMatch(/heliograph|solarman|deye|sunny/i)
})

/** Of the words that a person accepts: the date is kept with the account and must tell which ones they were. */
const DIGESTS: Readonly<Record<string, string>> = {
  'terms 2026-11-28': '2a68776a055770aa',
  'privacy 2026-11-28': '8e0b933fea9288fc',
}

it('texts that changed have a new date', () => {
  for (const [name, { date }] of [
    ['terms', shippedTexts.SERVICE_TC],
    ['privacy', shippedTexts.PRIVATE_TC],
  ] as const) {
    const words = texts.map(([, legal]) => Object.entries(legal).filter(([key]) => key.startsWith(name)))
    const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
    expect(`${name} ${date} ${digest}`).toBe(`${name} ${date} ${DIGESTS[`${name} ${date}`]}`)
  }
})
