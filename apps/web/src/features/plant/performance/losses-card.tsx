import type { Performance } from '../../../api/performance.ts'
import { LossWords } from '../../../plant/losses/loss-words.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { lossColors } from './loss-looks.ts'
import { toRows } from './loss-rows.ts'
import styles from './performance-page.module.css'

/** From what the light allowed, loss by loss, down to what came: a waterfall whose rows are a table. */
export function LossesCard({ found, name }: Readonly<{ found: Performance; name: string }>) {
  const { text } = useText()
  const format = useFormat()
  const { whole } = found
  const { potentialWh, producedWh, losses } = whole
  const [unit, factor] = potentialWh >= 1e7 ? (['MWh', 1e-6] as const) : (['kWh', 1e-3] as const)
  const energy = (value: number | null): string => format.number(value, 1)
  const percent = (value: number | null): string => format.percent(value, 1)
  const share = (energyWh: number | null): number => (potentialWh > 0 && energyWh !== null ? energyWh / potentialWh : 0)
  const lost = losses.map(({ energyWh }) => energyWh)
  const energies = toRows(whole, lost, factor)
  const percents = toRows(whole, lost, potentialWh > 0 ? 100 / potentialWh : 0)
  const nameOf = (deviceId: number) => found.inverters.find((inverter) => inverter.deviceId === deviceId)?.name
  let reached = 1
  return (
    <Card title={text('performance.losses')} aside={name}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it where it is too wide */}
      <div className={styles.scroll} role="group" aria-label={text('performance.losses')} tabIndex={0}>
        <table className={styles.losses}>
          <thead>
            <tr>
              <th scope="col">{text('performance.losses.what')}</th>
              <th scope="col" className={styles.barHead}>
                <span className="visually-hidden">{text('performance.losses.bar')}</span>
              </th>
              <th scope="col">{unit}</th>
              <th scope="col">{text('performance.losses.share')}</th>
              <th scope="col" className={styles.confidenceCell}>
                {text('performance.losses.confidence')}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{text(whole.judgedDays < whole.days ? 'performance.bound' : 'performance.potential')}</th>
              <Bar color="solar-line" from={0} width={1} outlined />
              <td>{energy(energies.whole)}</td>
              <td>{percent(percents.whole)}</td>
              <td className={styles.confidenceCell} />
            </tr>
            {losses.map((loss, index) => {
              const width = share(loss.energyWh)
              const from = width >= 0 ? reached - width : reached
              reached -= width
              return (
                <tr key={loss.kind}>
                  <th scope="row">
                    {text(`performance.loss.${loss.kind}`)}
                    <LossWords loss={loss} nameOf={nameOf} />
                    {/* Where its column has no room. */}
                    <small className={styles.confidence}>
                      {text('performance.losses.confidenceIs', {
                        confidence: text(`performance.confidence.${loss.confidence}`),
                      })}
                    </small>
                  </th>
                  <Bar color={lossColors[loss.kind]} from={from} width={Math.abs(width)} />
                  <td>{energy(energies.losses[index] ?? null)}</td>
                  <td>{percent(percents.losses[index] ?? null)}</td>
                  <td className={styles.confidenceCell}>{text(`performance.confidence.${loss.confidence}`)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text('performance.produced')}</th>
              <Bar color="solar" from={0} width={share(producedWh)} />
              <td>{energy(energies.produced)}</td>
              <td>{percent(percents.produced)}</td>
              <td className={styles.confidenceCell} />
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

function Bar({
  color,
  from,
  width,
  outlined = false,
}: Readonly<{ color: string; from: number; width: number; outlined?: boolean }>) {
  const left = Math.min(1, Math.max(0, from))
  return (
    <td aria-hidden="true" className={styles.barCell}>
      <i
        className={outlined ? styles.barOutlined : styles.bar}
        style={{ left: `${left * 100}%`, width: `${Math.min(1 - left, width) * 100}%`, color: `var(--${color})` }}
      />
    </td>
  )
}
