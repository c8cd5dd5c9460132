import { useMemo } from 'react'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import styles from './chart-table.module.css'
import { type TableCell, type TableData, toTabs } from './table-data.ts'

/** A browser draws some hundred rows at once without stutter; the file has them all. */
const MOST_ROWS = 1_500

/** The chart's values as a table: for screen readers, for copying, for people who prefer tables. */
export function ChartTable({ label, data }: Readonly<{ label: string; data: TableData }>) {
  const { text } = useText()
  const format = useFormat()
  const shown = useMemo(() => data.rows.slice(0, MOST_ROWS), [data])
  const write = (cell: TableCell, decimals: number): string =>
    typeof cell === 'string' ? cell : format.number(cell, decimals)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toTabs(data))
      showToast(text('chart.copied'), 'ok')
    } catch {
      showToast(text('chart.copyFailed'), 'warn')
    }
  }
  return (
    <div className={styles.chartTable} data-part="chart-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <figure className={styles.chartTableScroll} aria-label={label} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{data.rowName}</th>
              {data.columns.map(({ id, name, unit }) => (
                <th key={id} scope="col">
                  {name}
                  {unit !== '' && <small>{unit}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  {row.note && <small>{row.note}</small>}
                </th>
                {data.columns.map(({ id, decimals }, index) => (
                  <td key={id}>{write(row.cells[index] ?? null, decimals)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {data.total && data.rows.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{data.total.name}</th>
                {data.columns.map(({ id, decimals }, index) => (
                  <td key={id}>{write(data.total?.cells[index] ?? null, decimals)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        {data.rows.length === 0 && <p className={styles.chartTableNote}>{text('chart.nothing')}</p>}
      </figure>
      <div className={styles.chartTableFoot}>
        <span className={styles.chartTableNote}>
          {data.rows.length > shown.length &&
            text('chart.firstRows', { shown: format.count(shown.length), total: format.count(data.rows.length) })}
        </span>
        <Button size="s" kind="quiet" icon="copy" onClick={() => void copy()}>
          {text('chart.copy')}
        </Button>
      </div>
    </div>
  )
}
