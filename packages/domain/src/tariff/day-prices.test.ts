import { expect, it } from 'vitest'
import { figuresOfPrices, pricesByHour } from './day-prices.ts'
import { flatSchedule } from './schedule.ts'

const hours = (pick: (hour: number) => number): readonly number[] => Array.from({ length: 24 }, (_, hour) => pick(hour))
const none = hours(() => 0)
/** 10 ct at night, -5 ct at noon, 30 ct in the evening. */
const prices = hours((hour) => (hour >= 11 && hour < 14 ? -0.05 : hour >= 18 ? 0.3 : 0.1))

it('weights the price by the energy of each hour, below zero too', () => {
  const bought = hours((hour) => (hour === 12 ? 3_000 : hour === 20 ? 1_000 : 0))
  const found = figuresOfPrices(prices, 'import', { import: bought, export: none, own: none })
  expect(found).toMatchObject({ min: -0.05, max: 0.3, isUnpriced: false })
  expect(found.weighted).toBeCloseTo((3 * -0.05 + 0.3) / 4, 12)
  expect(found.mean).toBeCloseTo((3 * -0.05 + 15 * 0.1 + 6 * 0.3) / 24, 12)
  const fed = figuresOfPrices(prices, 'export', { import: none, export: bought, own: none })
  expect(fed.weighted).toBe(found.weighted)
})

it('says whether energy has no price; an hour without energy needs none', () => {
  const gap = prices.map((price, hour) => (hour === 5 ? null : price))
  const at = (hour: number) => hours((value) => (value === hour ? 1_000 : 0))
  const of = (hour: number) => figuresOfPrices(gap, 'import', { import: at(hour), export: none, own: none })
  expect(of(5)).toMatchObject({ weighted: null, isUnpriced: true, min: -0.05 })
  expect(of(6)).toMatchObject({ weighted: 0.1, isUnpriced: false })
})

it('knows no weight without energy, and nothing without prices', () => {
  expect(figuresOfPrices(prices, 'import', null)).toMatchObject({ weighted: null, isUnpriced: false, max: 0.3 })
  const idle = { import: none, export: none, own: none }
  expect(figuresOfPrices(prices, 'import', idle)).toMatchObject({ weighted: null, isUnpriced: false })
  const empty = pricesByHour({ series: 'A', factor: 1, surcharge: 0 }, '2026-03-29', 'Europe/Berlin', () => undefined)
  expect(empty).toEqual(new Array(23).fill(null))
  expect(figuresOfPrices(empty, 'import', null)).toMatchObject({ min: null, mean: null, max: null })
})

it('has the prices of a schedule, too', () => {
  expect(pricesByHour(flatSchedule(0.3), '2026-10-25', 'Europe/Berlin', () => undefined)).toEqual(
    new Array(25).fill(0.3),
  )
})
