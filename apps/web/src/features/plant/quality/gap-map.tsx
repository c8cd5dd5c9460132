import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import type { DayQuality } from '../../../api/quality.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { lookOf, wholePercent } from './findings.ts'
import styles from './gap-map.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const looks = { none: styles.gapNone, full: styles.gapFull, part: styles.gapPart, gap: styles.gapGap }

/** The hours of each day: complete, in part, or without data. A day leads to its curve. */
export function GapMap({
  plantId,
  days,
  label,
}: Readonly<{ plantId: number; days: readonly DayQuality[]; label: string }>) {
  const { text } = useText()
  const format = useFormat()
  const write = (share: number | null): string => {
    const look = lookOf(share)
    return look === 'gap' ? '×' : look === 'part' ? format.number(wholePercent(share ?? 0), 0) : ''
  }
  // A phone has no room for hours of the night in which nothing is ever due.
  const used = hours.filter((hour) => days.some(({ hours: shares }) => (shares[hour] ?? null) !== null))
  const [from = 0, to = 23] = [used[0], used.at(-1)]
  const isIdle = (hour: number): boolean => hour < from || hour > to
  const say = (date: string, hour: number, share: number | null): string =>
    text('quality.map.cell', {
      date: format.date(date),
      hour: `${String(hour).padStart(2, '0')}:00`,
      what: share === null ? text('quality.map.none') : format.percent(wholePercent(share), 0),
    })
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div className={styles.gapScroll} role="group" aria-label={label} tabIndex={0}>
        <table className={styles.gapMap}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{text('quality.map.day')}</th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className={cx(isIdle(hour) && styles.gapIdle)}>
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, hours: shares }) => (
              <tr key={date}>
                <th scope="row">
                  <Link to={plantPath('data', { id: plantId, date })}>{format.dayAndMonth(date)}</Link>
                </th>
                {hours.map((hour) => {
                  const share = shares[hour] ?? null
                  return (
                    <td
                      key={hour}
                      className={cx(looks[lookOf(share)], isIdle(hour) && styles.gapIdle)}
                      title={say(date, hour, share)}
                    >
                      {write(share)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.gapLegend}>
        <li>
          <i className={styles.gapFull} /> {text('quality.map.full')}
        </li>
        <li>
          <i className={styles.gapPart}>50</i> {text('quality.map.part')}
        </li>
        <li>
          <i className={styles.gapGap}>×</i> {text('quality.map.gap')}
        </li>
        <li>
          <i className={styles.gapNone} /> {text('quality.map.none')}
        </li>
      </ul>
    </>
  )
}
