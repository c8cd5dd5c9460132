import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type DayPrices,
  type FindDayPrices,
  type PricePoint,
  type PriceStep,
  slotOf,
  toDayPrices,
} from '@heliograph/domain/tariff/price-series.ts'
import { seriesOf, type Tariff, versionOn } from '@heliograph/domain/tariff/tariff.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { type Kysely, sql } from 'kysely'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Pricing } from './pricing.ts'

/** A plant buys and sells on a market or two. */
const MOST_SERIES = 10

/** A list shows so many gaps; their count says the rest. */
const MOST_GAPS = 10

/** Markets name prices a day or two ahead; what a series can hold is bounded by both. */
const FIRST_MS = Date.UTC(2000, 0, 1)
const AHEAD_MS = 60 * DAY_MS

type PriceSeries = Readonly<{
  name: string
  /** From the first known price to the end of the last one. null: none. */
  fromMs: number | null
  toMs: number | null
  /** Quarter hours between the two without a price, in how many spans, and the newest of these. */
  missing: number
  gapCount: number
  gaps: readonly Readonly<{ fromMs: number; toMs: number }>[]
  /** First dates of the tariffs that follow it. */
  usedFrom: readonly string[]
}>

/** The prices of the series of a plant. */
export type KnownPrices = (plantId: number) => FindDayPrices

type Asked = Readonly<{ pricing: Pricing; dates: readonly string[] }>

/** The prices that some days of plants need, in one statement; in none if no tariff follows a series. */
export async function readSeries({ kysely }: Pick<Db, 'kysely'>, asked: readonly Asked[]): Promise<KnownPrices> {
  const wanted = asked.flatMap(({ pricing, dates }) => {
    const days = dates.filter((date) => {
      const tariff = versionOn(pricing.versions, date)?.tariff
      return tariff !== undefined && seriesOf(tariff).length > 0
    })
    const [first] = days
    const last = days.at(-1)
    if (first === undefined || last === undefined) return []
    const names = new Set(pricing.versions.flatMap(({ tariff }) => seriesOf(tariff)))
    const from = slotOf(dayBounds(first, pricing.zone).fromMs).day
    const to = slotOf(dayBounds(last, pricing.zone).toMs).day
    return [...names].map((name) => ({ plantId: pricing.plantId, name, from, to }))
  })
  const known = new Map<string, DayPrices>()
  if (wanted.length > 0) {
    const { rows } = await sql<{ plant_id: number; name: string; day: string; prices: DayPrices }>`
      select d.plant_id, d.name, d.day::text as day, d.prices
      from unnest(${wanted.map((item) => item.plantId)}::bigint[], ${wanted.map((item) => item.name)}::text[],
        ${wanted.map((item) => item.from)}::date[], ${wanted.map((item) => item.to)}::date[]) as e (plant_id, name, first, last)
      join price_days d on d.plant_id = e.plant_id and d.name = e.name and d.day between e.first and e.last`.execute(
      kysely,
    )
    for (const row of rows) known.set(`${row.plant_id} ${row.day} ${row.name}`, row.prices)
  }
  return (plantId) => (name, day) => known.get(`${plantId} ${day} ${name}`)
}

export async function listSeries({ kysely }: Pick<Db, 'kysely'>, plantId: number): Promise<readonly PriceSeries[]> {
  const { rows } = await sql<{ name: string } & Omit<PriceSeries, 'usedFrom'>>`
    with days as (
      select name, prices, date_part('epoch', day) * 1000 as at, array_position(prices, null) is null as is_whole
      from price_days where plant_id = ${plantId}
    ), runs as (
      select name, at as from_ms, at + 86400000 as to_ms from days where is_whole
      union all
      select name, at + (p.slot - 1) * 900000, at + p.slot * 900000
      from days cross join unnest(prices) with ordinality as p (price, slot) where not is_whole and p.price is not null
    ), steps as (
      select *, lag(to_ms) over (partition by name order by from_ms) as before_ms from runs
    ), gaps as (
      select name, before_ms, from_ms, row_number() over (partition by name order by from_ms desc) as nth
      from steps where before_ms < from_ms
    )
    select s.name, r.from_ms as "fromMs", r.to_ms as "toMs", coalesce(g.missing, 0)::int as missing,
      coalesce(g.count, 0)::int as "gapCount", coalesce(g.newest, '[]') as gaps
    from price_series s
      left join (select name, min(from_ms) as from_ms, max(to_ms) as to_ms from runs group by name) r using (name)
      left join (
        select name, count(*) as count, sum(from_ms - before_ms) / 900000 as missing,
          jsonb_agg(jsonb_build_object('fromMs', before_ms, 'toMs', from_ms) order by nth) filter (where nth <= ${MOST_GAPS})
            as newest
        from gaps group by name) g using (name)
    where s.plant_id = ${plantId} order by s.name`.execute(kysely)
  const tariffs = await kysely
    .selectFrom('tariffs')
    .select(['valid_from', 'tariff'])
    .where('plant_id', '=', plantId)
    .orderBy('valid_from')
    .execute()
  return rows.map((row) => ({
    ...row,
    usedFrom: tariffs.flatMap(({ tariff, valid_from: from }) =>
      seriesOf(tariff as Tariff).includes(row.name) ? [from] : [],
    ),
  }))
}

