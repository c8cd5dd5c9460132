import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import type { Battery, BatteryFigures } from '../../../api/batteries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './battery-page.module.css'
import { balancesQuery } from './battery-queries.ts'

/** Energy that the battery gives back, each figure with its formula and its numbers. */
export function BalanceCard({ battery }: Readonly<{ battery: Battery }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(balancesQuery(plantId))
  const balance = data?.find(({ deviceId }) => deviceId === battery.deviceId)
  if (error && !data)
    return (
      <Card title={text('battery.balance')}>
        <ErrorPanel compact failure={error} title={text('battery.balance.failed')} onRetry={() => void refetch()} />
      </Card>
    )
  if (!balance) return data ? null : <Skeleton height="auto" className={styles.balanceWaiting} />
  return <Balance balance={balance} />
}

function Balance({ balance }: Readonly<{ balance: BatteryFigures }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const energy = (wh: number | null) => format.energyWh(wh).text
  const level = (percent: number | null) => format.percent(percent, 0)
  const { capacity, days, efficiency } = balance
  const span =
    balance.from === null || balance.to === null
      ? text('battery.balance.noDays')
      : text('battery.balance.span', {
          from: format.date(balance.from),
          to: format.date(balance.to),
          count: days,
          name: balance.source.name,
        })
  return (
    <Card flush className={styles.batteryFigures}>
      <h2 className="visually-hidden">{text('battery.balance')}</h2>
      <Figure
        label={text('battery.efficiency')}
        value={format.quantity({ unit: '%' }, efficiency.percent)}
        note={efficiency.missing ? text(`battery.efficiency.${efficiency.missing}`, { days }) : undefined}
        explain={
          <>
            {text('battery.efficiency.explain', {
              discharged: energy(balance.dischargedWh),
              charged: energy(balance.chargedWh),
              start: level(balance.socFromPercent),
              end: level(balance.socToPercent),
              capacity: energy(capacity?.wh ?? null),
            })}
            {gap}
            {span}
          </>
        }
      />
      <Figure
        label={text('battery.capacity')}
        value={format.energyWh(capacity?.wh)}
        estimated={capacity?.from === 'estimated'}
        note={capacity && text(`battery.capacity.${capacity.from}`, { hours: capacity.hours })}
        explain={text('battery.capacity.explain')}
      />
      <Figure
        label={text('battery.fullCycles')}
        value={format.number(balance.fullCycles, 0)}
        explain={text('battery.fullCycles.explain', {
          discharged: energy(balance.dischargedTotalWh),
          capacity: energy(capacity?.wh ?? null),
        })}
      />
      <Figure
        label={text('battery.lasts')}
        value={balance.hoursLeft === null ? '--' : format.duration(balance.hoursLeft * HOUR_MS)}
        explain={text('battery.lasts.explain', {
          soc: level(balance.socPercent),
          capacity: energy(capacity?.wh ?? null),
          load: format.powerW(balance.loadW).text,
        })}
      />
    </Card>
  )
}
