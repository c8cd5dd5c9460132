import { MISSING } from '@heliograph/domain/format/number.ts'
import type { Finance } from '../../../../api/finance.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import styles from './finance.module.css'

/** A year's income, the saving, the payback and the rate of return, each with its formula. */
export function OutlookFigures({ finance }: Readonly<{ finance: Finance }>) {
  const { text } = useText()
  const format = useFormat()
  const { currency, lastYear, outlook, costs } = finance
  const money = (amount: number | null): string => format.money(amount, currency)
  const { basis, days, yearly, invested, earned, earnedUnrecorded, paybackOn, isPaidBack } = outlook
  const isEstimated = basis === 'estimated'
  const { savings, feedIn, withoutPlant, cost } = lastYear.money
  const paid = feedIn ?? 0
  const bill = { without: money(withoutPlant), cost: money(cost) }
  const interest =
    invested === null || costs.cost === null ? 0 : invested - Math.max(0, costs.cost - (costs.subsidy ?? 0))
  return (
    <div className={styles.financeFigures}>
      <Figure
        label={text('finance.yearly')}
        value={money(yearly)}
        estimated={isEstimated}
        explain={text(`finance.yearly.${basis}`, { count: days })}
        note={text(`finance.yearly.${basis}.note`, { count: days })}
      />
      {savings !== null && (
        <Figure
          label={text('finance.savings')}
          value={money(savings)}
          explain={
            <>
              <p>{text('finance.saved.explain')}</p>
              {lastYear.money.withoutVat && (
                <p>{text('finance.vat.without', { amount: money(lastYear.money.withoutVat.savings) })}</p>
              )}
            </>
          }
          note={
            paid < 0
              ? text('finance.savings.owed', { ...bill, owed: money(-paid) })
              : text('finance.savings.note', { ...bill, paid: money(paid) })
          }
        />
      )}
      <Figure
        label={text('finance.payback')}
        value={paybackOn === null ? (isPaidBack ? text('finance.payback.done') : MISSING) : format.date(paybackOn)}
        estimated={!isPaidBack && paybackOn !== null}
        explain={
          <>
            <p>
              {text('finance.payback.explain', {
                invested: money(invested),
                interest: money(interest),
                earned: money(earned),
                yearly: money(yearly),
              })}
            </p>
            {earnedUnrecorded > 0 && <p>{text('finance.payback.before', { amount: money(earnedUnrecorded) })}</p>}
          </>
        }
        note={
          invested === null
            ? text('finance.payback.needsCost')
            : text('finance.payback.note', { earned: money(earned), invested: money(invested) })
        }
      />
      <Figure
        label={text('finance.rate')}
        value={outlook.rate === null ? MISSING : format.percent(outlook.rate)}
        estimated={outlook.rate !== null}
        explain={text('finance.rate.explain', {
          years: outlook.assumedYears,
          degradation: format.percent(outlook.degradation),
        })}
        note={
          outlook.ownRate === null ? undefined : text('finance.rate.own', { rate: format.percent(outlook.ownRate) })
        }
      />
    </div>
  )
}
