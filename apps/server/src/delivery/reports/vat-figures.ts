import type { Money, MoneyPart } from '@heliograph/domain/tariff/day-money.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'

/** An amount and, where a rate is stated, the same without the VAT that it contains; each is named so. */
export function vatFigures(
  name: string,
  part: MoneyPart,
  { withoutVat, ...money }: Money,
  translate: Translate,
): readonly Readonly<{ name: string; amount: number | null }>[] {
  if (withoutVat === undefined) return [{ name, amount: money[part] }]
  return [
    { name: translate('exports.vat.incl', { name }), amount: money[part] },
    { name: translate('exports.vat.excl', { name }), amount: withoutVat[part] },
  ]
}

/** How many of some amounts state their VAT: columns of all are named so, of some are not. */
export function countStated(all: readonly Money[]): 'none' | 'some' | 'all' {
  const known = all.filter(({ income }) => income !== null)
  const stated = known.filter(({ withoutVat }) => withoutVat !== undefined).length
  return stated === 0 ? 'none' : stated < known.length ? 'some' : 'all'
}
