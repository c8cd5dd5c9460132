import { useState } from 'react'
import { type FlowCompared, type ImportFlow, importFlows, type MonthCompared } from '../../../api/imports.ts'
import { Swatch } from '../../../charts/swatch.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { colorOf } from './flow-look.ts'
import styles from './months-part.module.css'

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'))

/** The months of a file beside those of the plant: one row of bars for each year, on one scale. */
export function MonthsPart({ months }: Readonly<{ months: readonly MonthCompared[] }>) {
  const { text } = useText()
  const format = useFormat()
  const flows = importFlows.filter((flow) => months.some((month) => month.flows[flow]?.fileWh != null))
  const [chosen, setChosen] = useState<ImportFlow>()
  const flow = chosen !== undefined && flows.includes(chosen) ? chosen : flows[0]
  if (flow === undefined) return null
  const byMonth = new Map(months.map((item) => [item.month, item.flows[flow]]))
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const most = Math.max(...[...byMonth.values()].flatMap((item) => [item?.fileWh ?? 0, item?.plantWh ?? 0]))
  const hasPlant = [...byMonth.values()].some((item) => item?.plantWh != null)
  const color = { color: `var(--${colorOf[flow]})` }
  const titleOf = (month: string, { fileWh, plantWh }: FlowCompared): string =>
    [
      format.month(month),
      `${text('imports.side.file')}: ${format.energyWh(fileWh).text}`,
      ...(hasPlant ? [`${text('imports.side.plant')}: ${format.energyWh(plantWh).text}`] : []),
    ].join('\n')
  return (
    <section className={styles.importMonths} aria-label={text('imports.byMonth')}>
      <header>
        <h4>{text('imports.byMonth')}</h4>
        {flows.length > 1 && (
          <div className={styles.importFlows}>
            <Segmented
              label={text('imports.byMonth')}
              value={flow}
              options={flows.map((value) => ({ value, label: text(`imports.flow.${value}`) }))}
              onChange={setChosen}
            />
          </div>
        )}
      </header>
      <p className={styles.importLegend}>
        <span>
          <Swatch color={colorOf[flow]} look="block" /> {text('imports.side.file')}
        </span>
        {hasPlant && (
          <span>
            <Swatch color="text-3" look="stripes" /> {text('imports.side.plant')}
          </span>
        )}
      </p>
      <div className={styles.importYears} aria-hidden="true">
        {years.map((year) => (
          <div key={year} className={styles.importYear}>
            <b>{year}</b>
            <ol>
              {MONTHS.map((number) => {
                const item = byMonth.get(`${year}-${number}`)
                return (
                  <li key={number} title={item && titleOf(`${year}-${number}`, item)}>
                    <span className={styles.importPair}>
                      {item && <Bar value={item.fileWh} most={most} part="file" style={color} />}
                      {item && hasPlant && <Bar value={item.plantWh} most={most} part="plant" style={{}} />}
                    </span>
                    <small>{format.monthName(`${year}-${number}`)}</small>
                  </li>
                )
              })}
            </ol>
          </div>
        ))}
      </div>
      <details>
        <summary>{text('imports.byMonth.table')}</summary>
        <div className={styles.importScroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('imports.month')}</th>
                {(['file', 'plant', 'after'] as const).map((side) => (
                  <th key={side} scope="col">
                    {text(`imports.side.${side}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...byMonth].map(
                ([month, item]) =>
                  item && (
                    <tr key={month}>
                      <th scope="row">{format.month(month)}</th>
                      <td>{format.energyWh(item.fileWh).text}</td>
                      <td>{format.energyWh(item.plantWh).text}</td>
                      <td>{format.energyWh(item.afterWh).text}</td>
                    </tr>
                  ),
              )}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

function Bar({
  value,
  most,
  part,
  style,
}: Readonly<{ value: number | null; most: number; part: 'file' | 'plant'; style: Readonly<{ color?: string }> }>) {
  if (value === null) return <i />
  // Something is not nothing, however small.
  const height = most > 0 && value > 0 ? Math.max(2, (value / most) * 100) : 0
  return <i data-side={part} style={{ ...style, height: `${height}%` }} />
}
