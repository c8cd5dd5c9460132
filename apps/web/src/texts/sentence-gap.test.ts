import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const source = here('..')
const locale = here('../../../../packages/i18n/src/locales/zh')

const chinese: Readonly<Record<string, string>> = Object.assign(
  {},
  ...readdirSync(locale).map((file) => JSON.parse(readFileSync(`${locale}/${file}`, 'utf8'))),
)

/** Sentences by a key that only runs tell, followed by a blank of their own. */
const blanksAfterAny = (tsx: string): readonly string[] =>
  [...tsx.matchAll(/\{rich\((\w+)[^(){}]*\)\}(?:\{' '\}| (?=[{<]))/g)].map(([, key = '']) => key)

/** Keys of a page whose sentence is followed by a blank of its own. */
function blanksAfterStops(tsx: string): readonly string[] {
  const found = tsx.matchAll(
    /\b(?:text|rich)\((?:[^'()]*\? )?'([\w.-]+)'(?:[^(){}]|\{[^{}]*\}|\([^()]*\))*\)\}(?:<\/\w+>)?(?:\{' '\}| (?=\{))/g,
  )
  return [...found].map(([, key = '']) => key).filter((key) => /[。！？；，]["”}]*$/.test(chinese[key] ?? ''))
}

test('no page puts a blank between two sentences: Chinese and Japanese have none', () => {
  const pages = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const faults = pages.flatMap((file) => {
    const tsx = readFileSync(`${source}/${file}`, 'utf8')
    return [...blanksAfterStops(tsx), ...blanksAfterAny(tsx)].map((key) => `${file}: ${key}`)
  })
  expect(faults).toEqual([])
})

test('such a blank would be found', () => {
  expect(blanksAfterStops("{text('error.49')} {more}")).toEqual(['error.49'])
  expect(blanksAfterStops("{rich('sign-up.sentTo', { to: contact })}{' '}\n<button />")).toEqual(['sign-up.sentTo'])
  expect(blanksAfterStops("{text('login.title')} {more}")).toEqual([])
  expect(blanksAfterAny('<span>{rich(key, values)} </span>')).toEqual(['key'])
  expect(blanksAfterAny('<span>{rich(key, values)}{gap}</span>')).toEqual([])
})
