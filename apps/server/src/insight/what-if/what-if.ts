/** The room's front door: a plant's own stored year, replayed with another battery, more panels or other prices. */
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { type Money, sumMoney } from '@heliograph/domain/tariff/day-money.ts'
import type { Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { type LearnedBattery, learnBattery } from '@heliograph/solar/replay.ts'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { openPrices, type PriceDay, readPricingOf, withTariff } from '../../fleet/finance/finance.ts'
import { clippingLimitW, getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptYear } from './kept-years.ts'
import {
  type BatteryChange,
  checkModel,
  type EnergyChange,
  type Outlook,
  type PlayedPlant,
  type PlayedYear,
  playYear,
} from './play-year.ts'
import { type LeftOutReason, type MeteredYear, YEAR_DAYS } from './read-year.ts'

export type { BatteryChange }

export type Change = EnergyChange & Readonly<{ tariff: Tariff | null }>

/** Energies in Wh; null: not measured. Money in the plant's currency. */
export type Figures = Readonly<{
  generationWh: number
  importWh: number | null
  exportWh: number | null
  /** All that the house used. */
  useWh: number | null
  money: Money
  /** Earned less purchased, of the days on which it is known before and after; null: on none. */
  balance: number | null
}>
type Pair = Readonly<{ before: Figures; after: Figures }>

type ChangedPart = 'tariff' | 'panels' | 'battery'

export type WhatIf = Readonly<{
  zone: string
  currency: string
  from: string
  to: string
  /** Days that were replayed, of `ofDays`, and those of them whose money is known before and after. */
  days: number
  ofDays: number
  pricedDays: number
  leftOut: readonly Readonly<{
    reason: LeftOutReason
    days: number
    /** The newest of them, ascending. */
    spans: readonly Readonly<{ from: string; to: string }>[]
  }>[]
  meter: MeteredYear['meter']
  capacityWp: number
  limitW: number | null
  /** The battery that is there; `check`: what its model makes of the year as it was. */
  battery: (LearnedBattery & Readonly<{ check: Readonly<{ importWh: number; exportWh: number }> }>) | null
  /** No purchase has a price of the plant: with other prices, both sides are counted by those. */
  isUnpriced: boolean
  hasBattery: boolean
  months: readonly (Readonly<{ month: string; days: number }> & Pair)[]
  whole: Pair
  /** By careful and by hopeful assumptions: the balance and the purchase; null: nothing was modelled. */
  range: Readonly<Record<'careful' | 'hopeful', Readonly<{ balance: number | null; importWh: number | null }>>> | null
  /** Changes one after the other, each with those before it; more of the balance and less of the purchase. */
  parts: readonly Readonly<{ part: ChangedPart; balance: number | null; importWh: number | null }>[]
  /** Given by the battery of the change, Wh; null: none was played. */
  dischargedWh: number | null
}>

/** The most spans of left-out days that are named. */
const MOST_SPANS = 4

/**
 * Replays the last 365 days of a plant with a change. Days that cannot be replayed are left out and named; nothing is
 * extrapolated. Without a meter only production and its income follow. @throws Refusal NOT_FOUND
 */
export async function replayPlant(db: Db, plantId: number, change: Change, nowMs: number): Promise<WhatIf> {
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  const [pricing, devices] = await Promise.all([readPricingOf(db, facts), listDevicesOfPlants(db, [plantId])])
  const year = await keptYear(db, pricing, today, nowMs)
  const learned = learnBattery(year.days.map(({ hours }) => hours))
  const limitW = clippingLimitW(devices.get(plantId) ?? [], Number.POSITIVE_INFINITY)
  const plant: PlayedPlant = {
    capacityOn: (date) => modulesOn(facts, date).capacityWp,
    limitW: Number.isFinite(limitW) ? limitW : null,
    battery: learned,
  }
  const possible = possibleOf(change, year, facts.capacityWp)
  const dates = year.days.map(({ date }) => date)
  const own = await openPrices(db, pricing, dates)
  const then = change.tariff === null ? own : await openPrices(db, withTariff(pricing, change.tariff), dates)
  const play = (energy: EnergyChange, outlook?: Outlook) => playYear(year, plant, energy, outlook)
  const measured = await play(nothing)
  // Without a price of its own a purchase counts nothing: beside prices that count it, both sides are counted by those.
  const isUnpriced = year.meter === 'grid' && measured.days.every((day) => own(day).money.cost === null)
  const now = isUnpriced ? then : own
  const played = await play(possible)
  const rows = joinDays([measured, now], [played, then])
  const isPlayed = possible.battery !== null || possible.moreWp > 0
  return {
    zone: facts.zone,
    currency: facts.currency,
    from: year.from,
    to: year.to,
    days: year.days.length,
    ofDays: YEAR_DAYS,
    pricedDays: rows.filter(({ isPriced }) => isPriced).length,
    leftOut: [...year.leftOut].map(([reason, all]) => ({
      reason,
      days: all.length,
      spans: spansOf(all.toSorted()).slice(-MOST_SPANS),
    })),
    meter: year.meter,
    capacityWp: facts.capacityWp,
    limitW: plant.limitW,
    battery: learned && { ...learned, check: await checkModel(year, learned) },
    isUnpriced,
    hasBattery: year.days.some(({ hours }) => hours.some(({ discharge }) => discharge > 0)),
    months: monthsOf(rows),
    whole: sumRows(rows),
    range: isPlayed
      ? {
          careful: await edgeOf(play(possible, 'careful'), measured, now, then),
          hopeful: await edgeOf(play(possible, 'hopeful'), measured, now, then),
        }
      : null,
    parts: await partsOf({ ...possible, tariff: isUnpriced ? null : change.tariff }, measured, now, then, play),
    dischargedWh: possible.battery?.size ? played.dischargedWh : null,
  }
}

const nothing: EnergyChange = { battery: null, moreWp: 0 }

/** Changes that this plant's data can answer. */
function possibleOf({ battery, moreWp }: EnergyChange, { meter }: MeteredYear, capacityWp: number): EnergyChange {
  const isKnown = (item: BatteryChange): boolean => item.way === 'instead' || item.size !== null
  return {
    battery: meter === 'grid' && battery !== null && isKnown(battery) ? battery : null,
    moreWp: capacityWp > 0 ? moreWp : 0,
  }
}

type Priced = Readonly<{ day: PlayedYear['days'][number]; money: Money; balance: number | null }>
type Row = Readonly<{ before: Priced; after: Priced; isPriced: boolean }>
type Side = readonly [PlayedYear, PriceDay]

function joinDays([measured, now]: Side, [played, then]: Side): readonly Row[] {
  return measured.days.flatMap((day, at) => {
    const other = played.days[at]
    if (other === undefined) return []
    const [before, after] = [
      { day, ...now(day) },
      { day: other, ...then(other) },
    ]
    return [{ before, after, isPriced: before.balance !== null && after.balance !== null }]
  })
}

const addUp = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

function sumRows(rows: readonly Row[]): Pair {
  const figures = (side: 'before' | 'after'): Figures => {
    const days = rows.map((row) => row[side])
    const sum = (pick: (energy: Priced['day']['energy']) => number | null) =>
      addUp(days.map(({ day }) => pick(day.energy)))
    const priced = rows.filter(({ isPriced }) => isPriced)
    return {
      generationWh: sum(({ generation }) => generation ?? 0) ?? 0,
      importWh: days.length === 0 ? null : sum((energy) => energy.import),
      exportWh: days.length === 0 ? null : sum((energy) => energy.export),
      useWh:
        days.length === 0
          ? null
          : sum((energy) => (energy.own === null || energy.import === null ? null : energy.own + energy.import)),
      money: sumMoney(days.map(({ money }) => money)),
      balance: priced.length === 0 ? null : addUp(priced.map((row) => row[side].balance)),
    }
  }
  return { before: figures('before'), after: figures('after') }
}

function monthsOf(rows: readonly Row[]): WhatIf['months'] {
  const months = new Map<string, Row[]>()
  for (const row of rows) {
    const month = row.before.day.date.slice(0, 7)
    const own = months.get(month)
    if (own) own.push(row)
    else months.set(month, [row])
  }
  return [...months].map(([month, own]) => ({ month, days: own.length, ...sumRows(own) }))
}

async function edgeOf(played: Promise<PlayedYear>, measured: PlayedYear, now: PriceDay, then: PriceDay) {
  const { after } = sumRows(joinDays([measured, now], [await played, then]))
  return { balance: after.balance, importWh: after.importWh }
}

/** The tariff first, then the panels, then the battery, each beside the changes before it. */
async function partsOf(
  change: Change,
  measured: PlayedYear,
  now: PriceDay,
  then: PriceDay,
  play: (energy: EnergyChange) => Promise<PlayedYear>,
): Promise<WhatIf['parts']> {
  const { battery, moreWp, tariff } = change
  const steps = [
    ...(tariff === null ? [] : [{ part: 'tariff' as const, energy: nothing }]),
    ...(moreWp > 0 ? [{ part: 'panels' as const, energy: { battery: null, moreWp } }] : []),
    ...(battery === null ? [] : [{ part: 'battery' as const, energy: { battery, moreWp } }]),
  ]
  const parts: WhatIf['parts'][number][] = []
  let last = sumRows(joinDays([measured, now], [measured, then])).before
  for (const { part, energy } of steps) {
    const { after } = sumRows(joinDays([measured, now], [await play(energy), then]))
    parts.push({
      part,
      balance: after.balance === null || last.balance === null ? null : after.balance - last.balance,
      importWh: after.importWh === null || last.importWh === null ? null : last.importWh - after.importWh,
    })
    last = after
  }
  return parts
}

/** Dates that follow each other, as spans. @param dates ascending */
function spansOf(dates: readonly string[]): readonly Readonly<{ from: string; to: string }>[] {
  const spans: { from: string; to: string }[] = []
  for (const date of dates) {
    const open = spans.at(-1)
    if (open && addDays(open.to, 1) === date) open.to = date
    else spans.push({ from: date, to: date })
  }
  return spans
}
