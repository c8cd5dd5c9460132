import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { StatusBadge } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { type DeviceItem, nextSort, type Sort, type SortKey } from './device-items.ts'
import { DeviceFacts, DeviceMark, LastSeen, YieldBar } from './device-parts.tsx'
import styles from './device-table.module.css'

type Props = Readonly<{
  items: readonly DeviceItem[]
  sort: Sort | undefined
  shares: ReadonlyMap<number, number>
}>

export function DeviceTable({ items, sort, shares }: Props) {
  const { text } = useText()
  const hasBattery = items.some(({ row }) => row.socPercent !== null)
  return (
    <Card flush className={styles.deviceTable}>
      <table>
        <caption className="visually-hidden">{text('devices.title')}</caption>
        <thead>
          <tr>
            <Head sort={sort} of="name" />
            <th scope="col">{text('devices.column.status')}</th>
            <Head sort={sort} of="power" isNumber />
            <Head sort={sort} of="today" isNumber />
            <Head sort={sort} of="total" isNumber />
            {hasBattery && <Head sort={sort} of="soc" isNumber />}
            <Head sort={sort} of="seen" isNumber />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.row.deviceId} item={item} share={shares.get(item.row.deviceId)} hasBattery={hasBattery} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type HeadProps = Readonly<{ sort: Sort | undefined; of: SortKey; isNumber?: boolean }>

function Head({ sort, of, isNumber = false }: HeadProps) {
  const { text } = useText()
  const { linkTo } = useUrlState()
  const own = sort?.key === of ? sort : undefined
  return (
    <th
      scope="col"
      className={isNumber ? styles.deviceTableNumber : undefined}
      aria-sort={own ? (own.down ? 'descending' : 'ascending') : undefined}
    >
      <Link to={linkTo({ sort: nextSort(sort, of) })} replace preventScrollReset>
        {text(`devices.column.${of}`)}
        {own && <span aria-hidden="true">{own.down ? '↓' : '↑'}</span>}
      </Link>
    </th>
  )
}

type RowProps = Readonly<{ item: DeviceItem; share: number | undefined; hasBattery: boolean }>

function Row({ item, share, hasBattery }: RowProps) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { row, status, energyWh, isYesterday } = item
  return (
    <tr>
      <th scope="row">
        <span className={styles.deviceTableName}>
          <DeviceMark type={row.type} />
          <span>
            <Link to={deviceDetailPath(row.deviceId)}>{row.name}</Link>
            <DeviceFacts row={row} />
          </span>
        </span>
      </th>
      <td>
        <StatusBadge status={status} reason={row.reason} zone={zone} />
      </td>
      <td className={cx(styles.deviceTableNumber, styles.deviceTablePower)}>{format.powerW(row.powerW).text}</td>
      <td className={styles.deviceTableNumber}>
        {format.energyWh(energyWh).text}
        {isYesterday && <small className="muted"> {text('devices.yesterday')}</small>}
        <YieldBar share={share} />
      </td>
      <td className={styles.deviceTableNumber}>{format.energyWh(row.totalWh).text}</td>
      {hasBattery && <td className={styles.deviceTableNumber}>{format.percent(row.socPercent, 0)}</td>}
      <td className={styles.deviceTableNumber}>
        <LastSeen item={item} />
      </td>
    </tr>
  )
}
