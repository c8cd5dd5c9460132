import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath, plantPath } from '../../../address/paths.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { devicesQuery } from '../../../api/device-queries.ts'
import { DeviceIcon } from '../../../plant/device-icon.tsx'
import { MoveDeviceDialog } from '../../../plant/move/move-dialog.tsx'
import { StatusPill } from '../../../plant/status-badge.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './place-card.module.css'

/** Where a device stands: its logger, and the devices beside it. */
export function PlaceCard({ detail, mayMove }: Readonly<{ detail: DeviceDetail; mayMove: boolean }>) {
  const { text } = useText()
  const [isMoving, setMoving] = useState(false)
  const { data, error, refetch } = useQuery(devicesQuery(detail.plantId))
  const { deviceId, loggerSerial } = detail.device
  const logger = data?.find(({ type, serial }) => type === 'COLLECTOR' && serial === loggerSerial)
  const beside = data?.filter((item) => item.type !== 'COLLECTOR' && item.loggerSerial === loggerSerial) ?? []
  return (
    <Card className={styles.place} title={text('devices.look.tree')}>
      {!data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <ul className={styles.tree}>
          <li>
            <DeviceIcon type="COLLECTOR" />
            <span className={styles.name}>
              {logger ? (
                <Link to={`${plantPath('device', { id: detail.plantId })}&type=COLLECTOR`}>{logger.name}</Link>
              ) : (
                text('devices.direct')
              )}
            </span>
            {logger && <StatusPill status={logger.status} />}
            <ul>
              {beside.map((item) => (
                <li key={item.deviceId} aria-current={item.deviceId === deviceId ? 'true' : undefined}>
                  <DeviceIcon type={item.type} />
                  <span className={styles.name}>
                    {item.deviceId === deviceId ? (
                      <b>{item.name}</b>
                    ) : (
                      <Link to={deviceDetailPath(item.deviceId, { part: 'place' })}>{item.name}</Link>
                    )}
                  </span>
                  <StatusPill status={item.status} />
                </li>
              ))}
            </ul>
          </li>
        </ul>
      )}
      {mayMove && (
        <Button icon="arrowRight" onClick={() => setMoving(true)}>
          {text('moves.button')}
        </Button>
      )}
      {isMoving && (
        <MoveDeviceDialog
          plantId={detail.plantId}
          deviceId={deviceId}
          name={detail.device.name}
          onClose={() => setMoving(false)}
        />
      )}
    </Card>
  )
}
