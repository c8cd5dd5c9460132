import type { Logger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { UnreadReasons } from '../../../plant/unread-reasons.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { WarningNote } from '../../../ui/warning-note.tsx'
import styles from './logger-card.module.css'
import { type LoggerWarning, warningsOf } from './logger-facts.ts'

/** The problem in plain words, and its consequence. */
export function LoggerWarnings({ report }: Readonly<{ report: Logger }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const warnings = warningsOf(report)
  if (warnings.length === 0) return null
  const title = (warning: LoggerWarning): string => {
    switch (warning.kind) {
      case 'duplicate':
        return text('devices.warning.duplicate', { time: format.moment(warning.atMs, zone) })
      case 'weak':
        return text('devices.warning.weak', { signal: format.percent(warning.percent, 0) })
      default:
        return text(`devices.warning.${warning.kind}`, { count: warning.count })
    }
  }
  return (
    <ul className={styles.loggerCardWarnings}>
      {warnings.map((warning) => (
        <li key={warning.kind}>
          <WarningNote title={title(warning)}>
            <p>{text(`devices.warning.${warning.kind}.why`)}</p>
            {warning.kind === 'undecoded' && <UnreadReasons unread={report.unread} />}
          </WarningNote>
        </li>
      ))}
    </ul>
  )
}
