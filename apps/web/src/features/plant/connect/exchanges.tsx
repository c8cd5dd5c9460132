import type { TargetReport } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './connect.module.css'
import { useAbout } from './use-about.ts'

const spaced = (hex: string): string => hex.replace(/..(?=.)/g, '$& ')

/** The last exchanges with a device, in words and bytes. */
export function Exchanges({ exchanges }: Readonly<{ exchanges: TargetReport['exchanges'] }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const wordsOf = useAbout()
  if (exchanges.length === 0) return null
  return (
    <Card title={text('targets.exchanges')}>
      {exchanges.map(({ at, about, sent, received, outcome, code }) => (
        <details key={`${at} ${sent}`} className={styles.exchange}>
          <summary>
            <b>{format.exact(at, zone)}</b>
            <span>{wordsOf(about)}</span>
            <span className={styles.outcome} data-outcome={outcome}>
              {outcome === 'refused'
                ? text('targets.outcome.refused', { code: code ?? '' })
                : text(`targets.outcome.${outcome}`)}
            </span>
          </summary>
          <dl className={styles.bytes}>
            <div>
              <dt>{text('targets.sent')}</dt>
              <dd>{spaced(sent) || '--'}</dd>
            </div>
            <div>
              <dt>{text('targets.received')}</dt>
              <dd>{spaced(received) || '--'}</dd>
            </div>
          </dl>
        </details>
      ))}
    </Card>
  )
}
