import { expect, it } from 'vitest'
import { shorten } from './app-manifest.ts'

it.each([
  ['Sunnyside app', 'Sunnyside'],
  ['Sunnyside ap', 'Sunnyside ap'],
  ['Sonnenseitenenergie', 'Sonnenseiten'],
  ['阳面能源', '阳面能源'],
])('names an installed page by whole words: %s', (name, short) => {
  expect(shorten(name)).toBe(short)
})
