/** The letter of a month, and the utility's bills beside it; energies Wh, money in the plant's currency. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { BillComparison } from '@heliograph/domain/letter/compare-bill.ts'
import type { Letter } from '@heliograph/domain/letter/letter.ts'
import type { UtilityBill } from '@heliograph/domain/letter/utility-bill.ts'
import { call } from './call.ts'

/** @param month `YYYY-MM` @param language a code, of the names of alarms */
export const fetchLetter = (
  plantId: number,
  month: string,
  language: LanguageCode,
  signal?: AbortSignal,
): Promise<Letter> =>
  call('GET /maintain-s/station/{id}/letter', { params: { id: plantId }, query: { month, language } }, { signal })

export type KeptBill = Readonly<{ id: number; bill: UtilityBill; comparison: BillComparison; cost: number | null }>
export type Bills = Readonly<{ currency: string; bills: readonly KeptBill[] }>

export async function fetchBills(plantId: number, signal?: AbortSignal): Promise<Bills> {
  const wire = await call('GET /maintain-s/station/{id}/bills', { params: { id: plantId } }, { signal })
  return {
    currency: wire.currency,
    bills: wire.bills.map(({ id, days, cost, comparison, ...bill }) => ({
      id,
      bill,
      cost,
      comparison: { days, ...comparison },
    })),
  }
}

/** @returns the bill's id */
export const saveBill = async (plantId: number, { purchased, fedIn, ...bill }: UtilityBill): Promise<number> =>
  (
    await call('POST /maintain-s/station/{id}/bills', {
      params: { id: plantId },
      body: { ...bill, purchased: { ...purchased }, fedIn: { ...fedIn } },
    })
  ).id

export const removeBill = (plantId: number, billId: number) =>
  call('DELETE /maintain-s/station/{id}/bills/{billId}', { params: { id: plantId, billId } })
