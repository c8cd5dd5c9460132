import { Link } from 'react-router'
import { plantPath, replacePath } from '../../../address/paths.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { lateAfterMs } from '../../../plant/device-status.ts'
import { StatusBadge } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Status } from '../../../ui/status.tsx'
import styles from './device-head.module.css'

type Props = Readonly<{ detail: DeviceDetail; status: Status; plantName: string | undefined; mayReplace: boolean }>

export function DeviceHead({ detail, status, plantName, mayReplace }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { device, plantId, zone, heardAtMs: atMs } = detail
  return (
    <header>
      <div className={styles.deviceHeadPath}>
        <nav aria-label={text('device-detail.path')}>
          <Link to={plantPath('data', { id: plantId })}>
            <Icon name="chevronLeft" size={16} />
            {plantName ?? text('device-detail.plant')}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to={plantPath('device', { id: plantId })}>{text('shell.tab.device')}</Link>
        </nav>
        {mayReplace && (
          <Link to={replacePath(plantId, device.serial)}>
            <Icon name="swap" size={16} />
            {text('device-place.replace.confirm')}
          </Link>
        )}
      </div>
      <div className={styles.deviceHeadRow}>
        <h1>{device.name}</h1>
        <StatusBadge status={status} reason={device.reason} zone={zone} />
        <span className={styles.deviceHeadFacts}>
          {[device.model, text(`devices.type.${device.type}`)].filter(Boolean).join(' · ')}
        </span>
        {atMs !== null && (
          <span className={styles.deviceHeadTime}>
            <span>{format.moment(atMs, zone, true)}</span>
            <Age atMs={atMs} staleAfterMs={status === 'asleep' ? Number.POSITIVE_INFINITY : lateAfterMs(device)} />
          </span>
        )}
      </div>
    </header>
  )
}
