import type { Battery } from '../../../api/batteries.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Figure } from '../../../ui/figure.tsx'
import styles from './battery-page.module.css'
import { actionOf } from './battery-tree.ts'

export function BatteryFigures({ battery }: Readonly<{ battery: Battery }>) {
  const { text } = useText()
  const format = useFormat()
  const action = actionOf(battery.powerW)
  const range = (low: number | null, high: number | null, write: (value: number | null) => string): string =>
    low === null || high === null ? '--' : `${write(low)} – ${write(high)}`
  const degrees = (value: number | null) => format.quantity({ unit: '°C' }, value).text
  return (
    <Card flush className={styles.batteryFigures}>
      <h2 className="visually-hidden">{text('battery.now')}</h2>
      <Figure
        label={text('battery.soc')}
        value={format.percent(battery.socPercent, 0)}
        swatch="var(--battery)"
        atMs={battery.atMs}
      />
      <Figure
        label={text(action === undefined ? 'battery.power' : `battery.power.${action}`)}
        value={format.powerW(battery.powerW === null ? null : Math.abs(battery.powerW)).text}
        note={
          battery.voltageV === null && battery.currentA === null
            ? undefined
            : `${format.quantity({ unit: 'V' }, battery.voltageV).text} · ${format.quantity({ unit: 'A' }, battery.currentA).text}`
        }
      />
      <Figure label={text('battery.soh')} value={format.percent(battery.sohPercent, 0)} />
      <Figure
        label={text('battery.cycles')}
        value={format.count(battery.cycles)}
        explain={text('battery.cycles.explain')}
      />
      <Figure
        label={text('battery.spread')}
        value={battery.spreadMv === null ? '--' : `${format.number(battery.spreadMv, 0)} mV`}
        explain={text('battery.spread.explain')}
        note={
          battery.cellMinV === null
            ? undefined
            : range(battery.cellMinV, battery.cellMaxV, (volts) => `${format.number(volts, 3)} V`)
        }
      />
      <Figure
        label={text('battery.temperature')}
        value={format.quantity({ unit: '°C' }, battery.temperatureC ?? battery.cellMaxC)}
        note={battery.cellMinC === null ? undefined : range(battery.cellMinC, battery.cellMaxC, degrees)}
      />
    </Card>
  )
}
