import { type Money, sumBills } from '@heliograph/domain/tariff/day-money.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { listDevicesOfPlants } from '../devices/devices.ts'
import {
  allDays,
  computeOutlook,
  type Finances,
  type Outlook,
  type Pricing,
  readFinances,
  readMoney,
} from '../finance/finance.ts'
import { clearSkyOfPlant } from './clear-sky-energy.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'

export type PlantFinance = Readonly<{
  facts: PlantFacts
  today: string
  pricing: Pricing
  finances: Finances
  outlook: Outlook
  /** The last 365 days, today left out. */
  lastYear: Readonly<{ from: string; to: string; days: number; money: Money }>
  /** Days whose hours are still to be read: the next calls read them. */
  left: number
}>

/**
 * Prices, cost and what follows from them. Payback weighs days by the plant's clear sky: thirty winter days are not a
 * twelfth of a year's income.
 * @throws Refusal NOT_FOUND
 */
export async function plantFinance(db: Db, plantId: number, nowMs: number): Promise<PlantFinance> {
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  const [finances, book, devices] = await Promise.all([
    readFinances(db, plantId),
    readMoney(db, facts, allDays, true),
    listDevicesOfPlants(db, [plantId], { withRemoved: true }),
  ])
  const sky = clearSkyOfPlant(facts, devices.get(plantId))
  const days = book.left > 0 ? [] : book.days
  const range = { from: addDays(today, -365), to: addDays(today, -1) }
  const year = days.filter(({ date }) => date >= range.from && date <= range.to)
  return {
    facts,
    today,
    pricing: book.pricing,
    finances,
    outlook: computeOutlook(finances, days, today, sky.ofDay),
    lastYear: { ...range, days: year.length, money: sumBills(year) },
    left: book.left,
  }
}
