import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Disagreement } from '@heliograph/domain/meter.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, dayBounds, daysBetween, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { countWaitingDevices } from '../devices/devices.ts'
import { allDays, currentPrice, type MoneyBook, readMoney } from '../finance/finance.ts'
import {
  counterDisagreements,
  countGridCharge,
  type PlantPeriod as Measured,
  plantDays,
  plantMonths,
  plantTotals,
  plantYears,
  refusedPowers,
} from '../telemetry/telemetry.ts'
import { readCapacity } from './dated-capacity.ts'
import { type EnergyFigures, figuresOf, noEnergy } from './energy-figures.ts'
import type { PlantFacts } from './plant-facts.ts'
import { type PlantNow, plantNow } from './plant-now.ts'
import { readLifetimes, totalFigures } from './total-figures.ts'

export type PlantFigures = Readonly<{
  now: PlantNow
  day: EnergyFigures
  month: EnergyFigures
  year: EnergyFigures
  /** Of all days since the first record. */
  total: EnergyFigures
  yesterdayHours: number | null
  operatingDays: number
  /** Income of a kWh produced today at any time; null: it depends, or no price is known (`hasPrices`). */
  price: number | null
  /** Income is counted at all. */
  hasPrices: boolean
  /** Counters of its devices that disagree today, so that one of the two counts alone. */
  disagreements: readonly Readonly<{ deviceId: number; deviceName: string; quantity: QuantityId; kind: Disagreement }>[]
  /** Inverters that wait to be confirmed. */
  waitingDevices: number
  /** Devices that reported more power today than they can deliver, without a decision yet. */
  refusedPowerDevices: number
}>

/** Now, today, this month, this year and total, by the plant's own calendar. @throws Refusal NOT_FOUND */
export async function plantFigures(db: Db, plantId: number, nowMs: number): Promise<PlantFigures> {
  const now = await plantNow(db, plantId, nowMs)
  const { facts } = now
  const today = localDate(nowMs, facts.zone)
  const yesterday = addDays(today, -1)
  const month = today.slice(0, 7)
  const year = today.slice(0, 4)
  await countGridCharge(db, plantId, { from: `${year}-01-01`, to: today })
  const [book, capacityOf, days, months, years, totals, lifetimes, disagreements, waitingDevices, powers] =
    await Promise.all([
      readMoney(db, facts, allDays),
      readCapacity(db, [facts], allDays),
      plantDays(db, plantId, yesterday, today),
      plantMonths(db, plantId, month, month),
      plantYears(db, plantId, year, year),
      plantTotals(db, [plantId]),
      readLifetimes(db, [facts]),
      // Also before the first reading of a day.
      counterDisagreements(db, plantId, nowMs - DAY_MS),
      countWaitingDevices(db, plantId),
      refusedPowers(db, plantId, { fromMs: dayBounds(today, facts.zone).fromMs, toMs: nowMs + DAY_MS }),
    ])
  const figures = (measured: Measured | undefined, period: string) =>
    figuresOf(measured, capacityOf(facts, period), book.of(period, measured?.energy ?? noEnergy))
  const dayOf = (date: string) => days.find(({ period }) => period === date)
  const ofToday = figures(dayOf(today), today)
  return {
    now,
    // A plant known to be asleep since yesterday has produced a known zero today.
    day: ofToday.energy.generation === null && now.todayWh === 0 ? producedNothing(ofToday, book, today) : ofToday,
    month: figures(months[0], month),
    year: figures(years[0], year),
    total: totalFigures(figures(totals.get(plantId), 'all'), capacityOf(facts, 'all'), lifetimes.get(plantId)),
    yesterdayHours: figures(dayOf(yesterday), yesterday).fullPowerHours,
    operatingDays: operatingDays(facts, nowMs),
    ...currentPrice(book.pricing, today),
    disagreements: disagreements.flatMap((disagreement) => {
      const device = now.devices.find(({ deviceId }) => deviceId === disagreement.deviceId)
      return device ? [{ ...disagreement, deviceName: device.name }] : []
    }),
    waitingDevices,
    refusedPowerDevices: new Set(powers.flatMap((power) => (power.decision === null ? [power.deviceId] : []))).size,
  }
}

function producedNothing(day: EnergyFigures, book: MoneyBook, today: string): EnergyFigures {
  const energy = { ...day.energy, generation: 0 }
  return { ...day, energy, money: book.of(today, energy), fullPowerHours: 0 }
}

/** Days since the start of operation, today included: the given day, else the plant's creation. */
export function operatingDays(facts: Pick<PlantFacts, 'startedOn' | 'createdAtMs' | 'zone'>, nowMs: number): number {
  const started = facts.startedOn ?? localDate(facts.createdAtMs, facts.zone)
  return Math.max(0, daysBetween(started, localDate(nowMs, facts.zone)) + 1)
}
