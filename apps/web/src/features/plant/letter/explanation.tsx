import type { BillReason, FlowComparison } from '@heliograph/domain/letter/compare-bill.ts'
import { formatBilledEnergy } from '@heliograph/domain/letter/letter-words.ts'
import type { KeptBill } from '../../../api/letter.ts'
import type { Format } from '../../../texts/use-format.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './letter.module.css'

/** A bill beside what the plant measured on its days, and why they differ. */
export function Explanation({ kept, currency }: Readonly<{ kept: KeptBill; currency: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { bill, comparison, cost } = kept
  const { purchased, fedIn, days } = comparison
  const billedKwh = purchased && purchased.billedWh / 1_000
  const meteredKwh = purchased?.meteredWh == null ? null : purchased.meteredWh / 1_000
  return (
    <Card title={`${format.date(bill.from)} – ${format.date(bill.to)}`} className={styles.explained}>
      <div aria-live="polite">
        {purchased && <Flow name={text('letter.bill.purchased')} found={purchased} days={days} />}
        {fedIn && <Flow name={text('letter.bill.fedIn')} found={fedIn} days={days} />}
        {bill.amount !== null && cost !== null && billedKwh !== null && meteredKwh !== null && meteredKwh > 0 && (
          <p>
            {text('letter.amount', {
              cost: format.money(cost, currency),
              costPrice: format.price(cost / meteredKwh, currency),
              amount: format.money(bill.amount, currency),
              billPrice: format.price(billedKwh > 0 ? bill.amount / billedKwh : null, currency),
            })}
          </p>
        )}
      </div>
    </Card>
  )
}

function Flow({ name, found, days }: Readonly<{ name: string; found: FlowComparison; days: number }>) {
  const { text, rich } = useText()
  const format = useFormat()
  const { billedWh, meteredWh, differenceWh, verdict, reasons, unexplainedWh, knownDays } = found
  const kwh = (wh: number | null): string => formatBilledEnergy(wh, format.locale)
  const shareOf = (wh: number): string =>
    format.smallPercent(meteredWh === null || meteredWh === 0 ? null : Math.abs((wh / meteredWh) * 100))
  if (verdict === 'unmeasured' || differenceWh === null)
    return (
      <section className={styles.flow}>
        <h3>{name}</h3>
        <p>{text('letter.compare.unmeasured', { billed: kwh(billedWh), known: knownDays, days })}</p>
      </section>
    )
  const figures = { billed: kwh(billedWh), metered: kwh(meteredWh) }
  const isUnexplained = verdict === 'unexplained' || verdict === 'partly'
  return (
    <section className={styles.flow} data-part={verdict}>
      <h3>{name}</h3>
      <p>
        {verdict === 'equal'
          ? text('letter.compare.equal', figures)
          : rich(differenceWh > 0 ? 'letter.compare.more' : 'letter.compare.less', {
              ...figures,
              energy: kwh(Math.abs(differenceWh)),
              share: shareOf(differenceWh),
            })}
      </p>
      {reasons.length > 0 && (
        <ul className={styles.points}>
          {reasons.map((reason) => (
            <li key={reason.kind}>{writeReason(reason, text, format)}</li>
          ))}
        </ul>
      )}
      {isUnexplained && (
        <>
          <p>
            {rich('letter.compare.unexplained', {
              energy: kwh(Math.abs(unexplainedWh)),
              share: shareOf(unexplainedWh),
            })}
          </p>
          <ul className={styles.points}>
            {(['dates', 'estimate', unexplainedWh > 0 ? 'part' : 'more'] as const).map((check) => (
              <li key={check}>{text(`letter.check.${check}`)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function writeReason(reason: BillReason, text: UseText['text'], format: Format): string {
  const kwh = (wh: number): string => formatBilledEnergy(Math.abs(wh), format.locale)
  const sign = reason.energyWh < 0 ? '\u2212' : '+'
  const energy = `${sign}${kwh(reason.energyWh)}`
  switch (reason.kind) {
    case 'conversion':
      return text('letter.reason.conversion', {
        energy,
        read: kwh(reason.readWh),
        factor: format.number(reason.factor),
      })
    case 'missing':
      return text('letter.reason.missing', { energy, days: reason.days, daily: kwh(reason.dailyWh) })
    case 'factor':
      return reason.factor >= 1
        ? text('letter.reason.factor', { energy, factor: format.count(reason.factor) })
        : text('letter.reason.factor.part', { energy, factor: format.count(Math.round(1 / reason.factor)) })
    case 'shifted':
      return text('letter.reason.shifted', { energy, from: format.date(reason.from), to: format.date(reason.to) })
    case 'steady':
      return text('letter.reason.steady', {
        energy,
        bills: reason.bills,
        share: `${reason.share < 0 ? '\u2212' : '+'}${format.percent(Math.abs(reason.share) * 100, 0)}`,
      })
    case 'swapped':
    case 'rounding':
      return text(`letter.reason.${reason.kind}`, { energy })
    default:
      return text(`letter.reason.${reason.kind}`, { energy, most: kwh(reason.mostWh) })
  }
}
