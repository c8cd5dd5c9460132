import type { Range, Ranges } from '../../../../api/compare.ts'
import type { Energies } from '../../../../api/plant-figures.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CompareBars } from './compare-bars.tsx'
import styles from './compare-card.module.css'
import { areComparable, type ComparisonKind, changeOf } from './compare-state.ts'

const rows = [
  ['production', 'pvWh'],
  ['consumption', 'loadWh'],
  ['selfUse', 'pvToLoadWh'],
  ['fedIn', 'exportWh'],
  ['bought', 'importWh'],
  ['charged', 'chargeWh'],
  ['discharged', 'dischargeWh'],
] as const satisfies readonly (readonly [string, keyof Energies])[]

type Props = Readonly<{ data: Ranges; kinds: readonly ComparisonKind[]; isStale: boolean }>

/** Each energy of the range beside the same of the others, with the difference in percent. */
export function CompareTable({ data, kinds, isStale }: Props) {
  const { text } = useText()
  const format = useFormat()
  const [own, ...others] = data.ranges
  if (own === undefined) return null
  const nameOf = ({ from, to }: Range): string => `${format.date(from)} – ${format.date(to)}`
  // A period without measurements has no row.
  const shown = rows.filter(([, part]) => data.ranges.some(({ whole }) => whole[part] !== null))
  const hasIncome = data.ranges.some(({ whole }) => whole.income !== null)
  const change = (other: Range, now: number | null, then: number | null) => {
    const percent = areComparable(own, other) ? changeOf(now, then) : null
    if (percent === null) return null
    return <small className={styles.compareChange}>{`${percent > 0 ? '+' : ''}${format.percent(percent, 0)}`}</small>
  }
  return (
    <div className={cx(styles.compareBody, isStale && styles.compareStale)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div className={styles.compareScroll} role="group" aria-label={text('compare.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('compare.energy')}</th>
              <th scope="col">
                {text('compare.own')}
                <small>{nameOf(own)}</small>
              </th>
              {others.map((range, at) => (
                <th key={`${kinds[at]} ${range.from}`} scope="col">
                  {text(`compare.with.${kinds[at] ?? 'chosen'}`)}
                  <small>{nameOf(range)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(([name, part]) => (
              <tr key={name}>
                <th scope="row">{text(`compare.energy.${name}`)}</th>
                <td>{format.energyWh(own.whole[part]).text}</td>
                {others.map((range, at) => (
                  <td key={`${kinds[at]} ${range.from}`}>
                    {format.energyWh(range.whole[part]).text}
                    {change(range, own.whole[part], range.whole[part])}
                  </td>
                ))}
              </tr>
            ))}
            {hasIncome && (
              <tr>
                <th scope="row">{text('compare.income')}</th>
                <td>{moneyOf(own, data.currency, format.money)}</td>
                {others.map((range, at) => (
                  <td key={`${kinds[at]} ${range.from}`}>
                    {moneyOf(range, data.currency, format.money)}
                    {change(range, own.whole.income, range.whole.income)}
                  </td>
                ))}
              </tr>
            )}
            <tr>
              <th scope="row">{text('compare.days')}</th>
              {data.ranges.map((range) => (
                <td key={range.from}>
                  {text('compare.days.of', {
                    known: format.count(range.known),
                    count: format.count(range.days.length),
                  })}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className={styles.compareNote}>{text('compare.note')}</p>
      <CompareBars ranges={data.ranges} kinds={kinds} />
    </div>
  )
}

const moneyOf = (
  { whole }: Range,
  currency: string,
  write: (amount: number | null, currency: string) => string,
): string => write(whole.income, currency)
