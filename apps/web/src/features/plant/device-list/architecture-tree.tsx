import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './architecture-tree.module.css'
import { DeviceBranch } from './device-branch.tsx'
import { type DeviceItem, toBranches, toLimbs } from './device-items.ts'
import deviceListPageStyles from './device-list-page.module.css'
import { TreeNode } from './tree-node.tsx'

/** The connections: plant, loggers, devices, and the strings and batteries behind them. */
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
              <TreeNode item={logger} />
            ) : (
              <span className={styles.architectureNode}>
                <b>{text('devices.direct')}</b>
              </span>
            )}
            {devices.length > 0 ? (
              <ul>
                {toLimbs(devices).map(({ item, parts }) => (
                  <li key={item.row.deviceId}>
                    <DeviceBranch item={item} parts={parts} />
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
