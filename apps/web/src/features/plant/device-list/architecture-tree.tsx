import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './architecture-tree.module.css'
import { DeviceBranch } from './device-branch.tsx'
import { type DeviceItem, toBranches, toLimbs } from './device-items.ts'
import deviceListPageStyles from './device-list-page.module.css'
import { TreeNode } from './tree-node.tsx'
import { useWaiting } from './waiting-section.tsx'

/** The connections: plant, loggers, devices, and the strings and batteries behind them. @param hasClaims listed above */
export function ArchitectureTree({
  name,
  items,
  hasClaims,
}: Readonly<{ name: string; items: readonly DeviceItem[]; hasClaims: boolean }>) {
  const { text } = useText()
  const isBesideSettings = useWaiting().length > 0 || hasClaims
  return (
    <Card
      className={cx(styles.architecture, isBesideSettings && cardStyles.besideSettings)}
      title={text('devices.look.tree')}
    >
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
