import type { CollectorRow } from '@heliograph/contract/maintain-s/gateway.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel, Skeleton } from '../../ui/states.tsx'
import type { DeviceItem } from './device-items.ts'
import styles from './device-list-page.module.css'
import { LoggerCard } from './logger-card.tsx'

type Props = Readonly<{
  items: readonly DeviceItem[]
  reports: readonly CollectorRow[] | undefined
  failure: unknown
  onRetry: () => void
}>

/** The plant's loggers. Their serials come with the devices, so they are listed even when their reports fail. */
export function LoggerSection({ items, reports, failure, onRetry }: Props) {
  const { text } = useText()
  return (
    <section className={styles.loggerSection}>
      <h2>{text('devices.loggers')}</h2>
      {!reports && failure ? (
        <Card>
          <ErrorPanel compact failure={failure} title={text('devices.loggers.failed')} onRetry={onRetry} />
        </Card>
      ) : (
        <div className={styles.loggerSectionCards}>
          {items.map((item) => {
            const report = reports?.find(({ deviceSn }) => deviceSn === item.row.deviceSn)
            return report ? (
              <LoggerCard key={item.row.deviceSn} item={item} report={report} />
            ) : (
              <Card key={item.row.deviceSn}>
                <Skeleton height={148} />
              </Card>
            )
          })}
        </div>
      )}
    </section>
  )
}
