import { type Money, sumMoney } from '@heliograph/domain/tariff/day-money.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { type EnergyFigures, type FleetPeriod, findUsualZone, fleetPeriod } from '../../fleet/plants/plants.ts'
import { type AlarmsOfPeriod, summarizeAlarms } from '../../insight/alarms/alarms.ts'
import type { Db } from '../../platform/db/database.ts'
import { MOST_ALARMS } from './alarm-section.ts'
import { calendarPeriod, lastDayOf, type ReportPeriod } from './report-period.ts'

type Holder = Parameters<typeof fleetPeriod>[1]

/** Everything that the report of all plants says. */
export type FleetReport = FleetPeriod &
  Readonly<{
    period: ReportPeriod
    /** Of most of the plants: in it the report is dated. */
    zone: string
    today: string
    isRunning: boolean
    createdAtMs: number
    generationWh: number | null
    /** Of the plants that measured something, Wp. */
    measuredWp: number
    capacityWp: number
    /** Of the plants whose income is known. */
    money: readonly Readonly<{ currency: string; money: Money }>[]
    /** Of the plants whose alarms the reader may see. */
    alarms: AlarmsOfPeriod
  }>

/** The capacity that a plant's hours at full capacity refer to, Wp: it may have grown within the period. */
const capacityIn = ({ energy, fullPowerHours }: EnergyFigures, todayWp: number): number =>
  fullPowerHours !== null && fullPowerHours > 0 ? (energy.generation ?? 0) / fullPowerHours : todayWp

export async function readFleetReport(
  db: Db,
  holder: Holder,
  { period, nowMs }: Readonly<{ period: ReportPeriod; nowMs: number }>,
): Promise<FleetReport> {
  const zone = (await findUsualZone(db, holder, nowMs)) ?? 'UTC'
  const today = localDate(nowMs, zone)
  const kind = calendarPeriod(period, today)
  const whole = kind === undefined ? period : { ...period, to: lastDayOf(kind, period.from) }
  const found = await fleetPeriod(db, holder, whole, nowMs)
  const known = found.plants.filter(({ figures }) => figures.energy.generation !== null)
  const incomes = new Map<string, Money[]>()
  for (const { facts, figures } of found.plants)
    if (figures.money.income !== null)
      incomes.set(facts.currency, [...(incomes.get(facts.currency) ?? []), figures.money])
  return {
    ...found,
    alarms: await summarizeAlarms(db, holder, { from: whole.from, to: whole.to, most: MOST_ALARMS, nowMs }),
    period,
    zone,
    today,
    isRunning: period.to >= today,
    createdAtMs: nowMs,
    generationWh:
      known.length === 0 ? null : known.reduce((sum, { figures }) => sum + (figures.energy.generation ?? 0), 0),
    measuredWp: known.reduce((sum, { facts, figures }) => sum + capacityIn(figures, facts.capacityWp), 0),
    capacityWp: found.plants.reduce((sum, { facts }) => sum + facts.capacityWp, 0),
    money: [...incomes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, all]) => ({ currency, money: sumMoney(all) })),
  }
}
