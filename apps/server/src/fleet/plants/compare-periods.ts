import { flows } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { addDays, daysBetween, isDate, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { readMoney } from '../finance/finance.ts'
import { countGridCharge, type PlantPeriod as Measured, plantDays } from '../telemetry/telemetry.ts'
import { readCapacity } from './dated-capacity.ts'
import { type EnergyFigures, figuresOf, noEnergy } from './energy-figures.ts'
import { getFacts } from './plant-facts.ts'

/** Energies of any days, day by day and as a whole. */
export type RangeFigures = Readonly<{
  from: string
  to: string
  /** Days with data. */
  known: number
  whole: EnergyFigures
  /** Every day in order; one without data has an empty row. */
  days: readonly Readonly<{ date: string; figures: EnergyFigures }>[]
}>
export type ComparedRanges = Readonly<{ zone: string; currency: string; ranges: readonly RangeFigures[] }>

/** Three years and a day more. */
export const MOST_RANGE_DAYS = 1_097

/** A first day, and the last one where it is not the range's length that decides. */
export type OtherRange = Readonly<{ from: string; to: string | undefined }>

/**
 * Energies of any days beside those of others. A range that is not over ends with today, and the others have as many
 * days; one that is over is compared with the others as a whole (bills have 28 to 31 days).
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function comparePeriods(
  db: Db,
  plantId: number,
  wanted: Readonly<{ from: string; to: string; others: readonly OtherRange[] }>,
  nowMs: number,
): Promise<ComparedRanges> {
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  requireDay(wanted.from, 'from')
  requireDay(wanted.to, 'to')
  for (const other of wanted.others) {
    requireDay(other.from, 'with')
    if (other.to === undefined) continue
    requireDay(other.to, 'with')
    requireLength(daysBetween(other.from, other.to) + 1, 'with')
  }
  const to = wanted.to < today ? wanted.to : today
  const length = daysBetween(wanted.from, to) + 1
  requireLength(length, 'to')
  const isRunning = wanted.to >= today
  const asked = [{ from: wanted.from, to: undefined }, ...wanted.others]
  const ranges = await Promise.all(
    asked.map(async ({ from, to: end }): Promise<RangeFigures> => {
      const asLong = addDays(from, length - 1)
      const last = end === undefined || (isRunning && asLong < end) ? asLong : end
      await countGridCharge(db, plantId, { from, to: last })
      const [found, book, capacityOf] = await Promise.all([
        plantDays(db, plantId, from, last),
        readMoney(db, facts, { from, to: last }),
        readCapacity(db, [facts], { from, to: last }),
      ])
      const byDate = new Map(found.map((day) => [day.period, day]))
      const whole = sumOf(found)
      return {
        from,
        to: last,
        known: found.length,
        whole: figuresOf(whole, capacityOf(facts, 'all'), book.of('all', whole?.energy ?? noEnergy)),
        days: Array.from({ length: daysBetween(from, last) + 1 }, (_, at) => {
          const date = addDays(from, at)
          const day = byDate.get(date)
          return { date, figures: figuresOf(day, capacityOf(facts, date), book.of(date, day?.energy ?? noEnergy)) }
        }),
      }
    }),
  )
  return { zone: facts.zone, currency: facts.currency, ranges }
}

function requireDay(date: string, field: string): void {
  if (!isDate(date) || date < '1970' || date >= '2200') throw new Refusal('PARAM_ERROR', { field })
}

function requireLength(days: number, field: string): void {
  if (days < 1 || days > MOST_RANGE_DAYS) throw new Refusal('PARAM_ERROR', { field })
}

const counts = [
  'refusedWh',
  'quarantined',
  'resets',
  'samples',
  'estimated',
  'generationEstimatedWh',
  'othersEstimatedWh',
  'reportedWh',
  'derivedWh',
] as const

/** The days as one; a flow that no day measured stays unknown. */
function sumOf(days: readonly Measured[]): Measured | undefined {
  const [first] = days
  if (first === undefined) return undefined
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
  const sumEnergy = (all: readonly Measured['energy'][]): Measured['energy'] =>
    Object.fromEntries(
      flows.map((flow) => {
        const known = all.flatMap((energy) => energy[flow] ?? [])
        return [flow, known.length === 0 ? null : total(known)]
      }),
    ) as Measured['energy']
  const energy = sumEnergy(days.map((day) => day.energy))
  const isGridKnown = (energy: Measured['energy']): boolean => energy.import !== null || energy.export !== null
  const whole = days.filter((day) => day.balanced === undefined)
  // The consumption is unknown where only some days have a meter.
  const known = isGridKnown(energy) ? whole.filter((day) => isGridKnown(day.energy)) : whole
  const balanced = known.length === days.length ? {} : { balanced: sumEnergy(known.map((day) => day.energy)) }
  const sums = Object.fromEntries(counts.map((name) => [name, total(days.map((day) => day[name]))])) as Pick<
    Measured,
    (typeof counts)[number]
  >
  const integrated = days.flatMap(({ fromPower = [] }) => fromPower)
  const fromPower = integrated.length === 0 ? {} : { fromPower: sumEnergy(integrated) }
  const byHours = days.flatMap(({ gridChargeWh = [] }) => gridChargeWh)
  const gridCharge = byHours.length === 0 ? {} : { gridChargeWh: total(byHours) }
  const { balanced: _, fromPower: __, gridChargeWh: ___, ...rest } = first
  return { ...rest, ...sums, ...balanced, ...fromPower, ...gridCharge, period: 'range', energy }
}
