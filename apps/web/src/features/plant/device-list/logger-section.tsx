import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import type { Logger } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import type { DeviceItem } from './device-items.ts'
import styles from './device-list-page.module.css'
import { LoggerCard } from './logger-card.tsx'

type Props = Readonly<{
  items: readonly DeviceItem[]
  reports: readonly Logger[] | undefined
  failure: unknown
  onRetry: () => void
}>

/** The plant's loggers. Their serials come with the devices, so they are listed even when their reports fail. */
export function LoggerSection({ items, reports, failure, onRetry }: Props) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  return (
    <section className={styles.loggerSection}>
      <h2>{text('devices.loggers')}</h2>
      <Link className={styles.loggerSectionReport} to={plantPath('quality', { id: plantId })}>
        {text('communication.open')}
      </Link>
      {!reports && failure ? (
        <Card>
          <ErrorPanel compact failure={failure} title={text('devices.loggers.failed')} onRetry={onRetry} />
        </Card>
      ) : (
        <div className={styles.loggerSectionCards}>
          {items.map((item) => {
            const report = reports?.find(({ serial }) => serial === item.row.serial)
            return report ? (
              <LoggerCard key={item.row.serial} item={item} report={report} />
            ) : (
              <Card key={item.row.serial}>
                <Skeleton height={148} />
              </Card>
            )
          })}
        </div>
      )}
    </section>
  )
}
