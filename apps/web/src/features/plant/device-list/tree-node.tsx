import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import { StatusPill } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './architecture-tree.module.css'
import type { DeviceItem } from './device-items.ts'
import { DeviceMark } from './device-parts.tsx'

/** A device in the tree, with its state. @param children at its end */
export function TreeNode({ item, children }: Readonly<{ item: DeviceItem; children?: ReactNode }>) {
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
      <StatusPill status={status} reason={row.reason} />
      {children}
    </span>
  )
}
