import { expect, it } from 'vitest'
import { cleanLine } from './text.ts'

it.each([
  ['  Solar\nfarm\t2 ', 'Solar farm 2'],
  ['Li\u200bnden\u202ehof', 'Lindenhof'],
  ['e\u0301', '\u00e9'],
  ['\u0000\u200b', ''],
])('%j shows as %j', (typed, shown) => {
  expect(cleanLine(typed)).toBe(shown)
})
