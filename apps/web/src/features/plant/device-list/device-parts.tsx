import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Device } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { DeviceIcon } from '../../../plant/device-icon.tsx'
import { lateAfterMs } from '../../../plant/device-status.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import type { DeviceItem } from './device-items.ts'
import styles from './device-list-page.module.css'

export const DeviceMark = ({ type }: Readonly<{ type: DeviceType }>) => (
  <span className={styles.deviceMark} data-part="device-mark">
    <DeviceIcon type={type} />
  </span>
)

/** Model and serial number; each stays on one line. */
export const DeviceFacts = ({ row }: Readonly<{ row: Device }>) => (
  <small className={styles.deviceFacts}>
    {[row.model, row.serial].filter(Boolean).map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </small>
)

/** A device's last contact, by the plant's clock, and its age. Sleep is not a delay. */
export function LastSeen({ item }: Readonly<{ item: DeviceItem }>) {
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { text } = useText()
  const { row, status } = item
  if (row.heardAtMs === null) return <span className="faint">{text('devices.never')}</span>
  const atMs = row.heardAtMs
  return (
    <span className={styles.deviceSeen} data-part="device-seen" title={format.exact(atMs, zone, true)}>
      <span>{format.moment(atMs, zone)}</span>
      <Age
        atMs={atMs}
        staleAfterMs={status === 'asleep' || row.type === 'COLLECTOR' ? Number.POSITIVE_INFINITY : lateAfterMs(row)}
      />
    </span>
  )
}

/** Today's yield beside the best of the same model. */
export function YieldBar({ share }: Readonly<{ share: number | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  if (share === undefined) return null
  const words = text('devices.share', { share: format.percent(share * 100, 0) })
  return (
    <span className={styles.deviceShare} data-part="device-share" role="img" aria-label={words} title={words}>
      <i style={{ width: `${Math.max(2, share * 100)}%` }} />
    </span>
  )
}
