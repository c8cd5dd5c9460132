import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx, lookOf } from '../../../ui/class-names.ts'
import styles from './communication-page.module.css'
import { lookOfShare, shareOf } from './report-days.ts'

type Cell = Readonly<{ expected: number; received: number }>
type Props = Readonly<{
  /** One row per logger. */
  rows: readonly Readonly<{ id: string; name: string; dayOf: (date: string) => Cell | undefined }>[]
  dates: readonly string[]
  label: string
}>

/** Where the days do not fit, the newest are what a person came for. */
const showNewest = (element: HTMLElement | null): void => {
  if (element) element.scrollLeft = element.scrollWidth
}

/** A calendar: loggers by days, each with its share of received records. */
export function DayStrip({ rows, dates, label }: Props) {
  const { text } = useText()
  const format = useFormat()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <figure key={dates.length} ref={showNewest} className={styles.stripScroll} aria-label={label} tabIndex={0}>
        <table className={styles.strip}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{text('communication.logger')}</th>
              {dates.map((date) => (
                <th key={date} scope="col" title={format.weekdayAndDate(date)}>
                  {/* Not the words of a date: columns are narrow. */}
                  {format.count(Number(date.slice(8)))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, dayOf }) => (
              <tr key={id}>
                <th scope="row" title={name}>
                  {name}
                </th>
                {dates.map((date) => {
                  const cell = dayOf(date)
                  const percent = cell ? shareOf(cell) : null
                  const look = lookOfShare(percent)
                  const words = text(cell && percent !== null ? 'communication.cell' : 'communication.cell.none', {
                    date: format.date(date),
                    received: format.count(cell?.received),
                    expected: format.count(cell?.expected),
                  })
                  return (
                    <td key={date} className={cx(styles.stripCell, lookOf(styles, 'strip', look))} title={words}>
                      {percent === null ? '--' : Math.trunc(percent)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
      <p className={styles.stripLegend}>{text('communication.legend')}</p>
    </>
  )
}
