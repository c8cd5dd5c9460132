import { Refusal } from '@heliograph/domain/errors.ts'
import { addDays, addMonths, daysBetween, isDate, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { allDays, readMoney } from '../finance/finance.ts'
import {
  countGridCharge,
  type PlantPeriod as Measured,
  plantDays,
  plantMonths,
  plantTotals,
  plantYears,
} from '../telemetry/telemetry.ts'
import { readCapacity } from './dated-capacity.ts'
import { type EnergyFigures, figuresOf, noEnergy } from './energy-figures.ts'
import { boundsOf, type PeriodKind } from './period-span.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'
import { operatingDays } from './plant-figures.ts'
import { type SkyFigures, skyFigures } from './sky-figures.ts'
import { readLifetimes, totalFigures } from './total-figures.ts'

export type PeriodRow = Readonly<{ year: number; month: number; day: number; figures: EnergyFigures }>
export type PlantPeriod = Readonly<{
  /** The requested period: YYYY-MM-DD, YYYY-MM, YYYY, or 'all'. */
  period: string
  statistics: EnergyFigures
  /** A row for each part of the period; a part without data has an empty row. */
  rows: readonly PeriodRow[]
  operatingDays: number
  currency: string
  sky: SkyFigures
}>

/**
 * Energies of a day, of a month by days, of a year by months, or of all years. The statistics split the period as a
 * whole, as the overview does: energy stored on one day and used on the next belongs to the month but to neither day.
 * @param date the day, month or year; a longer date is cut, a missing one is today's
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function plantPeriod(
  db: Db,
  plantId: number,
  kind: PeriodKind,
  date: string | undefined,
  nowMs: number,
): Promise<PlantPeriod> {
  const facts = await getFacts(db, plantId)
  const wanted = chooseDate(date, localDate(nowMs, facts.zone))
  const [figures, sky] = await Promise.all([
    periodFigures(db, facts, kind, wanted, nowMs),
    skyFigures(db, facts, kind, wanted, nowMs),
  ])
  return { ...figures, sky }
}

/** The same figures without the sky's: an export reads them for many periods. @param date a whole date */
export async function periodFigures(
  db: Db,
  facts: PlantFacts,
  kind: PeriodKind,
  date: string,
  nowMs: number,
): Promise<Omit<PlantPeriod, 'sky'>> {
  const range = kind === 'total' ? allDays : boundsOf(kind, date, localDate(nowMs, facts.zone))
  await countGridCharge(db, facts.plantId, range)
  const [found, book, capacityOf] = await Promise.all([
    readers[kind](db, facts, date, nowMs),
    readMoney(db, facts, range),
    readCapacity(db, [facts], range),
  ])
  const figures = (measured: Measured | undefined, period: string) =>
    figuresOf(measured, capacityOf(facts, period), book.of(period, measured?.energy ?? noEnergy))
  const toRow = (period: string): PeriodRow => {
    const [year = 0, month = 0, day = 0] = period.split('-').map(Number)
    return {
      year,
      month,
      day,
      figures: figures(
        found.parts.find((part) => part.period === period),
        period,
      ),
    }
  }
  const whole = figures(found.whole, found.period)
  return {
    period: found.period,
    statistics:
      kind === 'total'
        ? totalFigures(whole, capacityOf(facts, 'all'), (await readLifetimes(db, [facts])).get(facts.plantId))
        : whole,
    rows: found.periods.map(toRow),
    operatingDays: operatingDays(facts, nowMs),
    currency: facts.currency,
  }
}

/** Completes a date without day or month with its first one, so that `2026` works for any kind. */
function chooseDate(date: string | undefined, today: string): string {
  if (date === undefined) return today
  const full = date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date
  if (!isDate(full) || full < '1970' || full >= '2200') throw new Refusal('PARAM_ERROR', { field: 'date' })
  return full
}

type Found = Readonly<{
  period: string
  whole: Measured | undefined
  parts: readonly Measured[]
  periods: readonly string[]
}>
type Reader = (db: Db, facts: PlantFacts, date: string, nowMs: number) => Promise<Found>

const readers: Readonly<Record<PeriodKind, Reader>> = {
  daily: async (db, { plantId }, date) => {
    const parts = await plantDays(db, plantId, date, date)
    return { period: date, whole: parts[0], parts, periods: [date] }
  },
  month: async (db, { plantId }, date) => {
    const period = date.slice(0, 7)
    const first = `${period}-01`
    const days = daysBetween(first, `${addMonths(period, 1)}-01`)
    const periods = Array.from({ length: days }, (_, index) => addDays(first, index))
    const [parts, whole] = await Promise.all([
      plantDays(db, plantId, first, periods.at(-1) ?? first),
      plantMonths(db, plantId, period, period),
    ])
    return { period, whole: whole[0], parts, periods }
  },
  year: async (db, { plantId }, date) => {
    const period = date.slice(0, 4)
    const periods = Array.from({ length: 12 }, (_, index) => addMonths(`${period}-01`, index))
    const [parts, whole] = await Promise.all([
      plantMonths(db, plantId, `${period}-01`, `${period}-12`),
      plantYears(db, plantId, period, period),
    ])
    return { period, whole: whole[0], parts, periods }
  },
  total: async (db, { plantId, zone }, _date, nowMs) => {
    const thisYear = Number(localDate(nowMs, zone).slice(0, 4))
    const [parts, totals] = await Promise.all([plantYears(db, plantId, '1970', '2199'), plantTotals(db, [plantId])])
    const years = parts.map(({ period }) => Number(period))
    const firstYear = Math.min(thisYear, ...years)
    const lastYear = Math.max(thisYear, ...years)
    const periods = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => String(firstYear + index))
    return { period: 'all', whole: totals.get(plantId), parts, periods }
  },
}
