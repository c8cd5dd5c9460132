import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import { countUnread, UnreadReasons } from '../../../plant/unread-reasons.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { WarningNote } from '../../../ui/warning-note.tsx'
import styles from './info-card.module.css'

type Props = Readonly<{ detail: DeviceDetail; never: boolean; canEdit: boolean }>

const CounterDialog = lazyPart(() => import('./counter-dialog.tsx'), 'CounterDialog')

/** The device's identity, its profile, and the confidence of its values. */
export function InfoCard({ detail, never, canEdit }: Props) {
  const [isStating, setStating] = useState(false)
  const { text } = useText()
  const format = useFormat()
  const { data: logger } = useQuery({
    ...loggersQuery(detail.plantId),
    enabled: detail.device.loggerSerial !== null,
    select: ({ loggers }) => loggers.find(({ serial }) => serial === detail.device.loggerSerial),
  })
  const { device, plantId, zone, experimental, unread, counter } = detail
  const undecoded = countUnread(unread)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(device.serial)
      showToast(text('device-detail.copied'), 'ok')
    } catch {
      showToast(text('device-detail.values.copyFailed'), 'warn')
    }
  }
  const facts: readonly Fact[] = [
    [
      text('device-detail.serial'),
      <span key="serial" className={styles.infoCardSerial}>
        {device.serial}
        <Button size="s" kind="quiet" icon="copy" label={text('shell.action.copy')} onClick={() => void copy()} />
      </span>,
    ],
    [text('device-detail.model'), device.model || '--'],
    [text('device-detail.type'), text(`devices.type.${device.type}`)],
    [
      text('device-detail.logger'),
      device.loggerSerial === null ? (
        text('devices.direct')
      ) : (
        <Link key="logger" to={`${plantPath('device', { id: plantId })}&type=COLLECTOR`}>
          {logger?.name ? `${logger.name} · ${device.loggerSerial}` : device.loggerSerial}
        </Link>
      ),
    ],
    [text('device-detail.interval'), format.duration(device.intervalS * 1000)],
    [text('device-detail.profile'), device.profileId || '--'],
    [text('device-detail.zone'), zone],
    ...(counter
      ? [
          [
            text('device-detail.counter'),
            <span key="counter" className={styles.infoCardCounter}>
              {counter.meaning === null || counter.source === null
                ? text('device-detail.counter.auto')
                : text(`device-detail.counter.by.${counter.source}`, {
                    meaning: text(`device-detail.counter.${counter.meaning}`),
                  })}
              {canEdit && (
                <Button
                  size="s"
                  kind="quiet"
                  icon="settings"
                  label={text('device-detail.counter.title')}
                  onClick={() => setStating(true)}
                />
              )}
            </span>,
          ] satisfies Fact,
        ]
      : []),
  ]
  return (
    <section
      className={cx(cardStyles.card, styles.infoCard, 'span-4')}
      data-part="card"
      aria-label={text('device-detail.info')}
    >
      <h2>{text('device-detail.info')}</h2>
      <Facts facts={facts} />
      {isStating && counter && (
        <Suspense>
          <CounterDialog detail={detail} stated={counter.stated} onClose={() => setStating(false)} />
        </Suspense>
      )}
      {experimental && (
        <WarningNote title={text('device-detail.experimental')}>
          <p>{text('device-detail.experimental.why')}</p>
        </WarningNote>
      )}
      {undecoded > 0 && (
        <WarningNote title={text('devices.warning.undecoded', { count: undecoded })}>
          <p>{text('device-detail.undecoded.why')}</p>
          <UnreadReasons unread={unread} />
        </WarningNote>
      )}
      {!never && !experimental && undecoded === 0 && (
        <p className={styles.infoCardFine}>
          <Icon name="check" size={16} />
          {text('device-detail.decoded')}
        </p>
      )}
    </section>
  )
}
