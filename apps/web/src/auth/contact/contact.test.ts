import { describe, expect, it } from 'vitest'
import { composeContact, isNationalNumber, kindOf } from './contact.ts'
import { suggestCountry } from './country-choice.ts'

describe('composeContact', () => {
  it.each([
    [' mira@example.org ', 'DE', 'mira@example.org'],
    ['mira', 'DE', 'mira'],
    ['030 901820', 'DE', '+4930901820'],
    ['(030) 90 18-20', 'DE', '+4930901820'],
    ['06 5550 1234', 'IT', '+390655501234'],
    ['2025550142', 'US', '+12025550142'],
    ['+49 30 901820', 'US', '+49 30 901820'],
    ['0049 30 901820', 'DE', '0049 30 901820'],
    // A user name of digits stays one where no prefix is needed.
    ['4711', '', '4711'],
    ['7-eleven', 'DE', '7-eleven'],
    ['47', 'DE', '47'],
  ])('%j in %j is %j', (typed, country, composed) => expect(composeContact({ typed, country })).toBe(composed))
})

it.each([
  ['030 901820', true],
  ['+4930901820', false],
  ['12', false],
  ['', false],
  ['mira', false],
])('%j is a national number: %s', (typed, is) => expect(isNationalNumber(typed)).toBe(is))

it('knows where a code can be sent', () => {
  expect(kindOf({ typed: 'mira@example.org', country: '' })).toBe('email')
  expect(kindOf({ typed: '030 901820', country: 'DE' })).toBe('phone')
  expect(kindOf({ typed: '030 901820', country: '' })).toBeUndefined()
  expect(kindOf({ typed: 'mira', country: 'DE' })).toBeUndefined()
})

describe('suggestCountry', () => {
  it.each([
    [['de-AT', 'en'], 'AT'],
    [['en', 'de-CH'], 'CH'],
    [['de', 'en'], 'DE'],
    [['zh'], 'CN'],
    [['en'], undefined],
    [['', 'not a tag'], undefined],
    [['es-419'], 'ES'],
  ] as const)('%j: %s', (languages, country) => {
    if (languages[0] === 'es-419') expect(suggestCountry(languages)).not.toBe('419')
    else expect(suggestCountry(languages)).toBe(country)
  })
})
