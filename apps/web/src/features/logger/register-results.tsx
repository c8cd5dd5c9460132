import type { CallReply } from '@heliograph/contract/calls.ts'
import { useText } from '../../texts/use-text.tsx'
import { Pill, type Tone } from '../../ui/status.tsx'
import styles from './logger-page.module.css'

export type Registered = CallReply<'POST /maintain-s/power/system/{id}/v2/gateway'>['data'][number]

const toneOf: Readonly<Record<Registered['result'], Tone>> = {
  REGISTERED: 'ok',
  ALREADY_HERE: 'neutral',
  WAITING: 'warn',
  INVALID: 'fault',
}

/** What became of each serial number. */
export function RegisterResults({ rows }: Readonly<{ rows: readonly Registered[] }>) {
  const { text } = useText()
  return (
    <div role="status">
      {rows.length > 0 && (
        <ul className={styles.loggerResults}>
          {rows.map((row) => (
            <li key={row.deviceSn}>
              <span className={styles.loggerSerial}>{row.deviceSn}</span>
              <Pill tone={toneOf[row.result]}>{text(`logger.result.${row.result}`)}</Pill>
              {(row.result === 'WAITING' || row.result === 'INVALID') && (
                <span className="tiny muted">{text(`logger.result.${row.result}.hint`)}</span>
              )}
              {row.waitingRecords > 0 && (
                <span className="tiny muted">{text('logger.result.waiting', { count: row.waitingRecords })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
