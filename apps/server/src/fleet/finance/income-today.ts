import { billedEnergy, needsHours } from '@heliograph/domain/tariff/day-money.ts'
import { versionOn } from '@heliograph/domain/tariff/tariff.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { flowHours, plantsToday } from '../telemetry/telemetry.ts'
import { hoursOf } from './billed-days.ts'
import { moneyOf } from './money-book.ts'
import { readSeries } from './price-series.ts'
import { type PricedPlant, readPricing } from './pricing.ts'

/** The income of each plant on its own today so far, in four statements at most for all of them; null: unknown. */
export async function incomeToday(
  db: Db,
  plants: readonly PricedPlant[],
  nowMs: number,
): Promise<ReadonlyMap<number, number | null>> {
  if (plants.length === 0) return new Map()
  const ids = plants.map(({ plantId }) => plantId)
  const [pricings, measured] = await Promise.all([readPricing(db, plants), plantsToday(db, ids, nowMs)])
  const days = [...pricings.values()].flatMap((pricing) => {
    const day = measured.get(pricing.plantId)
    return day ? [{ pricing, day, tariff: versionOn(pricing.versions, day.period)?.tariff }] : []
  })
  const spans = days.flatMap(({ pricing, day, tariff }) =>
    tariff !== undefined && needsHours(tariff, day.period)
      ? [{ plantId: pricing.plantId, ...dayBounds(day.period, pricing.zone) }]
      : [],
  )
  const [hours, prices] = await Promise.all([
    flowHours(db, spans),
    readSeries(
      db,
      days.map(({ pricing, day }) => ({ pricing, dates: [day.period] })),
    ),
  ])
  return new Map(
    days.map(({ pricing, day }) => {
      const { plantId, zone, feedsAll } = pricing
      const found = hours.get(plantId)
      const billed = {
        date: day.period,
        energy: { ...billedEnergy(day.energy, feedsAll), ...(day.balanced && { own: null }) },
        hours: found ? hoursOf(found, day, zone, feedsAll) : null,
      }
      const { income } = moneyOf(pricing, billed, prices)
      return [plantId, income]
    }),
  )
}
