import { getMedian } from '@heliograph/domain/performance/clear-slots.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import type { InverterYield } from '../../../api/performance.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './performance-page.module.css'

/** A plant of a hundred inverters shows its weakest. */
const MOST = 20

/** Siblings side by side: energy per kWp, the weakest first. */
export function InvertersCard({ inverters, name }: Readonly<{ inverters: readonly InverterYield[]; name: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const sorted = [...inverters].sort((a, b) => a.specificYieldH - b.specificYieldH).slice(0, MOST)
  const best = Math.max(...inverters.map(({ specificYieldH }) => specificYieldH))
  const middle = getMedian(inverters.map(({ specificYieldH }) => specificYieldH)) ?? 0
  return (
    <Card title={text('performance.inverters')} aside={name}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it where it is too wide */}
      <div className={styles.scroll} role="group" aria-label={text('performance.inverters')} tabIndex={0}>
        <table className={styles.losses}>
          <thead>
            <tr>
              <th scope="col">{text('performance.inverters.name')}</th>
              <th scope="col" className={styles.barHead}>
                <span className="visually-hidden">{text('performance.losses.bar')}</span>
              </th>
              <th scope="col">kWh/kWp</th>
              <th scope="col">{text('performance.inverters.beside')}</th>
              <th scope="col">kWp</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ deviceId, name, capacityWp, specificYieldH }) => (
              <tr key={deviceId}>
                <th scope="row">
                  <Link to={deviceDetailPath(deviceId, { id: plantId })}>{name}</Link>
                </th>
                <td aria-hidden="true" className={styles.barCell}>
                  <i
                    className={styles.bar}
                    style={{
                      left: 0,
                      width: `${best > 0 ? (specificYieldH / best) * 100 : 0}%`,
                      color: 'var(--solar)',
                    }}
                  />
                </td>
                <td>{format.number(specificYieldH, 2)}</td>
                <td>{middle > 0 ? format.percent((specificYieldH / middle) * 100, 1) : '--'}</td>
                <td>{format.number(capacityWp / 1000, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {joinSentences([
          text('performance.inverters.note'),
          inverters.length > MOST && text('performance.inverters.more', { shown: MOST, count: inverters.length }),
        ])}
      </p>
    </Card>
  )
}
