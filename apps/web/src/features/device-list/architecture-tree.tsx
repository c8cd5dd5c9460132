import { Link } from 'react-router'
import { deviceDetailPath } from '../../address/paths.ts'
import { StatusPill } from '../../plant/status-badge.tsx'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './architecture-tree.module.css'
import { type DeviceItem, toBranches } from './device-items.ts'
import deviceListPageStyles from './device-list-page.module.css'
import { DeviceMark } from './device-parts.tsx'

/** The connections: plant, loggers, devices. */
export function ArchitectureTree({ name, items }: Readonly<{ name: string; items: readonly DeviceItem[] }>) {
  const { text } = useText()
  return (
    <Card className={styles.architecture} title={text('devices.look.tree')}>
      <p className={styles.architectureRoot}>
        <span className={deviceListPageStyles.deviceMark} data-part="device-mark">
          <Icon name="plants" size={20} />
        </span>
        <b>{name}</b>
      </p>
      <ul>
        {toBranches(items).map(({ logger, devices }) => (
          <li key={logger?.row.serial ?? 'direct'}>
            {logger ? (
              <Node item={logger} />
            ) : (
              <span className={styles.architectureNode}>
                <b>{text('devices.direct')}</b>
              </span>
            )}
            {devices.length > 0 ? (
              <ul>
                {devices.map((item) => (
                  <li key={item.row.deviceId}>
                    <Node item={item} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className={styles.architectureNone}>{text('devices.logger.noDevices')}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Node({ item }: Readonly<{ item: DeviceItem }>) {
  const { text } = useText()
  const format = useFormat()
  const { row, status } = item
  return (
    <span className={styles.architectureNode}>
      <DeviceMark type={row.type} />
      <span className={styles.architectureName}>
        {row.deviceId > 0 ? <Link to={deviceDetailPath(row.deviceId)}>{row.name}</Link> : <b>{row.name}</b>}
        <small>{row.model || text(`devices.type.${row.type}`)}</small>
      </span>
      {row.powerW !== null && status !== 'asleep' && (
        <span className={styles.architecturePower}>{format.powerW(row.powerW).text}</span>
      )}
      <StatusPill status={status} />
    </span>
  )
}
