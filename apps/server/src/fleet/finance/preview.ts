import { type Money, noMoney, sumMoney } from '@heliograph/domain/tariff/day-money.ts'
import type { Tariff, TariffVersion } from '@heliograph/domain/tariff/tariff.ts'
import { addDays } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { openBook } from './money-book.ts'
import { FIRST_DAY, type PricedPlant, type Pricing, plainVersion, readPricingOf } from './pricing.ts'

/** Money by the prices as they are, and as they would be. */
export type Compared = Readonly<{ before: Money; after: Money }>

/** Effect of a change of prices. */
type Preview = Readonly<{
  /** The dates whose prices change, up to today; null: none has passed yet. */
  changed: (Readonly<{ from: string; to: string; days: number }> & Compared) | null
  years: readonly (Readonly<{ year: string }> & Compared)[]
  /** The last 365 days, as if the new prices had counted on all of them. */
  lastYear: Readonly<{ from: string; to: string; days: number }> & Compared
  /** Days whose hours are still to be read: ask again. */
  unreadDays: number
}>

/** @param tariff null: the version of that date is removed */
export type VersionChange = Readonly<{ from: string; tariff: Tariff | null }>

/** Computes what a change of prices would do to the money of a plant; stores nothing. */
export async function previewVersion(
  db: Db,
  plant: PricedPlant,
  change: VersionChange,
  today: string,
): Promise<Preview> {
  const now = await readPricingOf(db, plant)
  const then: Pricing = { ...now, versions: changeVersions(now.versions, change, plant) }
  const until = now.versions.find(({ from }) => from > change.from)?.from
  const to = until !== undefined && until <= today ? addDays(until, -1) : today
  const yearFrom = addDays(today, -364)
  const always: Pricing = change.tariff ? { ...now, versions: [{ from: FIRST_DAY, tariff: change.tariff }] } : then
  // The second book finds the hours that the first one kept.
  const range = { from: change.from, to }
  const [before, after] = [await openBook(db, now, range, true), await openBook(db, then, range, true)]
  const year = { from: yearFrom, to: today }
  const [yearBefore, yearAfter] = [await openBook(db, now, year, true), await openBook(db, always, year, true)]
  const unreadDays = Math.max(before.left, after.left, yearBefore.left, yearAfter.left)
  const compare = (period: string): Compared => ({ before: before.sum(period), after: after.sum(period) })
  const years = [...new Set(after.days.map(({ date }) => date.slice(0, 4)))]
  return {
    changed: change.from > today ? null : { ...range, days: after.days.length, ...compare('all') },
    years: years.map((text) => ({ year: text, ...compare(text) })),
    lastYear: {
      ...year,
      days: yearAfter.days.length,
      before: yearBefore.left > 0 ? noMoney : sumMoney(yearBefore.days),
      after: yearAfter.left > 0 ? noMoney : sumMoney(yearAfter.days),
    },
    unreadDays,
  }
}

function changeVersions(
  versions: readonly TariffVersion[],
  { from, tariff }: VersionChange,
  plant: PricedPlant,
): readonly TariffVersion[] {
  const others = versions.filter((version) => version.from !== from)
  const changed = tariff === null ? others : [...others, { from, tariff }]
  // Without a version of its own, the first day has the plain price again.
  const whole = changed.some((version) => version.from === FIRST_DAY) ? changed : [plainVersion(plant), ...changed]
  return whole.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
