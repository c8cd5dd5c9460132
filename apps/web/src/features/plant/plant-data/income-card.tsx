import { formatWholeMonth } from '@heliograph/domain/format/date.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PlantView, plantPath } from '../../../address/paths.ts'
import type { Energies, PlantFigures } from '../../../api/plant-figures.ts'
import { isCurrentPeriod, periodKey } from '../../../charts/period/period.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Explain } from '../../../ui/explain.tsx'
import { type ChosenPeriod, usePeriodValues } from './chosen-period.ts'
import { DayPrices } from './day-prices.tsx'
import styles from './facts-list.module.css'
import { Money } from './money.tsx'
import { nameOfKey } from './period-bars-data.ts'
import { statsQuery } from './queries.ts'

type Props = Readonly<{ period: ChosenPeriod; figures: PlantFigures }>

const order = ['day', 'month', 'year', 'total'] as const

/** Production and income of the chosen period and the longer ones around it. */
export function IncomeCard({ period, figures }: Props) {
  const { text } = useText()
  const format = useFormat()
  const chosen = usePeriodValues(period, figures).energies
  const around = useAround(period, figures)
  const { currency, price, isPriced } = figures
  const [isExplained, setExplained] = useState(false)
  const rows = order.slice(order.indexOf(period.view)).map((view) => ({
    view,
    name: isCurrentPeriod(view, period.date, period.today)
      ? text(`plant-data.income.${view}`)
      : nameOfKey(periodKey(view, period.date), format),
    energies: view === period.view ? chosen : around[view],
  }))
  const isEstimated = rows.some(({ energies }) => energies?.byPower.includes('generation'))
  return (
    <Card
      title={text('plant-period.income')}
      aside={
        isPriced && (
          <>
            {price === null
              ? text('finance.income.byTariff')
              : text('unit.perKwh', { currency: format.price(price, currency) })}
            <Explain of={text('plant-period.income')} onOpen={() => setExplained(true)}>
              <p>{text(price === null ? 'finance.income.explain' : 'plant-data.income.explain')}</p>
              {isExplained && period.view === 'day' && <DayPrices date={period.date} isToday={period.isCurrent} />}
            </Explain>
          </>
        )
      }
    >
      <dl className={styles.facts}>
        {rows.map(({ view, name, energies }) => (
          <div key={view} aria-current={view === period.view || undefined}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.factsSecond}>{format.energyWh(energies?.pvWh).text}</span>
              {isPriced && <Money amount={energies?.income} currency={currency} />}
            </dd>
          </div>
        ))}
      </dl>
      {isEstimated && <p className={styles.factsNote}>{text('plant-data.byPower.mark')}</p>}
      <Saved energies={chosen} currency={currency} />
      {chosen?.withoutVat && (
        <p className={styles.factsNote}>
          {text('finance.vat.income', { amount: format.money(chosen.withoutVat.income, currency) })}
        </p>
      )}
      {!isPriced && <p className={styles.factsNote}>{text('plant-data.income.noPrice')}</p>}
      {period.view === 'month' && <LetterLink month={periodKey('month', period.date)} />}
    </Card>
  )
}

/** @param month `YYYY-MM` */
function LetterLink({ month }: Readonly<{ month: string }>) {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  return (
    <p className={styles.factsNote}>
      <Link to={plantPath('letter', { id: plantId, date: `${month}-01` })}>
        {text('plant-data.letter', { month: formatWholeMonth(month, format.locale) })}
      </Link>
    </p>
  )
}

/** The bill of the chosen period beside that of a house without the plant, where both are known; or what was fed in. */
function Saved({ energies, currency }: Readonly<{ energies: Energies | undefined; currency: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { savings = null } = energies ?? {}
  // A day whose production is missing has a cost and no savings: it is in neither side of the sentence.
  const { cost = null, feedIn = null, withoutPlant = null } = energies?.billed ?? energies ?? {}
  if (savings === null || (withoutPlant === null && savings !== feedIn)) return null
  const money = (amount: number | null): string => format.money(amount, currency)
  const paid = feedIn ?? 0
  const bill = { saved: money(savings), without: money(withoutPlant), cost: money(cost) }
  return (
    <p className={styles.factsNote} data-part="saved">
      {withoutPlant === null
        ? text('finance.saved.fedIn', { saved: money(savings) })
        : paid < 0
          ? text('finance.saved.lineOwed', { ...bill, owed: money(-paid) })
          : text('finance.saved.line', { ...bill, paid: money(paid) })}
    </p>
  )
}

/** Month, year and total around a period: of a current one they are known, of another they are asked for. */
function useAround(
  { view, date, today }: ChosenPeriod,
  figures: PlantFigures,
): Readonly<Record<PlantView, Energies | undefined>> {
  const { plantId } = useCurrentPlant()
  const isAsked = (item: 'month' | 'year'): boolean =>
    order.indexOf(item) > order.indexOf(view) && !isCurrentPeriod(item, date, today)
  const month = useQuery({
    ...statsQuery(plantId, 'month', periodKey('month', date), false),
    enabled: isAsked('month'),
  })
  const year = useQuery({ ...statsQuery(plantId, 'year', periodKey('year', date), false), enabled: isAsked('year') })
  const loaded = ({ data, isPlaceholderData }: typeof month) => (isPlaceholderData ? undefined : data?.energies)
  return {
    day: figures.day,
    month: isCurrentPeriod('month', date, today) ? figures.month : loaded(month),
    year: isCurrentPeriod('year', date, today) ? figures.year : loaded(year),
    total: figures.total,
  }
}
