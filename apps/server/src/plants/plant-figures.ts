import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { Disagreement } from '@heliograph/domain/meter.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, dayBounds, daysBetween, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../db/database.ts'
import { countWaitingDevices } from '../devices/devices.ts'
import {
  counterDisagreements,
  plantDays,
  plantMonths,
  plantTotals,
  plantYears,
  refusedPowers,
} from '../telemetry/telemetry.ts'
import { type EnergyFigures, figuresOf } from './energy-figures.ts'
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
  /** Counters of its devices that disagree today, so that one of the two counts alone. */
  disagreements: readonly Readonly<{ deviceId: number; deviceName: string; quantity: QuantityId; kind: Disagreement }>[]
  /** Inverters that wait for somebody to confirm them. */
  waitingDevices: number
  /** Devices that said more power today than they can deliver, and nobody decided on it. */
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
  const [days, months, years, totals, lifetimes, disagreements, waitingDevices, powers] = await Promise.all([
    plantDays(db, plantId, yesterday, today),
    plantMonths(db, plantId, month, month),
    plantYears(db, plantId, year, year),
    plantTotals(db, [plantId]),
    readLifetimes(db, [facts]),
    counterDisagreements(db, plantId, dayBounds(today, facts.zone).fromMs),
    countWaitingDevices(db, plantId),
    refusedPowers(db, plantId, { fromMs: dayBounds(today, facts.zone).fromMs, toMs: nowMs + DAY_MS }),
  ])
  const dayOf = (date: string) => days.find(({ period }) => period === date)
  const ofToday = figuresOf(dayOf(today), facts)
  return {
    now,
    // A plant known to be asleep since yesterday has produced a known zero today.
    day: ofToday.energy.generation === null && now.todayWh === 0 ? producedNothing(ofToday, facts) : ofToday,
    month: figuresOf(months[0], facts),
    year: figuresOf(years[0], facts),
    total: totalFigures(figuresOf(totals.get(plantId), facts), facts, lifetimes.get(plantId)),
    yesterdayHours: figuresOf(dayOf(yesterday), facts).fullPowerHours,
    operatingDays: operatingDays(facts, nowMs),
    disagreements: disagreements.flatMap((one) => {
      const device = now.devices.find(({ deviceId }) => deviceId === one.deviceId)
      return device ? [{ ...one, deviceName: device.name }] : []
    }),
    waitingDevices,
    refusedPowerDevices: new Set(powers.flatMap((one) => (one.decision === null ? [one.deviceId] : []))).size,
  }
}

const producedNothing = (day: EnergyFigures, { pricePerKwh }: PlantFacts): EnergyFigures => ({
  ...day,
  energy: { ...day.energy, generation: 0 },
  income: pricePerKwh === null ? null : 0,
  fullPowerHours: 0,
})

/** Days since the start of operation, today included: the given day, else the plant's creation. */
export function operatingDays(facts: Pick<PlantFacts, 'startedOn' | 'createdAtMs' | 'zone'>, nowMs: number): number {
  const started = facts.startedOn ?? localDate(facts.createdAtMs, facts.zone)
  return Math.max(0, daysBetween(started, localDate(nowMs, facts.zone)) + 1)
}
