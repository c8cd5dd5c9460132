import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Explain } from '../../ui/explain.tsx'
import './facts-list.css'

/** What the production was worth. */
export function IncomeCard({ system }: Readonly<{ system: OperatingSystem }>) {
  const { text } = useText()
  const format = useFormat()
  const { currency, price } = system
  const rows = (['day', 'month', 'year', 'total'] as const).map((period) => ({
    period,
    amount: system[period].incomeValue,
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
        <p className="facts-empty">{text('plant-data.income.noPrice')}</p>
      ) : (
        <dl className="facts">
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
