import type { Money, TariffPreview } from '../../../../api/finance.ts'
import { useFailureText } from '../../../../texts/use-failure-text.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ColumnHeads } from '../../../../ui/column-heads.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import styles from './finance.module.css'

/** Effect of other prices on the money of the plant. */
export function TariffEffect({
  preview,
  failure,
  isWaiting,
  currency,
}: Readonly<{
  preview: TariffPreview | undefined
  failure: unknown
  isWaiting: boolean
  currency: string
}>) {
  const { text } = useText()
  const textOf = useFailureText()
  const format = useFormat()
  const money = (amount: number | null): string => format.money(amount, currency)
  if (!preview)
    return (
      <section className={styles.financeEffect} aria-live="polite">
        <h3>{text('finance.effect')}</h3>
        {failure ? (
          <p>{textOf(failure)}</p>
        ) : isWaiting ? (
          <Skeleton height={60} />
        ) : (
          <p>{text('finance.effect.needed')}</p>
        )}
      </section>
    )
  const { changed, years, lastYear, unreadDays } = preview
  return (
    <section className={styles.financeEffect} aria-live="polite" data-part="tariff-effect">
      <h3>{text('finance.effect')}</h3>
      {unreadDays > 0 && <p>{text('finance.daysUnread', { count: unreadDays })}</p>}
      <p>
        {changed === null
          ? text('finance.effect.future')
          : changed.days === 0
            ? text('finance.effect.nothing')
            : text('finance.effect.changed', {
                count: changed.days,
                before: money(changed.before.income),
                after: money(changed.after.income),
              })}
      </p>
      <div className={styles.financeScroll}>
        <table>
          <caption className="visually-hidden">{text('finance.effect')}</caption>
          <ColumnHeads
            labels={[
              text('plant-data.table.period'),
              text('finance.effect.before'),
              text('finance.effect.after'),
              text('finance.saved'),
            ]}
          />
          <tbody>
            {years.map(({ year, before, after }) => (
              <Row
                key={year}
                name={text('finance.effect.year', { year })}
                before={before}
                after={after}
                write={money}
              />
            ))}
            {lastYear.days > 0 && (
              <Row
                name={text('finance.effect.lastYear', { count: lastYear.days })}
                before={lastYear.before}
                after={lastYear.after}
                write={money}
              />
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const Row = ({
  name,
  before,
  after,
  write,
}: Readonly<{ name: string; before: Money; after: Money; write: (amount: number | null) => string }>) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{write(before.income)}</td>
    <td>{write(after.income)}</td>
    <td>{write(after.savings)}</td>
  </tr>
)
