import type { Db } from '../../platform/db/database.ts'
import { allDays, readMoney } from '../finance/finance.ts'
import { plantTotals } from '../telemetry/telemetry.ts'
import { figuresOf, noEnergy } from './energy-figures.ts'
import { getFacts } from './plant-facts.ts'
import { readLifetimes, totalFigures } from './total-figures.ts'

/**
 * Per kWh of production: kg of standard coal, kg of CO2, trees (0.997 kg of CO2 over the 18.3 kg that one tree
 * absorbs). Source: screens.md 2.1, item 8.
 */
export const savingFactors = { coalKgPerKwh: 0.305, co2KgPerKwh: 0.793, treesPerKwh: 0.997 / 18.3 } as const

export type Savings = Readonly<{ coalT: number; co2T: number; trees: number }>

/** @param generationWh energy in Wh, >= 0 @returns tonnes, tonnes and a number of trees, unrounded */
export function savingsOf(generationWh: number): Savings {
  const kwh = generationWh / 1000
  return {
    coalT: (kwh * savingFactors.coalKgPerKwh) / 1000,
    co2T: (kwh * savingFactors.co2KgPerKwh) / 1000,
    trees: kwh * savingFactors.treesPerKwh,
  }
}

export type EnergySaved = Readonly<{ generationWh: number | null; income: number | null; savings: Savings | null }>

/** Of the total that the plant's page shows: the sum of all days, and what its metering makes of it. */
export async function energySaved(db: Db, plantId: number): Promise<EnergySaved> {
  const facts = await getFacts(db, plantId)
  const [book, totals, lifetimes] = await Promise.all([
    readMoney(db, facts, allDays),
    plantTotals(db, [plantId]),
    readLifetimes(db, [facts]),
  ])
  const measured = totals.get(plantId)
  const money = book.of('all', measured?.energy ?? noEnergy)
  const generationWh = totalFigures(figuresOf(measured, facts, money), facts, lifetimes.get(plantId)).energy.generation
  return {
    generationWh,
    income: money.income,
    savings: generationWh === null ? null : savingsOf(generationWh),
  }
}