/**
 * Stores prices, and the series if it is new: the same again changes nothing, another price of a quarter hour replaces
 * the one before.
 * @param points each at a multiple of the step
 * @throws Refusal NOT_FOUND, TOO_MANY, PARAM_ERROR for a price before 2000 or more than 60 days ahead
 */
export async function savePrices(
  db: Db,
  plantId: number,
  name: string,
  points: readonly PricePoint[],
  step: PriceStep,
  nowMs: number,
): Promise<void> {
  const isKnowable = ({ atMs }: PricePoint): boolean => atMs >= FIRST_MS && atMs <= nowMs + AHEAD_MS
  if (!points.every(isKnowable)) throw new Refusal('PARAM_ERROR', { field: 'from' })
  const days = [...toDayPrices(points, step)]
  await db.transaction(async (transaction) => {
    // Two deliveries at once follow each other.
    await lockPlant(transaction, plantId)
    const names = await transaction.selectFrom('price_series').select('name').where('plant_id', '=', plantId).execute()
    if (!names.some((row) => row.name === name)) {
      if (names.length >= MOST_SERIES) throw new Refusal('TOO_MANY', { most: MOST_SERIES })
      await transaction.insertInto('price_series').values({ plant_id: plantId, name }).execute()
    }
    if (days.length > 0)
      await sql`
        insert into price_days as k (plant_id, name, day, prices)
        select ${plantId}, ${name}, e.day, array(
            select p.price::float8 from jsonb_array_elements_text(e.prices) with ordinality as p (price, slot) order by p.slot)
        from unnest(${days.map(([day]) => day)}::date[], ${days.map(([, prices]) => JSON.stringify(prices))}::jsonb[])
          as e (day, prices)
        on conflict (plant_id, name, day) do update set prices = array(
          select coalesce(n.price, n.before)
          from unnest(excluded.prices, k.prices) with ordinality as n (price, before, slot) order by n.slot)`.execute(
        transaction,
      )
    await notify(transaction, 'plant_changed', String(plantId))
  })
}

/** The known prices of a plant's day, by quarter hours. */
export async function readPrices(
  { kysely }: Pick<Db, 'kysely'>,
  plantId: number,
  name: string,
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
): Promise<readonly PricePoint[]> {
  const rows = await kysely
    .selectFrom('price_days')
    .select([sql<string>`day::text`.as('day'), 'prices'])
    .where('plant_id', '=', plantId)
    .where('name', '=', name)
    .where(sql<boolean>`day between ${slotOf(fromMs).day}::date and ${slotOf(toMs - 1).day}::date`)
    .orderBy('day')
    .execute()
  return rows.flatMap(({ day, prices }) =>
    prices.flatMap((price, slot) => {
      const atMs = Date.parse(`${day}T00:00:00Z`) + slot * 900_000
      return price === null || atMs < fromMs || atMs >= toMs ? [] : [{ atMs, price }]
    }),
  )
}

/** @throws Refusal NOT_FOUND; PRICES_IN_USE while a tariff follows it */
export async function removeSeries(db: Db, plantId: number, name: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    const [found] = (await listSeries({ kysely: transaction }, plantId)).filter((item) => item.name === name)
    if (found === undefined) throw new Refusal('NOT_FOUND')
    if (found.usedFrom.length > 0) throw new Refusal('PRICES_IN_USE', { from: found.usedFrom[0] ?? '' })
    await transaction.deleteFrom('price_series').where('plant_id', '=', plantId).where('name', '=', name).execute()
  })
}

/** @throws Refusal PARAM_ERROR unless the plant has the series that a tariff follows */
export async function checkSeries(
  { kysely }: Readonly<{ kysely: Kysely<Tables> }>,
  plantId: number,
  tariff: Tariff,
): Promise<void> {
  const names = seriesOf(tariff)
  if (names.length === 0) return
  const rows = await kysely
    .selectFrom('price_series')
    .select('name')
    .where('plant_id', '=', plantId)
    .where('name', 'in', names)
    .execute()
  if (rows.length < new Set(names).size) throw new Refusal('PARAM_ERROR', { field: 'series' })
}
