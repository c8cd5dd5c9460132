import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import { nextSort } from '../../../address/plant-sort.ts'
import type { FleetPlant } from '../../../api/fleet.ts'
import type { PlantColumn } from '../../../api/plant-lists.ts'
import type { PlantOrder } from '../../../api/plant-order.ts'
import { OpenAlarms } from '../../../plant/open-alarms.tsx'
import { StatusLink } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { stepLinks } from '../../../ui/step-links.ts'
import { sortChange, useFleetAddress, usualColumns } from './fleet-address.ts'
import styles from './fleet-table.module.css'
import { LostSince } from './lost-cell.tsx'
import { PlantTags } from './plant-tags.tsx'
import { SelectBox } from './select-box.tsx'
import { mostOf, Sparkline } from './sparkline.tsx'
import type { Selection } from './use-selection.ts'
import { AgainstNeighbors } from './yield-cell.tsx'

export function FleetTable({
  plants,
  selection,
}: Readonly<{ plants: readonly FleetPlant[]; selection: Selection | undefined }>) {
  const { text } = useText()
  const { columns = usualColumns } = useFleetAddress()
  const most = mostOf(plants)
  const has = (column: PlantColumn): boolean => columns.includes(column)
  return (
    <Card flush className={styles.fleetTable}>
      <table>
        <caption className="visually-hidden">{text('fleet.title')}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <span className="visually-hidden">{text('lists.select')}</span>
              </th>
            )}
            <Head of="worst" name={text('fleet.column.status')} />
            <Head of="name" name={text('fleet.column.name')} />
            {has('yield') && <Head of="yield" name={text('fleet.column.yield')} isNumber />}
            {has('week') && (
              <th scope="col" className={styles.fleetTableWeek}>
                {text('fleet.column.week')}
              </th>
            )}
            {has('energy') && <Head of="energy" name={text('lists.column.energy')} isNumber />}
            {has('power') && <Head of="power" name={text('fleet.column.power')} isNumber />}
            {has('lost') && (
              <th scope="col" className={cx(styles.fleetTableNumber, styles.fleetTableLost)}>
                {text('fleet.column.lost')}
              </th>
            )}
            {has('battery') && (
              <Head of="battery" name={text('fleet.column.battery')} isNumber className={styles.fleetTableBattery} />
            )}
            {has('seen') && <Head of="seen" name={text('fleet.column.seen')} isNumber />}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => stepLinks(event, 'th a')}>
          {plants.map((plant) => (
            <Row key={plant.id} plant={plant} most={most} has={has} selection={selection} />
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

type RowProps = Readonly<{
  plant: FleetPlant
  most: number
  has: (column: PlantColumn) => boolean
  selection: Selection | undefined
}>

function Row({ plant, most, has, selection }: RowProps) {
  const format = useFormat()
  return (
    <tr>
      {selection && (
        <td>
          <SelectBox plant={plant} selection={selection} />
        </td>
      )}
      <td className={styles.fleetTableStatus}>
        <span className={styles.fleetTableOver}>
          <StatusLink plantId={plant.id} status={plant.status} reason={plant.reason} zone={plant.zone} />
        </span>
      </td>
      <th scope="row">
        <Link className={styles.fleetTableName} to={plantPath('data', { id: plant.id })}>
          {plant.name}
        </Link>{' '}
        <span className={styles.fleetTableOver}>
          <OpenAlarms plantId={plant.id} />
        </span>
        <small>{format.peakWp(plant.capacityWp).text}</small>
        <PlantTags tagIds={plant.tagIds} />
      </th>
      {has('yield') && (
        <td className={styles.fleetTableNumber}>
          <span className={styles.fleetTableYield}>{format.number(plant.todayYieldH)}</span>
          <AgainstNeighbors plant={plant} />
        </td>
      )}
      {has('week') && (
        <td className={styles.fleetTableWeek}>
          <Sparkline days={plant.days} most={most} />
        </td>
      )}
      {has('energy') && <td className={styles.fleetTableNumber}>{format.energyWh(plant.todayWh).text}</td>}
      {has('power') && (
        <td className={cx(styles.fleetTableNumber, styles.fleetTablePower)}>{format.powerW(plant.pvW).text}</td>
      )}
      {has('lost') && (
        <td className={cx(styles.fleetTableNumber, styles.fleetTableLost)}>
          <LostSince plant={plant} />
        </td>
      )}
      {has('battery') && (
        <td className={cx(styles.fleetTableNumber, styles.fleetTableBattery)}>{format.percent(plant.socPercent, 0)}</td>
      )}
      {has('seen') && (
        <td className={styles.fleetTableNumber}>
          <Age atMs={plant.lastAtMs} />
        </td>
      )}
    </tr>
  )
}
