import type { CSSProperties } from 'react'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { type HeatCell, type HeatSet, largestOf, sharesOfBest, toCells } from './heat-data.ts'
import styles from './heat-table.module.css'
import { labelsOf } from './plot-frame.ts'

/** One unit for all cells, and digits that fit into them. */
export function heatScale(set: HeatSet): Readonly<{ unit: string; factor: number; decimals: number }> {
  const most = largestOf(set)
  const { unit, factor } = labelsOf(set.unit, { min: 0, max: most, step: most || 1 })
  return { unit, factor, decimals: most / factor >= 100 ? 0 : 1 }
}

type Props = Readonly<{ label: string; rowName: string; set: HeatSet }>

/** Many rows over the same periods, shaded by value; what lags behind its column has a mark. */
export function HeatTable({ label, rowName, set }: Props) {
  const { text } = useText()
  const format = useFormat()
  const cells = toCells(set)
  const shares = sharesOfBest(set)
  const scale = heatScale(set)
  return (
    <div className={styles.heatTable} data-part="heat-table">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div className={styles.heatTableScroll} role="group" aria-label={label} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">
                {rowName}
                {scale.unit !== '' && ` (${scale.unit})`}
              </th>
              {set.columns.map(({ key, label: short, title }) => (
                <th key={key} scope="col" title={title}>
                  {short}
                </th>
              ))}
              <th scope="col">{text('chart.heat.best')}</th>
            </tr>
          </thead>
          <tbody>
            {set.rows.map(({ id, name }, row) => (
              <tr key={id}>
                <th scope="row" title={name}>
                  {name}
                </th>
                {set.columns.map(({ key, title }, column) => (
                  <Cell
                    key={key}
                    cell={cells[row]?.[column]}
                    words={`${name}, ${title}: ${format.quantity({ unit: set.unit }, cells[row]?.[column]?.value).text}`}
                    scale={scale}
                  />
                ))}
                <td className={styles.heatBest}>{format.percent((shares[row] ?? Number.NaN) * 100, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.heatLegend}>
        <i className={cx(styles.heatCell, styles.heatCellLow)} aria-hidden="true" />
        {text('chart.heat.legend')}
      </p>
    </div>
  )
}

type CellProps = Readonly<{
  cell: HeatCell | undefined
  words: string
  scale: Readonly<{ factor: number; decimals: number }>
}>

function Cell({ cell, words, scale }: CellProps) {
  const { text } = useText()
  const format = useFormat()
  if (!cell || cell.value === null)
    return (
      <td className={styles.heatCellNone} title={words}>
        --
      </td>
    )
  const low = cell.isLow ? text('chart.heat.low') : undefined
  return (
    <td
      className={cx(styles.heatCell, cell.isLow && styles.heatCellLow)}
      style={{ '--share': cell.share.toFixed(3) } as CSSProperties}
      title={low ? `${words}. ${low}` : words}
    >
      {format.number(cell.value / scale.factor, scale.decimals)}
      {low && <span className="visually-hidden">{low}</span>}
    </td>
  )
}
