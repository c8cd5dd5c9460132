import { describe, expect, it } from 'vitest'
import { parseNumber, parsePlace } from './parse-place.ts'

describe('parsePlace', () => {
  it.each([
    ['48.1371, 11.5754', '48.1371', '11.5754'],
    ['48.1371,11.5754', '48.1371', '11.5754'],
    ['48.1371 11.5754', '48.1371', '11.5754'],
    ['(48.1371, 11.5754)', '48.1371', '11.5754'],
    ['48,1371; 11,5754', '48.1371', '11.5754'],
    ['48,1371 11,5754', '48.1371', '11.5754'],
    ['-33.8688, 151.2093', '-33.8688', '151.2093'],
    ['48.1371° N, 11.5754° E', '48.1371', '11.5754'],
    ['33.8688 S 151.2093 E', '-33.8688', '151.2093'],
    ['N 48.1 W 11.5', '48.1', '-11.5'],
    ['+48, 11', '48', '11'],
  ])('%s', (text, latitude, longitude) => {
    expect(parsePlace(text)).toEqual({ latitude, longitude })
  })

  it.each(['48.1371', '', 'Munich', '95, 11', '48, 181', '1, 2, 3', '48.13.71, 11'])('leaves %j alone', (text) => {
    expect(parsePlace(text)).toBeUndefined()
  })
})

describe('parseNumber', () => {
  it.each([
    ['9.84', 9.84],
    ['9,84', 9.84],
    [' 12 ', 12],
    ['-3', -3],
    ['.5', 0.5],
    ['1.234,5', Number.NaN],
    ['1e3', Number.NaN],
    ['', Number.NaN],
    ['12kWp', Number.NaN],
  ])('%j is %d', (text, number) => {
    expect(parseNumber(text)).toBe(number)
  })
})
