import { expect, it } from 'vitest'
import { skyName } from './sky-name.ts'

it('calls a clear sky sunny by day only', () => {
  expect(skyName('sunny', false)).toBe('weather.kind.sunny')
  expect(skyName('sunny', true)).toBe('weather.kind.clear')
  expect(skyName('cloudy', true)).toBe('weather.kind.cloudy')
})
