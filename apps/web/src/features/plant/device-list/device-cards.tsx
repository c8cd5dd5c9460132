import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { StatusBadge } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import styles from './device-cards.module.css'
import type { DeviceItem } from './device-items.ts'
import { DeviceFacts, DeviceMark, LastSeen, YieldBar } from './device-parts.tsx'

type Props = Readonly<{ items: readonly DeviceItem[]; shares: ReadonlyMap<number, number> }>

/** The table's rows as cards, where a table does not fit. The whole card links to the device. */
export function DeviceCards({ items, shares }: Props) {
  const { text } = useText()
  return (
    <ul className={styles.deviceCards} aria-label={text('devices.title')}>
      {items.map((item) => (
        <DeviceCard key={item.row.deviceId} item={item} share={shares.get(item.row.deviceId)} />
      ))}
    </ul>
  )
}

function DeviceCard({ item, share }: Readonly<{ item: DeviceItem; share: number | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { row, status, energyWh, isYesterday } = item
  const figures = [
    { key: 'power', label: text('devices.column.power'), value: format.powerW(row.powerW) },
    {
      key: 'today',
      label: text(isYesterday ? 'devices.yesterday' : 'devices.column.today'),
      value: format.energyWh(energyWh),
    },
    { key: 'total', label: text('devices.column.total'), value: format.energyWh(row.totalWh) },
  ]
  return (
    <li className={cx(cardStyles.card, styles.deviceCard)} data-part="card">
      <div className={styles.deviceCardHead}>
        <DeviceMark type={row.type} />
        <div>
          <Link to={deviceDetailPath(row.deviceId)}>{row.name}</Link>
          <DeviceFacts row={row} />
        </div>
        <StatusBadge status={status} reason={row.reason} zone={zone} />
      </div>
      <dl className={styles.deviceCardFigures}>
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {value.value}
              <small>{value.unit}</small>
            </dd>
          </div>
        ))}
      </dl>
      <YieldBar share={share} />
      <p className={styles.deviceCardFoot}>
        <LastSeen item={item} />
        {row.socPercent !== null && <span>{text('devices.battery', { soc: format.percent(row.socPercent, 0) })}</span>}
      </p>
    </li>
  )
}
