import { expect, it } from 'vitest'
import { countries, findCountry, isCountry } from './countries.ts'
import { dataCenterOf, regionCodes } from './regions.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

it('has the 249 entries of ISO 3166-1 and Kosovo, unique, ordered and named', () => {
  const codes = countries.map(({ code }) => code)
  expect(codes).toHaveLength(250)
  expect(new Set(codes).size).toBe(250)
  expect(codes).toEqual(codes.toSorted())
  expect(codes.filter((code) => !names.of(code))).toEqual([])
})

it('has a region and a dialing prefix for each', () => {
  for (const { code, prefix, region } of countries) {
    expect(regionCodes, code).toContain(region)
    expect(prefix, code).toMatch(/^(?:1|1\d{3}|[2-9]\d{0,2})$/)
  }
})

it.each([
  ['CN', '86', 'CN'],
  ['HK', '852', 'AS'],
  ['DE', '49', 'EU'],
  ['XK', '383', 'EU'],
  ['TR', '90', 'AS'],
  ['US', '1', 'NA'],
  ['BR', '55', 'SA'],
  ['AU', '61', 'OA'],
  ['ZA', '27', 'AF'],
  ['AQ', '672', 'AN'],
])('knows %s', (code, prefix, region) => {
  expect(findCountry(code)).toEqual({ code, prefix, region })
})

it('assigns only mainland China to the Chinese data center', () => {
  expect(countries.filter(({ code }) => dataCenterOf(code) === 'CHINA').map(({ code }) => code)).toEqual(['CN'])
  expect(countries.filter(({ region }) => dataCenterOf(region) === 'CHINA').map(({ code }) => code)).toEqual(['CN'])
})

it('knows no others', () => {
  for (const code of ['', 'ZZ', 'EU', 'UK', 'de', '__proto__']) expect(isCountry(code)).toBe(false)
})
