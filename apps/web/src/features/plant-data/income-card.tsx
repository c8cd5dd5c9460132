import type { PlantFigures } from '../../api/plant-figures.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Explain } from '../../ui/explain.tsx'
import styles from './facts-list.module.css'

/** The value of the production. */
export function IncomeCard({ figures }: Readonly<{ figures: PlantFigures }>) {
  const { text } = useText()
  const format = useFormat()
  const { currency, price } = figures
  const rows = (['day', 'month', 'year', 'total'] as const).map((period) => ({
    period,
    amount: figures[period].income,
  }))
  return (
    <Card
      title={text('plant-data.income')}
      aside={
        price !== null && (
          <>
            {text('unit.perKwh', { currency: format.price(price, currency) })}
            <Explain>{text('plant-data.income.explain')}</Explain>
          </>
        )
      }
    >
      {price === null ? (
        <p className={styles.factsEmpty}>{text('plant-data.income.noPrice')}</p>
      ) : (
        <dl className={styles.facts}>
          {rows.map(({ period, amount }) => (
            <div key={period}>
              <dt>{text(`plant-data.income.${period}`)}</dt>
              <dd>{format.money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
