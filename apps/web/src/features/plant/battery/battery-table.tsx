import { spreadLookOf } from '@heliograph/domain/battery.ts'
import { Link } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import type { Battery } from '../../../api/batteries.ts'
import { StatusPill } from '../../../plant/status-badge.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './battery-page.module.css'
import type { BatteryBranch } from './battery-tree.ts'

/** Inverter, battery, modules: one row each, with what it reports. */
export function BatteryTable({ branches }: Readonly<{ branches: readonly BatteryBranch[] }>) {
  const { text } = useText()
  const columns = ['soc', 'soh', 'voltage', 'current', 'power', 'cell', 'spread', 'cellTemperature', 'cycles'] as const
  return (
    <Card flush title={text('battery.tree')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <figure className={styles.batteryScroll} aria-label={text('battery.tree')} tabIndex={0}>
        <table className={styles.batteryTable}>
          <caption className="visually-hidden">{text('battery.tree')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('battery.column.name')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {text(`battery.column.${column}`)}
                </th>
              ))}
              <th scope="col">{text('battery.column.status')}</th>
            </tr>
          </thead>
          {branches.map(({ battery, modules }) => (
            <tbody key={battery.deviceId}>
              {battery.parent && (
                <tr>
                  <th scope="row">
                    <Link to={deviceDetailPath(battery.parent.deviceId)}>{battery.parent.name}</Link>
                    <small>{text('battery.level.inverter')}</small>
                  </th>
                  <td className={styles.batteryBlank} colSpan={columns.length + 1} />
                </tr>
              )}
              <Row battery={battery} depth={battery.parent ? 1 : 0} />
              {modules.map((module) => (
                <Row key={module.deviceId} battery={module} depth={battery.parent ? 2 : 1} />
              ))}
            </tbody>
          ))}
        </table>
      </figure>
    </Card>
  )
}

function Row({ battery, depth }: Readonly<{ battery: Battery; depth: 0 | 1 | 2 }>) {
  const { text } = useText()
  const format = useFormat()
  const volts = (value: number | null) => format.number(value, 3)
  const { cellMinV, cellMaxV, cellMinC, cellMaxC, spreadMv } = battery
  const look = spreadMv === null ? undefined : spreadLookOf(spreadMv)
  const kind = battery.isVirtual ? 'virtual' : battery.isModule ? 'module' : 'battery'
  return (
    <tr>
      <th scope="row" data-depth={depth}>
        {battery.isVirtual ? (
          <b>{text('battery.virtual.name')}</b>
        ) : (
          <Link to={deviceDetailPath(battery.deviceId)}>{battery.name}</Link>
        )}
        <small>{text(`battery.level.${kind}`, { name: battery.parent?.name ?? '' })}</small>
      </th>
      <td data-label={text('battery.column.soc')}>{format.percent(battery.socPercent, 0)}</td>
      <td data-label={text('battery.column.soh')}>{format.percent(battery.sohPercent, 0)}</td>
      <td data-label={text('battery.column.voltage')}>{format.quantity({ unit: 'V' }, battery.voltageV).text}</td>
      <td data-label={text('battery.column.current')}>{format.quantity({ unit: 'A' }, battery.currentA).text}</td>
      <td data-label={text('battery.column.power')}>{format.powerW(battery.powerW).text}</td>
      <td data-label={text('battery.column.cell')}>
        {cellMinV === null ? '--' : `${volts(cellMinV)} – ${volts(cellMaxV)} V`}
      </td>
      <td data-label={text('battery.column.spread')} className={cx(look && look !== 'even' && styles.batteryUneven)}>
        {spreadMv === null ? '--' : `${format.number(spreadMv, 0)} mV`}
        {look && look !== 'even' && <small>{text(`battery.look.${look}`)}</small>}
      </td>
      <td data-label={text('battery.column.cellTemperature')}>
        {cellMinC === null
          ? format.quantity({ unit: '°C' }, battery.temperatureC).text
          : `${format.quantity({ unit: '°C' }, cellMinC).text} – ${format.quantity({ unit: '°C' }, cellMaxC).text}`}
      </td>
      <td data-label={text('battery.column.cycles')}>{format.count(battery.cycles)}</td>
      <td data-label={text('battery.column.status')}>
        <StatusPill status={battery.status} />
      </td>
    </tr>
  )
}
