import { type BilledEnergy, billedEnergy } from '@heliograph/domain/tariff/day-money.ts'
import type { BilledHours } from '@heliograph/domain/tariff/day-prices.ts'
import { hourStarts } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import {
  type FlowHours,
  flowHours,
  type PlantPeriod,
  plantDays,
  shapeHours,
  spansOfDays,
} from '../telemetry/telemetry.ts'
import { countRecounts, readHours, writeHours } from './plant-hours.ts'
import type { Pricing } from './pricing.ts'

/** A day's energies as bills need them. hours: null where no price changes during the day, or they are not read yet. */
export type BilledDay = Readonly<{ date: string; energy: BilledEnergy; hours: BilledHours | null }>

export type BilledDays = Readonly<{
  days: readonly BilledDay[]
  /** Days whose hours are still to be read: the next calls read them. */
  left: number
}>

/** A call reads at most so many roll-ups, and of a large plant the hours of a week: a second or two. */
const MOST_ROLLUPS = 50_000
const LEAST_DAYS = 7
/** A statement stores at most so many days. */
const MOST_DAYS = 400

/**
 * The days with data between two dates, both included, with the hours of those that need them. Hours are read from the
 * roll-ups once and kept until their day changes.
 */
export async function readBilledDays(
  db: Db,
  pricing: Pricing,
  range: Readonly<{ from: string; to: string; needsHours: (date: string) => boolean }>,
): Promise<BilledDays> {
  const { plantId, feedsAll } = pricing
  const recounts = await countRecounts(db, plantId)
  const measured = await plantDays(db, plantId, range.from, range.to)
  const wanted = measured.filter(({ period }) => range.needsHours(period))
  const known = wanted.length === 0 ? noHours : await readHours(db, plantId, wanted, recounts)
  const missing = wanted.filter(({ period }) => !known.has(period))
  // The newest first: they are on screen.
  const chosen = missing.length === 0 ? [] : missing.slice(-(await mostDays(db, plantId)))
  const read = await readNewHours(db, pricing, chosen)
  await writeHours(db, plantId, chosen, read, recounts)
  return {
    days: measured.map((day) => ({
      date: day.period,
      energy: energyOf(day, feedsAll),
      hours: known.get(day.period) ?? read.get(day.period) ?? null,
    })),
    left: missing.length - chosen.length,
  }
}

/** A measured day as bills need it. Energies known at different times do not add up to an own use. */
export const energyOf = ({ energy, balanced }: PlantPeriod, feedsAll: boolean): BilledEnergy => ({
  ...billedEnergy(energy, feedsAll),
  ...(balanced && { own: null }),
})

async function mostDays({ kysely }: Db, plantId: number): Promise<number> {
  const { devices } = await kysely
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('devices'))
    .where('plant_id', '=', plantId)
    .where('flows', '<>', sql<string[]>`'{}'`)
    .executeTakeFirstOrThrow()
  return Math.min(MOST_DAYS, Math.max(LEAST_DAYS, Math.floor(MOST_ROLLUPS / 24 / Math.max(1, devices))))
}

const noHours: ReadonlyMap<string, BilledHours> = new Map()

async function readNewHours(
  db: Db,
  pricing: Pricing,
  days: readonly PlantPeriod[],
): Promise<ReadonlyMap<string, BilledHours>> {
  const { plantId, zone, feedsAll } = pricing
  const found = await flowHours(
    db,
    spansOfDays(
      plantId,
      zone,
      days.map(({ period }) => period),
    ),
  )
  return new Map(days.map((day) => [day.period, hoursOf(found.get(plantId), day, zone, feedsAll)]))
}

/** A day by hours (`shapeHours`); a flow without a shape is even. */
export function hoursOf(found: FlowHours | undefined, day: PlantPeriod, zone: string, feedsAll: boolean): BilledHours {
  const starts = hourStarts(day.period, zone)
  const shaped = (flow: keyof FlowHours): readonly number[] => {
    const wh = day.energy[flow] ?? 0
    return shapeHours(found, flow, starts, wh) ?? starts.map(() => wh / starts.length)
  }
  const isMeasured = day.energy.import !== null || day.energy.export !== null
  if (!isMeasured && feedsAll) {
    const none = starts.map(() => 0)
    return { import: none, export: shaped('generation'), own: none }
  }
  const [made, bought, fed, charged, discharged] = (
    ['generation', 'import', 'export', 'charge', 'discharge'] as const
  ).map(shaped)
  const own = starts.map(
    (_, hour) => (made?.[hour] ?? 0) + (discharged?.[hour] ?? 0) - (fed?.[hour] ?? 0) - (charged?.[hour] ?? 0),
  )
  return { import: bought ?? [], export: fed ?? [], own }
}
