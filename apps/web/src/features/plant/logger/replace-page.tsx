import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { ownDevicesQuery, ownLoggersQuery } from '../../../plant/own-equipment.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './logger-page.module.css'
import { type Replaceable, ReplaceForm } from './replace-form.tsx'
import { ReplacedDevice, ReplacedLogger } from './replace-watch.tsx'

/**
 * Puts a new logger or device in the place of an old one, then shows its arrival; all of it is in the address:
 * `old=<serial>`, then `device=<id>` or `logger=<serial>`.
 */
export function ReplacePage() {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can, zone } = useCurrentPlant()
  const { params } = useUrlState()
  const devices = useQuery(ownDevicesQuery(plantId))
  const loggers = useQuery(ownLoggersQuery(plantId))
  const deviceId = Number(params.get('device') ?? 0)
  const serial = params.get('logger')
  const mayAdd = can('addPlantDevice')
  const items: readonly Replaceable[] = [
    // Its devices would stay behind an old logger that nobody may take away.
    ...(can('deletePlantDevice') ? (loggers.data ?? []) : [])
      .filter(({ ownership }) => ownership === 'claimed')
      .map((logger) => ({
        key: `logger ${logger.loggerId}`,
        name: logger.name || logger.serial,
        serial: logger.serial,
        logger,
      })),
    ...(devices.data ?? [])
      .filter(({ moved }) => moved?.kind !== 'went')
      .map((device) => ({
        key: `device ${device.deviceId}`,
        name: device.name,
        serial: device.serial,
        mark:
          device.removedAtMs === null
            ? undefined
            : text('plant-settings.device.removedOn', { date: format.date(localDate(device.removedAtMs, zone)) }),
        device,
      })),
  ]
  const error = devices.error ?? loggers.error
  const isThere = devices.data !== undefined && loggers.data !== undefined
  return (
    <div className="page">
      <header className={styles.loggerHead}>
        <h2>{text('devices.replace')}</h2>
        <p>{text('replace.lead')}</p>
      </header>
      <div className={cx('span-7', styles.loggerMain)}>
        {!mayAdd && <EmptyState icon="lock" title={text('logger.refused')} hint={text('shell.refused.hint')} />}
        {mayAdd && deviceId > 0 && <ReplacedDevice deviceId={deviceId} />}
        {mayAdd && deviceId === 0 && serial !== null && <ReplacedLogger serial={serial} />}
        {mayAdd && deviceId === 0 && serial === null && (
          <Card>
            {!isThere && error && (
              <ErrorPanel
                compact
                failure={error}
                onRetry={() => void Promise.all([devices.refetch(), loggers.refetch()])}
              />
            )}
            {!isThere && !error && <Skeleton height={220} />}
            {isThere && items.length === 0 && <EmptyState compact icon="device" title={text('devices.none')} />}
            {isThere && items.length > 0 && <ReplaceForm items={items} />}
          </Card>
        )}
      </div>
    </div>
  )
}
