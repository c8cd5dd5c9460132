import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type BillComparison,
  compareBill,
  type FlowComparison,
  type MeteredDay,
  shareOf,
} from '@heliograph/domain/letter/compare-bill.ts'
import {
  type BillDirection,
  type BilledFlow,
  billDirections,
  billedWh,
  billLimits,
  type UtilityBill,
} from '@heliograph/domain/letter/utility-bill.ts'
import { addDays, daysBetween, localDate } from '@heliograph/domain/time.ts'
import type { Selectable } from 'kysely'
import { type MoneyBook, readMoney, readPricingOf } from '../../fleet/finance/finance.ts'
import { getFacts, type PlantFacts } from '../../fleet/plants/plants.ts'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type ComparedBill = Readonly<{
  id: number
  bill: UtilityBill
  comparison: BillComparison
  /** The cost of its days by the plant's prices; null: a price or a day's value is unknown. */
  cost: number | null
}>

/** The bills of a plant, the newest first, each beside what the plant measured. @throws Refusal NOT_FOUND */
export async function listBills(
  db: Db,
  plantId: number,
): Promise<Readonly<{ currency: string; bills: readonly ComparedBill[] }>> {
  const facts = await getFacts(db, plantId)
  const rows = await db.kysely
    .selectFrom('utility_bills')
    .selectAll()
    .where('plant_id', '=', plantId)
    .orderBy('to_day', 'desc')
    .orderBy('from_day', 'desc')
    .limit(billLimits.bills)
    .execute()
  const bills = rows.map((row) => ({ id: row.id, bill: toBill(row) }))
  return { currency: facts.currency, bills: await compareBills(db, facts, bills) }
}

async function compareBills(
  db: Db,
  facts: PlantFacts,
  bills: readonly Readonly<{ id: number; bill: UtilityBill }>[],
): Promise<readonly ComparedBill[]> {
  const dates = bills.flatMap(({ bill }) => [bill.from, bill.to]).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const isPriced = bills.some(({ bill }) => bill.amount !== null)
  const [days, book] = await Promise.all([
    readMeteredDays(db, facts, { from: addDays(first, -1), to: addDays(last, 1) }),
    isPriced ? readMoney(db, facts, { from: first, to: last }, true) : undefined,
  ])
  const compare = (bill: UtilityBill, shares: Readonly<Record<BillDirection, readonly number[]>>): BillComparison =>
    compareBill(bill, { days: daysOf(days, bill), zone: facts.zone, shares })
  const own = bills.map(({ id, bill }) => ({ id, comparison: compare(bill, { purchased: [], fedIn: [] }) }))
  const sharesBeside = (id: number, direction: BillDirection): readonly number[] =>
    own.flatMap((item) => (item.id === id ? [] : (shareOf(item.comparison[direction], item.comparison.days) ?? [])))
  return bills.map(({ id, bill }) => {
    const shares = { purchased: sharesBeside(id, 'purchased'), fedIn: sharesBeside(id, 'fedIn') }
    const comparison = compare(bill, shares)
    return { id, bill, comparison, cost: costOf(bill, comparison.purchased, book) }
  })
}

/**
 * The energy through the grid connection on each day; null where nothing measured a direction. A connection that takes all
 * production, and has no meter, takes what was produced.
 */
async function readMeteredDays(
  db: Db,
  facts: PlantFacts,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<readonly MeteredDay[]> {
  const [{ feedsAll }, days] = await Promise.all([readPricingOf(db, facts), plantDays(db, facts.plantId, from, to)])
  return days.map(({ period, energy }) => {
    const isMetered = energy.import !== null || energy.export !== null
    const fedInWh = feedsAll && !isMetered ? energy.generation : energy.export
    return { date: period, purchasedWh: energy.import, fedInWh }
  })
}

/** With the day on either side. */
const daysOf = (days: readonly MeteredDay[], { from, to }: UtilityBill): readonly MeteredDay[] => {
  const [first, last] = [addDays(from, -1), addDays(to, 1)]
  return days.filter(({ date }) => date >= first && date <= last)
}

function costOf(
  { from, to, amount }: UtilityBill,
  purchased: FlowComparison | null,
  book: MoneyBook | undefined,
): number | null {
  const length = daysBetween(from, to) + 1
  if (book === undefined || amount === null || (purchased !== null && purchased.knownDays < length)) return null
  const days = book.days.filter(({ date }) => date >= from && date <= to)
  if (days.length < length) return null
  return days.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0)
}

/**
 * Keeps a bill; one of the same days is replaced.
 * @returns its id @throws Refusal NOT_FOUND, PARAM_ERROR (`field`), TOO_MANY (`most`)
 */
export async function saveBill(db: Db, plantId: number, bill: UtilityBill, nowMs: number): Promise<number> {
  const { zone } = await getFacts(db, plantId)
  requireBill(bill, localDate(nowMs, zone))
  const row = { ...toRow(bill), saved_at: new Date(nowMs) }
  return db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    const kept = await transaction
      .selectFrom('utility_bills')
      .select(['from_day', 'to_day'])
      .where('plant_id', '=', plantId)
      .execute()
    const isKept = kept.some(({ from_day, to_day }) => from_day === bill.from && to_day === bill.to)
    if (!isKept && kept.length >= billLimits.bills) throw new Refusal('TOO_MANY', { most: billLimits.bills })
    const { id } = await transaction
      .insertInto('utility_bills')
      .values({ plant_id: plantId, ...row })
      .onConflict((conflict) => conflict.columns(['plant_id', 'from_day', 'to_day']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** @throws Refusal NOT_FOUND, also for the bill of another plant */
export async function removeBill(db: Db, plantId: number, billId: number): Promise<void> {
  const found = await db.kysely
    .deleteFrom('utility_bills')
    .where('plant_id', '=', plantId)
    .where('id', '=', billId)
    .executeTakeFirst()
  if (found.numDeletedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** A bill is about days that are over. */
function requireBill(bill: UtilityBill, today: string): void {
  const refuse = (field: string): never => {
    throw new Refusal('PARAM_ERROR', { field })
  }
  const { from, to } = bill
  if (from < '1970') refuse('from')
  if (to < from || to >= today || daysBetween(from, to) >= billLimits.days) refuse('to')
  for (const direction of billDirections) {
    const { readings } = bill[direction]
    if (readings !== null && readings.endWh < readings.startWh) refuse(`${direction}.readings`)
  }
  if (billDirections.every((direction) => billedWh(bill[direction]) === null)) refuse('purchased.energyWh')
}

type Row = Selectable<Tables['utility_bills']>

const toBill = (row: Row): UtilityBill => ({
  from: row.from_day,
  to: row.to_day,
  purchased: toFlow(row.purchased_wh, row.purchased_start_wh, row.purchased_end_wh),
  fedIn: toFlow(row.fed_in_wh, row.fed_in_start_wh, row.fed_in_end_wh),
  amount: row.amount,
})

const toFlow = (energyWh: number | null, startWh: number | null, endWh: number | null): BilledFlow => ({
  energyWh,
  readings: startWh === null || endWh === null ? null : { startWh, endWh },
})

const toRow = ({ from, to, purchased, fedIn, amount }: UtilityBill) => ({
  from_day: from,
  to_day: to,
  purchased_wh: purchased.energyWh,
  fed_in_wh: fedIn.energyWh,
  purchased_start_wh: purchased.readings?.startWh ?? null,
  purchased_end_wh: purchased.readings?.endWh ?? null,
  fed_in_start_wh: fedIn.readings?.startWh ?? null,
  fed_in_end_wh: fedIn.readings?.endWh ?? null,
  amount,
})
