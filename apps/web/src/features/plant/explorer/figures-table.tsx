import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Figure } from './explorer-beside.ts'
import type { ExplorerLine } from './explorer-lines.ts'
import styles from './explorer-page.module.css'

type Props = Readonly<{ figures: readonly Figure[]; lines: readonly ExplorerLine[] }>

/** Below the curves: sums of energies, means of the rest, and how far they are apart. */
export function FiguresTable({ figures, lines }: Props) {
  const { text } = useText()
  const format = useFormat()
  const write = ({ id, amount }: Figure): string => {
    const line = lines.find((item) => item.id === id)
    if (amount === null || line === undefined) return '--'
    if (line.source.divisorKw !== null)
      return `${format.number(amount / 1000, 2)} ${line.unit === 'Wh' ? 'kWh' : 'kW'}/kW`
    return format.quantity({ unit: line.unit }, amount).text
  }
  const isScaled = figures.some(({ perKw }) => perKw !== null)
  return (
    <Card title={text('explorer.figures')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div className={styles.figures} role="group" aria-label={text('explorer.figures')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('explorer.figures.line')}</th>
              <th scope="col">{text('explorer.figures.amount')}</th>
              {isScaled && <th scope="col">{text('explorer.figures.perKw')}</th>}
              <th scope="col">{text('explorer.figures.change')}</th>
            </tr>
          </thead>
          <tbody>
            {figures.map((figure) => (
              <tr key={figure.id}>
                <th scope="row">{figure.name}</th>
                <td>
                  {write(figure)}
                  {figure.kind === 'mean' && figure.amount !== null && <small>{text('explorer.figures.mean')}</small>}
                </td>
                {isScaled && (
                  <td>{figure.perKw === null ? '--' : `${format.number(figure.perKw / 1000, 2)} kWh/kWp`}</td>
                )}
                <td>
                  {figure.change === null ? '--' : `${figure.change > 0 ? '+' : ''}${format.percent(figure.change, 1)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
