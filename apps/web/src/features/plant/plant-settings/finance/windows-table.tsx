import type { SeasonWeek } from '@heliograph/domain/tariff/week.ts'
import { toWindows } from '@heliograph/domain/tariff/week.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ColumnHeads } from '../../../../ui/column-heads.tsx'
import { levelColor } from './level-color.ts'
import styles from './week.module.css'
import { clockOf, weekdayName } from './week-picture.tsx'

/** The windows of a week as a table: what the picture shows. */
export function WindowsTable({
  season,
  prices,
  currency,
  label,
}: Readonly<{ season: SeasonWeek; prices: readonly (number | null)[]; currency: string; label: string }>) {
  const { text } = useText()
  const format = useFormat()
  // Levels stand in for prices that are not typed yet.
  const windows = toWindows(
    season.week,
    prices.map((_, level) => level),
  )
  const list = new Intl.ListFormat(format.locale, { type: 'unit', style: 'narrow' })
  return (
    <table className={styles.weekWindows}>
      <caption className="visually-hidden">{label}</caption>
      <ColumnHeads labels={(['days', 'time', 'price'] as const).map((column) => text(`finance.windows.${column}`))} />
      <tbody>
        {windows.map(({ days, fromMinute, toMinute, price: level }) => (
          <tr key={`${days.join()} ${fromMinute}`}>
            <th scope="row">
              {days.length === 7
                ? text('finance.windows.every')
                : list.format(days.map((day) => weekdayName(day, format.locale)))}
            </th>
            <td>
              {clockOf(fromMinute)}–{clockOf(toMinute)}
            </td>
            <td>
              <i style={{ background: levelColor(level, prices.length) }} />
              {format.price(prices[level], currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
