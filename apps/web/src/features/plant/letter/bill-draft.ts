import { type BilledFlow, billedWh, billLimits, type UtilityBill } from '@heliograph/domain/letter/utility-bill.ts'
import { daysBetween, isDate } from '@heliograph/domain/time.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'

/** A bill as it is typed: kWh, '' where nothing is. */
export type BillDraft = Readonly<
  Record<
    'from' | 'to' | 'purchased' | 'purchasedStart' | 'purchasedEnd' | 'fedIn' | 'fedInStart' | 'fedInEnd' | 'amount',
    string
  >
>
export type DraftField = keyof BillDraft

export const emptyDraft = (from: string, to: string): BillDraft => ({
  from,
  to,
  purchased: '',
  purchasedStart: '',
  purchasedEnd: '',
  fedIn: '',
  fedInStart: '',
  fedInEnd: '',
  amount: '',
})

const WH_PER_KWH = 1_000

/** A typed number, also with thousands: `1.234,5`, `1,234.5`, `1 234,5`. null: nothing is typed. NaN: it is none. */
export function readFigure(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f’']/g, '')
  if (plain === '') return null
  const [, whole = '', mark, decimals = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(plain) ?? []
  // Both marks: the last one is the decimal mark. One of three digits in groups is a thousands separator only beside it.
  const isGrouped = /[.,]/.test(whole)
  if (!isGrouped || mark === undefined) return parseNumber(plain)
  const thousands = mark === ',' ? '.' : ','
  return whole.split(thousands).every((part, at) => (at === 0 ? /^-?\d{1,3}$/ : /^\d{3}$/).test(part))
    ? Number(`${whole.replaceAll(thousands, '')}.${decimals}`)
    : Number.NaN
}

export type DraftFault = 'need' | 'dates' | 'wrong' | 'pair'

/** Faults of a draft by field; empty: none. @param today the bill ends before it */
export function findFaults(draft: BillDraft, today: string): Readonly<Partial<Record<DraftField, DraftFault>>> {
  const faults: Partial<Record<DraftField, DraftFault>> = {}
  const { from, to } = draft
  if (!isDate(from) || !isDate(to) || to < from || to >= today || daysBetween(from, to) >= billLimits.days)
    faults.to = 'dates'
  for (const field of ['purchased', 'fedIn'] as const) {
    const [start, end] = [`${field}Start`, `${field}End`] as const
    for (const name of [field, start, end] as const) {
      const kwh = readFigure(draft[name])
      if (kwh !== null && !(kwh >= 0 && kwh * WH_PER_KWH <= billLimits.energyWh)) faults[name] = 'wrong'
    }
    const [first, last] = [readFigure(draft[start]), readFigure(draft[end])]
    if ((first === null) !== (last === null) || (first !== null && last !== null && last < first))
      faults[end] ??= 'pair'
  }
  const amount = readFigure(draft.amount)
  if (amount !== null && !(Math.abs(amount) <= billLimits.amount)) faults.amount = 'wrong'
  if (Object.keys(faults).length > 0) return faults
  const { purchased, fedIn } = toBill(draft)
  return billedWh(purchased) === null && billedWh(fedIn) === null ? { purchased: 'need' } : {}
}

/** @param draft without faults */
export const toBill = (draft: BillDraft): UtilityBill => ({
  from: draft.from,
  to: draft.to,
  purchased: toFlow(draft.purchased, draft.purchasedStart, draft.purchasedEnd),
  fedIn: toFlow(draft.fedIn, draft.fedInStart, draft.fedInEnd),
  amount: readFigure(draft.amount),
})

function toFlow(energy: string, start: string, end: string): BilledFlow {
  const wh = (text: string): number | null => {
    const kwh = readFigure(text)
    return kwh === null ? null : kwh * WH_PER_KWH
  }
  const [startWh, endWh] = [wh(start), wh(end)]
  return { energyWh: wh(energy), readings: startWh === null || endWh === null ? null : { startWh, endWh } }
}
