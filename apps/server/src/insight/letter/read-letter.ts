import { Refusal } from '@heliograph/domain/errors.ts'
import type { Letter, LetterAlarm, LetterEnergies } from '@heliograph/domain/letter/letter.ts'
import { type Money, moneyParts, sumBills } from '@heliograph/domain/tariff/day-money.ts'
import { isPlain } from '@heliograph/domain/tariff/tariff.ts'
import { addDays, addMonths, isDate, localDate } from '@heliograph/domain/time.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { type Pricing, readPricingOf } from '../../fleet/finance/finance.ts'
import {
  type EnergyFigures,
  getFacts,
  type PlantFacts,
  type PlantPeriod,
  periodFigures,
} from '../../fleet/plants/plants.ts'
import { firstDay } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { nameAlarm, namePart, type PeriodAlarm, summarizeAlarms, translateAlarms } from '../alarms/alarms.ts'
import { explainPeriod, rangePerformance } from '../performance/performance.ts'

/** Of these the letter names the open ones first, and a few. */
const NAMED_ALARMS = 4

/**
 * The facts of a month's letter: the figures of the plant's own pages, never counted a second way.
 * @param wanted.month `YYYY-MM`; absent: the last whole one
 * @param wanted.hasAlarms the reader may see alarms @param wanted.language of their names
 * @throws Refusal NOT_FOUND, PARAM_ERROR for a month that has not begun
 */
export async function readLetter(
  db: Db,
  plantId: number,
  wanted: Readonly<{ month?: string | undefined; hasAlarms: boolean; language: string; nowMs: number }>,
): Promise<Letter> {
  const { hasAlarms, language, nowMs } = wanted
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  const month = wanted.month ?? addMonths(today.slice(0, 7), -1)
  const from = `${month}-01`
  if (!isDate(from) || from < '1970' || from > today) throw new Refusal('PARAM_ERROR', { field: 'month' })
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const isRunning = last >= today
  const to = isRunning ? today : last
  const [period, before, pricing, devices, since] = await Promise.all([
    periodFigures(db, facts, 'month', from, nowMs),
    isRunning ? undefined : periodFigures(db, facts, 'month', `${addMonths(month, -12)}-01`, nowMs),
    readPricingOf(db, facts),
    listDevicesOfPlants(db, [plantId]),
    firstDay(db, plantId),
  ])
  const { energy } = period.statistics
  const isMetered =
    energy.import !== null ||
    energy.export !== null ||
    (devices.get(plantId) ?? []).some(({ flows }) => flows.includes('import') || flows.includes('export'))
  const meter = isMetered ? 'grid' : pricing.feedsAll ? 'feedsAll' : 'none'
  const over = period.rows.filter((row) => {
    const date = dateOf(row)
    return since !== undefined && date >= since && date <= to && date < today
  })
  return {
    plantName: facts.name,
    currency: facts.currency,
    month,
    // A number to compare is of no day before the first value.
    from: since !== undefined && since > from && since <= to ? since : from,
    to,
    isRunning,
    energies: energiesOf(period.statistics, meter),
    money: moneyOf(period),
    hasPrices: pricesOf(pricing),
    before: before === undefined ? null : beforeOf(before),
    sky: await readSky(db, facts, { month, from, to }, nowMs),
    alarms: hasAlarms ? await readAlarms(db, facts, { from, to, language }, nowMs) : null,
    missing: {
      production: over.filter(({ figures }) => figures.energy.generation === null).map(dateOf),
      grid:
        meter === 'grid'
          ? over.filter(({ figures: { energy: day } }) => day.import === null && day.export === null).map(dateOf)
          : [],
    },
    meter,
  }
}

const dateOf = ({ year, month, day }: PlantPeriod['rows'][number]): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function energiesOf({ energy, split, planned }: EnergyFigures, meter: Letter['meter']): LetterEnergies {
  const used = planned?.toUseWh ?? (split === null ? null : split.toUseWh + split.toBatteryWh)
  return {
    producedWh: energy.generation,
    usedWh: used,
    toGridWh: planned?.toGridWh ?? split?.toGridWh ?? null,
    purchasedWh: energy.import,
    fedInWh: meter === 'feedsAll' ? energy.generation : energy.export,
  }
}

/**
 * The money of the month. The letter sets cost, feed-in and savings against each other, so they are of the same days. A part
 * that the month does not know, the days do not tell either.
 */
function moneyOf({ statistics: { money }, rows }: Pick<PlantPeriod, 'statistics' | 'rows'>): Money {
  const { withoutVat: net, ...bill } = sumBills(rows.map(({ figures }) => figures.money))
  const unknown = Object.fromEntries(moneyParts.filter((part) => money[part] === null).map((part) => [part, null]))
  const known = { ...bill, income: money.income, ...unknown }
  return net && money.withoutVat ? { ...known, withoutVat: { ...net, ...unknown } } : known
}

const pricesOf = ({ versions }: Pricing): boolean =>
  versions.some(({ tariff }) => !isPlain(tariff) || tariff.pricePerKwh !== null)

function beforeOf({ period, statistics, rows }: Omit<PlantPeriod, 'sky'>): Letter['before'] {
  const { generation } = statistics.energy
  if (generation === null) return null
  const days = rows.filter(({ figures }) => figures.energy.generation !== null).length
  return { month: period, days, ofDays: rows.length, producedWh: generation, money: statistics.money }
}

type Span = Readonly<{ from: string; to: string }>

async function readSky(
  db: Db,
  { plantId }: PlantFacts,
  { month, from, to }: Span & Readonly<{ month: string }>,
  nowMs: number,
): Promise<Letter['sky']> {
  const [{ whole }, why] = await Promise.all([
    rangePerformance(db, plantId, { from, to, step: 'day' }),
    explainPeriod(db, plantId, 'month', month, nowMs),
  ])
  if (whole.judgedDays === 0) return null
  return {
    judgedDays: whole.judgedDays,
    days: whole.days,
    expectedWh: whole.judgedPotentialWh,
    producedWh: whole.judgedProducedWh,
    losses: (why?.causes ?? []).map(({ loss, money, names }) => ({
      kind: loss.kind,
      energyWh: loss.judgedWh,
      money,
      days: loss.days,
      isHeld: loss.isHeld,
      deviceNames: names,
      limitW: loss.limitW,
      heldMs: loss.heldMs,
    })),
  }
}

async function readAlarms(
  db: Db,
  { plantId, zone }: PlantFacts,
  { language, ...span }: Span & Readonly<{ language: string }>,
  nowMs: number,
): Promise<Letter['alarms']> {
  const { sums, worst: named } = await summarizeAlarms(db, plantId, {
    ...span,
    most: NAMED_ALARMS,
    isOpenFirst: true,
    nowMs,
  })
  return {
    count: sums.count,
    open: sums.open,
    worst: named.map((alarm) => toAlarm(alarm, zone, translateAlarms(language))),
  }
}

const toAlarm = (alarm: PeriodAlarm, zone: string, translate: Translate): LetterAlarm => ({
  name: nameAlarm(translate, alarm),
  place: [alarm.deviceName ?? translate('alarm-page.wholePlant'), namePart(translate, alarm.part)]
    .filter(Boolean)
    .join(' · '),
  from: localDate(alarm.openedAtMs, zone),
  to: alarm.closedAtMs === null ? null : localDate(alarm.closedAtMs, zone),
  lostWh: alarm.lostWh,
  money: alarm.lostIncome,
})
