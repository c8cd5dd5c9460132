import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import type { DayPriceFigures } from '../../../api/finance.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './day-prices.module.css'
import { dayPricesQuery } from './queries.ts'

/** The prices by which a day's money is counted, where they change during the day. */
export function DayPrices({ date, isToday }: Readonly<{ date: string; isToday: boolean }>) {
  const { plantId } = useCurrentPlant()
  const { data, error } = useQuery(dayPricesQuery(plantId, date, isToday))
  if (error && !data) return <ErrorPanel compact failure={error} />
  if (!data) return <Skeleton height={150} />
  const { currency, ...parts } = data
  const changes = (figures: DayPriceFigures | null): boolean =>
    figures?.hours.some(({ price }) => price === null || price !== figures.min) ?? false
  if (!changes(parts.purchase) && !changes(parts.feedIn)) return null
  return (['purchase', 'feedIn'] as const).map((part) => {
    const figures = parts[part]
    return figures && <Direction key={part} part={part} figures={figures} currency={currency} />
  })
}

const names = { purchase: 'finance.purchase', feedIn: 'finance.feedIn' } as const

type Props = Readonly<{ part: 'purchase' | 'feedIn'; figures: DayPriceFigures; currency: string }>

function Direction({ part, figures, currency }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { min, mean, max, weighted, isUnpriced, hours } = figures
  const price = (amount: number | null): string => format.price(amount, currency)
  const perKwh = (amount: number | null): string => text('unit.perKwh', { currency: price(amount) })
  const isEven = min === max
  const facts = [
    isEven ? min !== null && perKwh(min) : text('finance.range', { low: price(min), high: perKwh(max) }),
    !isEven && text('finance.day.mean', { price: price(mean) }),
    !isEven && weighted !== null && text('finance.day.weighted', { price: price(weighted) }),
  ]
  const [first] = hours
  const spans =
    min === null && first
      ? format.date(localDate(first.atMs, zone))
      : withoutPrice(hours)
          .map(({ fromMs, toMs }) =>
            text('finance.market.known', { from: format.timeOfDay(fromMs, zone), to: format.timeOfDay(toMs, zone) }),
          )
          .join(' · ')
  const decimals = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)) < 10 ? 4 : 2
  return (
    <section className={styles.dayPrices}>
      <b>{text(names[part])}</b>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {spans && <p>{text('finance.day.none', { spans })}</p>}
      {isUnpriced && <p className={styles.dayPricesUnknown}>{text('finance.day.unknown')}</p>}
      {!isEven && (
        <ol className={styles.dayPricesHours}>
          {hours.map((hour) => (
            <li key={hour.atMs}>
              <span>{format.timeOfDay(hour.atMs, zone)}</span> {format.number(hour.price, decimals)}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Hours in a row that have no price. */
export function withoutPrice(hours: DayPriceFigures['hours']): readonly Readonly<{ fromMs: number; toMs: number }>[] {
  const spans: { fromMs: number; toMs: number }[] = []
  for (const { atMs, price } of hours) {
    if (price !== null) continue
    const open = spans.at(-1)
    if (open?.toMs === atMs) open.toMs += HOUR_MS
    else spans.push({ fromMs: atMs, toMs: atMs + HOUR_MS })
  }
  return spans
}
