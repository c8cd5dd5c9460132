import { Link } from 'react-router'
import { plantPath } from '../../address/paths.ts'
import { nextSort } from '../../address/plant-sort.ts'
import type { FleetPlant } from '../../api/fleet.ts'
import type { PlantOrder } from '../../api/plant-order.ts'
import { StatusLink } from '../../plant/status-badge.tsx'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { sortChange, useFleetAddress } from './fleet-address.ts'
import styles from './fleet-table.module.css'
import { mostOf, Sparkline } from './sparkline.tsx'
import { AgainstNeighbors } from './yield-cell.tsx'

export function FleetTable({ plants }: Readonly<{ plants: readonly FleetPlant[] }>) {
  const { text } = useText()
  const most = mostOf(plants)
  return (
    <Card flush className={styles.fleetTable}>
      <table>
        <caption className="visually-hidden">{text('fleet.title')}</caption>
        <thead>
          <tr>
            <Head of="worst" name={text('fleet.column.status')} />
            <Head of="name" name={text('fleet.column.name')} />
            <Head of="yield" name={text('fleet.column.yield')} isNumber />
            <th scope="col" className={styles.fleetTableWeek}>
              {text('fleet.column.week')}
            </th>
            <Head of="power" name={text('fleet.column.power')} isNumber />
            <Head of="battery" name={text('fleet.column.battery')} isNumber className={styles.fleetTableBattery} />
            <Head of="seen" name={text('fleet.column.seen')} isNumber />
          </tr>
        </thead>
        <tbody>
          {plants.map((plant) => (
            <Row key={plant.id} plant={plant} most={most} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type HeadProps = Readonly<{ of: PlantOrder; name: string; isNumber?: boolean; className?: string | undefined }>

function Head({ of, name, isNumber = false, className }: HeadProps) {
  const { sort, linkTo } = useFleetAddress()
  const isOwn = sort.by === of
  // Names begin at A, figures at the greatest.
  const isDown = (of === 'name') === sort.isReversed
  return (
    <th
      scope="col"
      className={cx(isNumber && styles.fleetTableNumber, className)}
      aria-sort={isOwn ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <Link to={linkTo(sortChange(nextSort(sort, of)))} replace preventScrollReset>
        {name}
        {isOwn && <span aria-hidden="true">{isDown ? '↓' : '↑'}</span>}
      </Link>
    </th>
  )
}

function Row({ plant, most }: Readonly<{ plant: FleetPlant; most: number }>) {
  const format = useFormat()
  return (
    <tr>
      <td className={styles.fleetTableStatus}>
        <span className={styles.fleetTableOver}>
          <StatusLink plantId={plant.id} status={plant.status} reason={plant.reason} zone={plant.zone} />
        </span>
      </td>
      <th scope="row">
        <Link className={styles.fleetTableName} to={plantPath('data', { id: plant.id })}>
          {plant.name}
        </Link>
        <small>{format.peakKwp(plant.capacityKwp).text}</small>
      </th>
      <td className={styles.fleetTableNumber}>
        <span className={styles.fleetTableYield}>{format.number(plant.todayYield)}</span>
        <AgainstNeighbors plant={plant} />
      </td>
      <td className={styles.fleetTableWeek}>
        <Sparkline days={plant.days} most={most} />
      </td>
      <td className={cx(styles.fleetTableNumber, styles.fleetTablePower)}>{format.powerW(plant.pvW).text}</td>
      <td className={cx(styles.fleetTableNumber, styles.fleetTableBattery)}>{format.percent(plant.socPercent, 0)}</td>
      <td className={styles.fleetTableNumber}>
        <Age atMs={plant.lastAtMs} />
      </td>
    </tr>
  )
}
