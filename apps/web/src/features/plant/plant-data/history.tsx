import type { PlantFigures } from '../../../api/plant-figures.ts'
import { periodKey } from '../../../charts/period/period.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import { type ChosenPeriod, usePeriodValues } from './chosen-period.ts'
import { DayCurve } from './day-curve.tsx'
import { PeriodBars } from './period-bars.tsx'
import { consumptionSplit, productionSplit } from './splits.ts'
import { SplitsCard, SplitsSkeleton } from './splits-card.tsx'

type Props = Readonly<{ period: ChosenPeriod; parts: PlantParts; figures: PlantFigures | undefined }>

/** The bars one level up: the visible period among its neighbors, with links to them. */
const above = { day: 'month', month: 'year', year: 'total' } as const

/** The chosen period as a curve or as bars, its splits, and the period among its neighbors. */
export function History({ period, parts, figures }: Props) {
  const { view, date, today, earliest, name } = period
  const { energies, error } = usePeriodValues(period, figures)
  const production = energies && productionSplit(energies, parts)
  const consumption = energies && consumptionSplit(energies, parts)
  // Nothing to split: consumption is not measured here, or the period has no data.
  const isWaiting = energies === undefined && !error
  const hasSplits = parts.load && (isWaiting || production !== undefined || consumption !== undefined)
  return (
    <>
      {view === 'day' ? (
        <DayCurve date={date} today={today} parts={parts} />
      ) : (
        <PeriodBars type={view} date={date} today={today} parts={parts} earliest={earliest} />
      )}
      {hasSplits && (
        <div className={view === 'total' ? undefined : 'span-6'}>
          {isWaiting ? (
            <SplitsSkeleton />
          ) : (
            <SplitsCard
              name={name}
              isEstimated={(energies?.byPower.length ?? 0) > 0}
              production={production}
              consumption={consumption}
            />
          )}
        </div>
      )}
      {view !== 'total' && (
        <div className={hasSplits ? 'span-6' : undefined}>
          <PeriodBars
            type={above[view]}
            date={date}
            today={today}
            parts={parts}
            earliest={earliest}
            current={periodKey(view, date)}
          />
        </div>
      )}
    </>
  )
}
