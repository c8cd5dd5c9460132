import { numberFormat } from '@heliograph/domain/format/number.ts'
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

/**
 * A typed number, also with thousands: `1.234,5`, `1,234.5`, `1 234,5`, `1.234.567`. `1.234` alone is read by the marks of
 * the locale. null: nothing is typed. NaN: it is none.
 */
export function readFigure(text: string, locale: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f’']/g, '')
  if (plain === '') return null
  const marks = plain.replace(/[^.,]/g, '')
  const first = marks.charAt(0)
  const isLastOther = marks.length > 1 && marks.at(-1) !== first
  const isGrouped = isLastOther || marks.length > 1 || first === groupMarkOf(locale)
  const [whole = '', decimals = ''] = isLastOther ? splitAtLast(plain) : [plain]
  if (isGrouped && isInThousands(whole, first)) return parseNumber(`${whole.replaceAll(first, '')}.${decimals}`)
  return parseNumber(plain)
}

const splitAtLast = (text: string): readonly [string, string] => {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return [text.slice(0, at), text.slice(at + 1)]
}

/** `0.125` is no group of thousands, `012.345` of a meter is. */
const isInThousands = (whole: string, mark: string): boolean =>
  mark !== '' && whole.split(mark).every((part, at) => (at === 0 ? /^[+-]?(?!0$)\d{1,3}$/ : /^\d{3}$/).test(part))

/** As this page writes numbers in the locale, with the marks that its reader chose. */
const groupMarkOf = (locale: string): string | undefined =>
  numberFormat(locale, 'groups', { maximumFractionDigits: 0 })
    .formatToParts(1_234)
    .find(({ type }) => type === 'group')?.value

export type DraftFault = 'need' | 'dates' | 'wrong' | 'pair'

/** Faults of a draft by field; empty: none. @param today the bill ends before it @param locale of its figures */
export function findFaults(
  draft: BillDraft,
  today: string,
  locale: string,
): Readonly<Partial<Record<DraftField, DraftFault>>> {
  const faults: Partial<Record<DraftField, DraftFault>> = {}
  const { from, to } = draft
  if (!isDate(from) || !isDate(to) || to < from || to >= today || daysBetween(from, to) >= billLimits.days)
    faults.to = 'dates'
  for (const field of ['purchased', 'fedIn'] as const) {
    const [start, end] = [`${field}Start`, `${field}End`] as const
    for (const name of [field, start, end] as const) {
      const kwh = readFigure(draft[name], locale)
      if (kwh !== null && !(kwh >= 0 && kwh * WH_PER_KWH <= billLimits.energyWh)) faults[name] = 'wrong'
    }
    const [first, last] = [readFigure(draft[start], locale), readFigure(draft[end], locale)]
    if ((first === null) !== (last === null) || (first !== null && last !== null && last < first))
      faults[end] ??= 'pair'
  }
  const amount = readFigure(draft.amount, locale)
  if (amount !== null && !(Math.abs(amount) <= billLimits.amount)) faults.amount = 'wrong'
  if (Object.keys(faults).length > 0) return faults
  const { purchased, fedIn } = toBill(draft, locale)
  return billedWh(purchased) === null && billedWh(fedIn) === null ? { purchased: 'need' } : {}
}

/** @param draft without faults */
export const toBill = (draft: BillDraft, locale: string): UtilityBill => ({
  from: draft.from,
  to: draft.to,
  purchased: toFlow([draft.purchased, draft.purchasedStart, draft.purchasedEnd], locale),
  fedIn: toFlow([draft.fedIn, draft.fedInStart, draft.fedInEnd], locale),
  amount: readFigure(draft.amount, locale),
})

function toFlow(typed: readonly [energy: string, start: string, end: string], locale: string): BilledFlow {
  const [energyWh = null, startWh = null, endWh = null] = typed.map((text) => {
    const kwh = readFigure(text, locale)
    return kwh === null ? null : kwh * WH_PER_KWH
  })
  return { energyWh, readings: startWh === null || endWh === null ? null : { startWh, endWh } }
}
