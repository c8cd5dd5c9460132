import { useQuery } from '@tanstack/react-query'
import { plantViews } from '../../address/paths.ts'
import { useUrlState } from '../../address/url-state.ts'
import { type Period, periodKey, periodName } from '../../charts/period/period.ts'
import { PeriodStepper } from '../../charts/period/period-stepper.tsx'
import { usePeriodDate } from '../../charts/period/use-period-date.ts'
import { ZOOM } from '../../charts/use-zoom.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { SegmentedLinks } from '../../ui/tabs.tsx'
import { DayCurve } from './day-curve.tsx'
import styles from './history.module.css'
import { PeriodBars } from './period-bars.tsx'
import type { PlantParts } from './plant-parts.ts'
import { dayQuery, statsQuery } from './queries.ts'
import { SplitCard, SplitSkeleton } from './split-card.tsx'
import { consumptionSplit, productionSplit } from './splits.ts'

type Props = Readonly<{ parts: PlantParts; today: string; earliest: string | undefined }>

/** The bars one level up: the visible period among its neighbors, with links to them. */
const above = { day: 'month', month: 'year', year: 'total' } as const

export function History({ parts, today, earliest }: Props) {
  const { view, change, linkTo } = useUrlState()
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const date = usePeriodDate({ period: view, today, earliest })
  const name = periodName(view, date, format, text('plant-data.period.total'))
  return (
    <>
      <div className={styles.historyBar}>
        <SegmentedLinks
          label={text('plant-data.period')}
          places={plantViews.map((one) => ({
            to: linkTo({ view: one === 'day' ? null : one, [ZOOM]: null }),
            label: text(`plant-data.period.${one}`),
            current: one === view,
          }))}
        />
        <PeriodStepper
          period={view}
          date={date}
          today={today}
          earliest={earliest}
          zone={zone}
          onChange={(next) => change({ date: next, [ZOOM]: null })}
        />
      </div>
      {view === 'day' ? (
        <DayCurve date={date} today={today} parts={parts} />
      ) : (
        <PeriodBars type={view} date={date} today={today} parts={parts} earliest={earliest} />
      )}
      <Below view={view} date={date} today={today} parts={parts} name={name} earliest={earliest} />
    </>
  )
}

type BelowProps = Props & Readonly<{ view: Exclude<Period, 'week'>; date: string; name: string }>

/** Both splits of the visible period, and beside them the period among its neighbors. */
function Below({ view, date, today, parts, name, earliest }: BelowProps) {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  const isDay = view === 'day'
  const type = isDay ? 'month' : view
  const key = periodKey(type, date)
  const day = useQuery({ ...dayQuery(plantId, date, date === today), enabled: isDay })
  const stats = useQuery({ ...statsQuery(plantId, type, key, key >= periodKey(type, today)), enabled: !isDay })
  const { data, isPlaceholderData, isError } = isDay ? day : stats
  const figures = isPlaceholderData ? undefined : data?.energies
  const production = figures && productionSplit(figures, parts)
  const consumption = figures && consumptionSplit(figures, parts)
  // Nothing to split: consumption is not measured here, or the period has no data.
  const isWaiting = figures === undefined && !isError
  const hasSplits = parts.load && (isWaiting || production !== undefined || consumption !== undefined)
  const wide = view === 'total' ? 'span-6' : 'span-3'
  const titles = { production: text('plant-data.split.production'), consumption: text('plant-data.split.consumption') }
  return (
    <>
      {hasSplits && (
        <>
          <div className={wide}>
            {figures ? (
              <SplitCard title={titles.production} period={name} split={production} />
            ) : (
              <SplitSkeleton title={titles.production} />
            )}
          </div>
          <div className={wide}>
            {figures ? (
              <SplitCard title={titles.consumption} period={name} split={consumption} />
            ) : (
              <SplitSkeleton title={titles.consumption} />
            )}
          </div>
        </>
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
