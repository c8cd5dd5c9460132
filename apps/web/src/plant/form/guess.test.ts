import { currencies, isCurrency } from '@heliograph/domain/money.ts'
import { describe, expect, it } from 'vitest'
import { guessCurrency, guessZone, listCurrencies, toZoneOptions } from './guess.ts'

describe('guessCurrency', () => {
  it.each([
    ['de', 'Europe/Berlin', 'EUR'],
    ['en-US', 'Europe/Berlin', 'EUR'],
    ['en-GB', 'Europe/Berlin', 'EUR'],
    ['de', 'Europe/Isle_of_Man', 'EUR'],
    ['en-US', 'America/Boise', 'USD'],
    ['zh-CN', 'Asia/Shanghai', 'CNY'],
    ['en', 'Asia/Shanghai', 'CNY'],
    ['de-CH', 'Europe/Zurich', 'CHF'],
    ['pl', 'Europe/Warsaw', 'PLN'],
    ['pt-BR', 'America/Bahia', 'BRL'],
    ['not a tag', 'Mars/Olympus', 'USD'],
  ])('%s in %s pays %s', (tag, zone, currency) => {
    expect(guessCurrency(tag, zone)).toBe(currency)
    expect(isCurrency(currency)).toBe(true)
  })
})

describe('the lists', () => {
  it('name every zone as the IANA database does today', () => {
    const names = toZoneOptions('', 0).map(({ value }) => value)
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Nuuk'])
      expect(names).toContain(name)
    for (const name of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon']) expect(names).not.toContain(name)
  })

  it('contain the chosen zone even under an unlisted name', () => {
    const zones = toZoneOptions('Asia/Calcutta', Date.parse('2026-07-24T00:00:00Z'))
    expect(zones).toContainEqual({ value: 'Asia/Calcutta', label: 'Asia/Calcutta', note: 'UTC+05:30' })
    expect(zones).toContainEqual({ value: 'Europe/Berlin', label: 'Europe/Berlin', note: 'UTC+02:00' })
    expect(zones.map((zone) => zone.value)).toContain('UTC')
    expect(zones.map((zone) => zone.value)).toContain(guessZone())
  })

  it('take zones and offsets from the server', () => {
    const listed = [
      { key: 'Europe/Berlin', offset: 60 },
      { key: 'Mars/Olympus', offset: -150 },
    ]
    expect(
      toZoneOptions('UTC', Date.parse('2026-07-24T00:00:00Z'), listed).map(({ label, note }) => [label, note]),
    ).toEqual([
      ['Europe/Berlin', 'UTC+01:00'],
      ['Mars/Olympus', 'UTC-02:30'],
      ['UTC', 'UTC+00:00'],
    ])
  })

  it('name every currency in the language of the page', () => {
    const named = listCurrencies(currencies, 'de-DE')
    expect(named).toHaveLength(currencies.length)
    expect(named).toContainEqual({ value: 'CHF', label: 'CHF', note: 'Schweizer Franken' })
  })
})
