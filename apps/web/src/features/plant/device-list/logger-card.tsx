import { replacePath } from '../../../address/paths.ts'
import type { Logger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { StatusPill } from '../../../plant/status-badge.tsx'
import { UnreadReasons } from '../../../plant/unread-reasons.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { WarningNote } from '../../../ui/warning-note.tsx'
import type { DeviceItem } from './device-items.ts'
import { DeviceMark } from './device-parts.tsx'
import styles from './logger-card.module.css'
import { LoggerConnection } from './logger-connection.tsx'
import { type LoggerWarning, warningsOf } from './logger-facts.ts'
import { SignalBars } from './signal-bars.tsx'

/** The problem in plain words, and its consequence. */
function LoggerWarnings({ report }: Readonly<{ report: Logger }>) {
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

const steps = ['waiting', 'seen', 'data'] as const

type Props = Readonly<{ item: DeviceItem; report: Logger }>

/** One logger: its progress, its signal, and problems with its data. */
export function LoggerCard({ item, report }: Props) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  // It has neither a radio nor a firmware.
  const isProgram = report.ownership === 'posted'
  return (
    <article
      className={cx(cardStyles.card, styles.loggerCard)}
      data-part="card"
      aria-label={text('devices.logger.name', { serial: report.name || report.serial })}
    >
      <div className={styles.loggerCardHead}>
        <DeviceMark type="COLLECTOR" />
        <div>
          <h3>{report.name || report.serial}</h3>
          <small>
            {isProgram
              ? text('devices.logger.wire.readings')
              : report.firmware || text('devices.logger.firmware.unknown')}
          </small>
        </div>
        {!isProgram && <SignalBars percent={report.signalPercent} />}
        <StatusPill status={item.status} reason={item.row.reason} />
      </div>
      <ol className={styles.loggerCardSteps} aria-label={text('devices.logger.progress')}>
        {steps.map((step, index) => {
          const reached = index <= steps.indexOf(report.state)
          return (
            <li
              key={step}
              className={cx(reached && styles.loggerCardReached)}
              aria-current={step === report.state || undefined}
            >
              {reached ? <Icon name="check" size={14} /> : <i />}
              {text(`devices.logger.step.${step}`)}
            </li>
          )
        })}
      </ol>
      <LoggerFacts report={report} />
      <LoggerWarnings report={report} />
      {!isProgram && <LoggerConnection serial={report.serial} />}
      {report.ownership === 'claimed' && can('addPlantDevice') && can('deletePlantDevice') && (
        <div>
          <ButtonLink size="s" icon="swap" to={replacePath(plantId, report.serial)}>
            {text('device-place.replace.confirm')}
          </ButtonLink>
        </div>
      )}
    </article>
  )
}

function LoggerFacts({ report }: Readonly<{ report: Logger }>) {
  const { text } = useText()
  const format = useFormat()
  const { online, heartbeatS, intervalS, network, workingS } = report
  const dataLateMs = (3 * intervalS + heartbeatS) * 1000
  const facts: readonly Fact[] = [
    // A logger behind a sleeping inverter reports nothing: only its own silence makes it late.
    [
      text('devices.logger.lastSeen'),
      <Age key="seen" atMs={report.lastSeenMs} staleAfterMs={online ? dataLateMs : 0} />,
    ],
    [text('devices.logger.lastData'), <Age key="data" atMs={report.lastDataMs} />],
    [text('devices.logger.devices'), format.count(report.deviceCount)],
    [text('devices.logger.interval'), format.duration(intervalS * 1000)],
    ...(workingS === null ? [] : [[text('devices.logger.working'), format.duration(workingS * 1000)] as const]),
    ...(network?.ssid ? [[text('devices.logger.ssid'), network.ssid] as const] : []),
    ...(network?.localAddress ? [[text('devices.logger.address'), network.localAddress] as const] : []),
    ...(network?.mac ? [[text('devices.logger.mac'), network.mac] as const] : []),
  ]
  return <Facts facts={facts} className={styles.loggerCardFacts} />
}
