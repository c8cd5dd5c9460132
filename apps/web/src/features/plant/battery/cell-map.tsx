import { type CSSProperties, useState } from 'react'
import type { Battery } from '../../../api/batteries.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from './battery-page.module.css'
import { type CellView, toCellRows } from './cell-rows.ts'

/** Every reported cell, shaded between the lowest and the highest of all; the ends of each module are marked. */
export function CellMap({ batteries }: Readonly<{ batteries: readonly Battery[] }>) {
  const { text } = useText()
  const format = useFormat()
  const [view, setView] = useState<CellView>('voltage')
  const rows = toCellRows(batteries, view)
  const count = Math.max(0, ...batteries.flatMap(({ cells }) => cells.map(({ number }) => number)))
  if (count === 0) return null
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const write = (value: number): string =>
    view === 'voltage'
      ? format.number(value, 3)
      : format.number(format.temperatureUnit === 'F' ? value * 1.8 + 32 : value, 1)
  const unit = view === 'voltage' ? 'V' : `°${format.temperatureUnit}`
  return (
    <Card
      title={text('battery.cells')}
      aside={
        <Segmented
          label={text('battery.cells.view')}
          value={view}
          options={[
            { value: 'voltage', label: text('battery.cells.voltage') },
            { value: 'temperature', label: text('battery.cells.temperature') },
          ]}
          onChange={setView}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="muted">{text('battery.cells.noTemperature')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <figure className={styles.cellScroll} aria-label={text('battery.cells')} tabIndex={0}>
          <table className={styles.cellMap}>
            <caption className="visually-hidden">{text('battery.cells')}</caption>
            <thead>
              <tr>
                <th scope="col">{unit}</th>
                {numbers.map((number) => (
                  <th key={number} scope="col">
                    {number}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ battery, cells }) => (
                <tr key={battery.deviceId}>
                  <th scope="row">{battery.name}</th>
                  {numbers.map((number) => {
                    const cell = cells.find((item) => item.number === number)
                    return cell ? (
                      <td
                        key={number}
                        className={cx(styles.cell, cell.end && styles.cellEnd)}
                        style={{ '--share': cell.share.toFixed(3) } as CSSProperties}
                      >
                        {write(cell.value)}
                        {cell.end && (
                          <>
                            <i aria-hidden="true">{cell.end === 'highest' ? '▲' : '▼'}</i>
                            <span className="visually-hidden">{text(`battery.cells.${cell.end}`)}</span>
                          </>
                        )}
                      </td>
                    ) : (
                      <td key={number} className={styles.cellNone}>
                        --
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </figure>
      )}
      <p className={styles.cellLegend}>{text('battery.cells.legend')}</p>
    </Card>
  )
}
