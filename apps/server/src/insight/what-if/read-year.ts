import type { BilledEnergy } from '@heliograph/domain/tariff/day-money.ts'
import type { BilledHours } from '@heliograph/domain/tariff/day-prices.ts'
import { addDays, hourStarts } from '@heliograph/domain/time.ts'
import type { MeteredHour } from '@heliograph/solar/replay.ts'
import { sql } from 'kysely'
import { energyOf, hoursOf, type Pricing } from '../../fleet/finance/finance.ts'
import {
  type FlowHours,
  flowHours,
  type PlantPeriod,
  plantDays,
  shapeHours,
  spansOfDays,
} from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

/** Why a day cannot be replayed. apart: its counters were not heard over the same time. size: too many devices. */
export type LeftOutReason = 'noData' | 'noHours' | 'noMeter' | 'apart' | 'estimated' | 'size'

/** A measured day of a plant. `hours` add up to `energy`, and `billed` is the same as bills see it. */
export type MeteredDay = Readonly<{
  date: string
  energy: BilledEnergy
  billed: BilledHours
  hours: readonly MeteredHour[]
}>

export type MeteredYear = Readonly<{
  from: string
  to: string
  /** grid: purchase and feed-in are measured. feedsAll: all production goes to the grid. none: the use is unknown. */
  meter: 'grid' | 'feedsAll' | 'none'
  days: readonly MeteredDay[]
  leftOut: ReadonlyMap<LeftOutReason, readonly string[]>
}>

export const YEAR_DAYS = 365
/** A day of which more than this share was divided by the expected curve says little of its hours. */
const MOST_ESTIMATED = 0.25
/** A call reads at most so many hours of devices: plants of a hundred inverters have a shorter year. */
const MOST_HOURS = 400_000

/** The last 365 days of a plant before a date, by hours. One statement for the days, and one for each month of hours. */
export async function readYear(db: Db, pricing: Pricing, today: string): Promise<MeteredYear> {
  const { plantId, zone, feedsAll } = pricing
  const [from, to] = [addDays(today, -YEAR_DAYS), addDays(today, -1)]
  const measured = new Map((await plantDays(db, plantId, from, to)).map((day) => [day.period, day]))
  const hasMeter = [...measured.values()].some(({ energy }) => energy.import !== null || energy.export !== null)
  const meter = hasMeter ? 'grid' : feedsAll ? 'feedsAll' : 'none'
  const leftOut = new Map<LeftOutReason, string[]>()
  const leave = (reason: LeftOutReason, date: string): void => {
    leftOut.set(reason, [...(leftOut.get(reason) ?? []), date])
  }
  const usable: PlantPeriod[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = measured.get(date)
    const reason = day === undefined ? 'noData' : reasonOf(day, hasMeter)
    if (day === undefined || reason !== undefined) leave(reason ?? 'noData', date)
    else usable.push(day)
  }
  const most = await mostDays(db, plantId)
  for (const { period } of usable.slice(0, -most)) leave('size', period)
  const days: MeteredDay[] = []
  for (const part of byMonth(usable.slice(-most))) {
    const dates = part.map(({ period }) => period)
    const found = (await flowHours(db, spansOfDays(plantId, zone, dates))).get(plantId)
    for (const day of part) {
      const hours = hoursOfDay(day, found, zone)
      if (hours === null) leave('noHours', day.period)
      else
        days.push({
          date: day.period,
          energy: energyOf(day, feedsAll),
          billed: hoursOf(found, day, zone, feedsAll),
          hours,
        })
    }
  }
  return { from, to, meter, days, leftOut }
}

function reasonOf(day: PlantPeriod, hasMeter: boolean): LeftOutReason | undefined {
  const { energy, balanced, generationEstimatedWh, othersEstimatedWh } = day
  if (energy.generation === null) return 'noData'
  if (hasMeter && energy.import === null && energy.export === null) return 'noMeter'
  if (balanced !== undefined) return 'apart'
  const all = (['generation', 'import', 'export', 'charge', 'discharge'] as const).reduce(
    (sum, flow) => sum + (energy[flow] ?? 0),
    0,
  )
  return generationEstimatedWh + othersEstimatedWh > MOST_ESTIMATED * all ? 'estimated' : undefined
}

/** null: an energy of the day has no hours. */
function hoursOfDay(day: PlantPeriod, found: FlowHours | undefined, zone: string): readonly MeteredHour[] | null {
  const starts = hourStarts(day.period, zone)
  const [made, bought, fed, charged, discharged] = (
    ['generation', 'import', 'export', 'charge', 'discharge'] as const
  ).map((flow) => shapeHours(found, flow, starts, day.energy[flow] ?? 0))
  if (!made || !bought || !fed || !charged || !discharged) return null
  return starts.map((_, hour) => ({
    generation: made[hour] ?? 0,
    import: bought[hour] ?? 0,
    export: fed[hour] ?? 0,
    charge: charged[hour] ?? 0,
    discharge: discharged[hour] ?? 0,
  }))
}

async function mostDays({ kysely }: Db, plantId: number): Promise<number> {
  const { devices } = await kysely
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('devices'))
    .where('plant_id', '=', plantId)
    .where('flows', '<>', sql<string[]>`'{}'`)
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.floor(MOST_HOURS / 24 / Math.max(1, devices)))
}

function byMonth(days: readonly PlantPeriod[]): readonly (readonly PlantPeriod[])[] {
  const months = new Map<string, PlantPeriod[]>()
  for (const day of days) months.set(day.period.slice(0, 7), [...(months.get(day.period.slice(0, 7)) ?? []), day])
  return [...months.values()]
}
