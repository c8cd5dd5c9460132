import { getQuantity } from '@heliograph/domain/quantities.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fetchDevice } from '../../../api/device-detail.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './architecture-tree.module.css'
import { type DevicePart, toParts } from './device-inside.ts'
import { type DeviceItem, hasParts } from './device-items.ts'
import { TreeNode } from './tree-node.tsx'

const EVERY_MS = 30_000

/** The values of one device, under the key that its own page uses. */
const insideQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', deviceId, 'detail'],
    queryFn: ({ signal }) => fetchDevice(deviceId, signal),
    refetchInterval: EVERY_MS,
  })

/** A device of the tree. Its parts are fetched when it is opened. @param parts devices that stand behind it */
export function DeviceBranch({ item, parts }: Readonly<{ item: DeviceItem; parts: readonly DeviceItem[] }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { name } = item.row
  if (!hasParts(item) && parts.length === 0) return <TreeNode item={item} />
  return (
    <>
      <TreeNode item={item}>
        <Button
          size="s"
          kind="quiet"
          icon={isOpen ? 'chevronDown' : 'chevronRight'}
          label={text(isOpen ? 'device-place.tree.close' : 'device-place.tree.open', { name })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      </TreeNode>
      <ul id={id} hidden={!isOpen}>
        {parts.map((part) => (
          <li key={part.row.deviceId}>
            <TreeNode item={part} />
          </li>
        ))}
        {isOpen && hasParts(item) && <Inside deviceId={item.row.deviceId} />}
      </ul>
    </>
  )
}

/** The strings and the battery that a device reports itself. */
function Inside({ deviceId }: Readonly<{ deviceId: number }>) {
  const { text } = useText()
  const { data, error, refetch } = useQuery(insideQuery(deviceId))
  if (!data)
    return (
      <li>
        {error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={40} />}
      </li>
    )
  const parts = toParts(data)
  if (parts.length === 0) return <li className={styles.architectureNone}>{text('device-place.tree.nothing')}</li>
  return parts.map((part) => (
    <li key={part.kind === 'string' ? part.number : 'battery'}>
      <Part part={part} />
    </li>
  ))
}

function Part({ part }: Readonly<{ part: DevicePart }>) {
  const { text } = useText()
  const format = useFormat()
  const facts =
    part.kind === 'string'
      ? [
          part.voltageV === null ? '' : format.quantity(getQuantity('pv1VoltageV'), part.voltageV).text,
          part.currentA === null ? '' : format.quantity(getQuantity('pv1CurrentA'), part.currentA).text,
        ]
      : [
          part.socPercent === null ? '' : format.percent(part.socPercent, 0),
          part.sohPercent === null ? '' : text('device-place.tree.soh', { soh: format.percent(part.sohPercent, 0) }),
        ]
  return (
    <span className={styles.architectureNode}>
      <Icon name={part.kind === 'string' ? 'ground' : 'battery'} size={18} />
      <span className={styles.architectureName}>
        <b>
          {part.kind === 'string'
            ? text('device-place.tree.string', { number: part.number })
            : text('devices.type.BATTERY')}
        </b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {part.powerW !== null && (
        <span className={styles.architecturePower}>{format.powerW(Math.abs(part.powerW)).text}</span>
      )}
      {part.kind === 'string' && part.isIdle && (
        <span className={styles.architectureWeak}>
          <Icon name="warning" size={16} />
          {text('device-place.tree.idle')}
        </span>
      )}
    </span>
  )
}
