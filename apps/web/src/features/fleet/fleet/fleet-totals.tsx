import { MISSING } from '@heliograph/domain/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import { plantCountsQuery } from '../../../api/queries.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ExtraPart } from '../../../ui/extra-part.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import styles from './fleet-page.module.css'
import { todayQuery } from './queries.ts'

const AlarmTrend = firstPart(() => import('./alarm-trend.tsx'), 'AlarmTrend')

/** The current power and today's energy of all plants. */
export function FleetTotals() {
  const { text } = useText()
  const format = useFormat()
  const { data: counts } = useQuery(plantCountsQuery(''))
  const today = useQuery(todayQuery)
  if (today.isError && today.data === undefined)
    return (
      <Card>
        <ErrorPanel
          compact
          failure={today.error}
          title={text('fleet.today.failed')}
          onRetry={() => void today.refetch()}
        />
      </Card>
    )
  // Many currencies, and in some of them it is night.
  const income = today.data?.income ?? []
  const earning = income.filter(({ amount }) => amount > 0)
  const [first = income[0], ...others] = earning
  const unpriced = today.data?.unpriced ?? 0
  const notes = [
    ...others.map(({ currency, amount }) => format.money(amount, currency)),
    ...(today.data && !first ? [text('fleet.earned.none')] : []),
    ...(unpriced > 0 ? [text('fleet.earned.leftOut', { count: unpriced })] : []),
  ]
  return (
    <Card className={styles.fleetTotals}>
      <Figure
        label={text('fleet.power')}
        swatch="var(--solar)"
        value={format.powerW(counts?.powerW)}
        explain={text('fleet.power.explain')}
      />
      <Figure
        label={text('fleet.today')}
        value={format.energyWh(today.data?.generationWh)}
        note={
          today.data && counts ? text('fleet.today.known', { known: today.data.known, total: counts.total }) : undefined
        }
        explain={text('fleet.today.explain')}
      />
      <Figure
        label={text('fleet.earned')}
        value={first ? format.money(first.amount, first.currency) : MISSING}
        note={notes.join(' · ') || undefined}
        explain={text('fleet.earned.explain')}
      />
      <div className={styles.fleetTrend}>
        <ExtraPart>
          <AlarmTrend />
        </ExtraPart>
      </div>
    </Card>
  )
}
