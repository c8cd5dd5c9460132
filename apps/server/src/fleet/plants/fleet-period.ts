import { noMoney } from '@heliograph/domain/tariff/day-money.ts'
import { addDays, addMonths } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { readMoneyOf } from '../finance/finance.ts'
import { generationOfPlants, rangeOfPlants } from '../telemetry/telemetry.ts'
import { readCapacity } from './dated-capacity.ts'
import { type EnergyFigures, figuresOf, noEnergy } from './energy-figures.ts'
import { type PlantFacts, toFacts } from './plant-facts.ts'
import { selectHoldings } from './plant-filter.ts'

/** Energies of many plants between two dates, each plant by its own dates. */
export type FleetPeriod = Readonly<{
  /** Plants that the holder may see the figures of; those beyond the limit are in no figure. */
  count: number
  plants: readonly Readonly<{ facts: PlantFacts; figures: EnergyFigures; days: number }>[]
  /** The generation of all plants by day or month, none left out; null: nothing was measured. */
  parts: readonly Readonly<{ key: string; generationWh: number | null }>[]
}>

/** A report about more plants would be unreadable; their days alone are millions of rows. */
export const MOST_REPORTED = 2_000

/** @param range `step`: how `parts` divides it */
export async function fleetPeriod(
  db: Db,
  holder: Holder,
  range: Readonly<{ from: string; to: string; step: 'day' | 'month' }>,
  nowMs: number,
): Promise<FleetPeriod> {
  const visible = selectHoldings(db, holder, nowMs)
  const [{ count }, rows] = await Promise.all([
    visible.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    visible.selectAll('p').orderBy('p.id').limit(MOST_REPORTED).execute(),
  ])
  const facts = rows.map(toFacts)
  const plantIds = facts.map(({ plantId }) => plantId)
  const letters = range.step === 'day' ? 10 : 7
  const [found, books, capacityOf, parts] = await Promise.all([
    rangeOfPlants(db, plantIds, range.from, range.to),
    readMoneyOf(db, facts, range),
    readCapacity(db, facts, range),
    generationOfPlants(db, plantIds, { ...range, letters }),
  ])
  return {
    count,
    plants: facts.map((fact) => {
      const measured = found.get(fact.plantId)
      const energy = measured?.energy ?? noEnergy
      const money = books.get(fact.plantId)?.of('all', energy)
      return {
        facts: fact,
        figures: figuresOf(measured, capacityOf(fact, 'all'), money ?? noMoney),
        days: measured?.days ?? 0,
      }
    }),
    parts: listKeys(range, letters).map((key) => ({ key, generationWh: parts.get(key) ?? null })),
  }
}

function listKeys({ from, to }: Readonly<{ from: string; to: string }>, letters: 7 | 10): readonly string[] {
  const keys: string[] = []
  if (letters === 10) for (let day = from; day <= to; day = addDays(day, 1)) keys.push(day)
  else for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) keys.push(month)
  return keys
}

/** The zone that most of the holder's plants are in; undefined without a plant. */
export async function findUsualZone(db: Db, holder: Holder, nowMs: number): Promise<string | undefined> {
  const row = await selectHoldings(db, holder, nowMs)
    .select('p.zone')
    .groupBy('p.zone')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('p.zone')
    .limit(1)
    .executeTakeFirst()
  return row?.zone
}
