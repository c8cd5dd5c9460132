import { memo, Suspense } from 'react'
import { explorerPath, plantViews } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { useAskedDate } from '../../../charts/period/use-asked-date.ts'
import { ZOOM } from '../../../charts/use-zoom.ts'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { Menu } from '../../../ui/menu.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { type ChosenPeriod, usePeriodValues } from './chosen-period.ts'
import { nameOfComparison } from './comparison-name.ts'
import { HeadlineFigure, HeadlineSkeleton } from './headline-figure.tsx'
import { nameOfKey } from './period-bars-data.ts'
import styles from './period-card.module.css'
import { tilesOf } from './tiles.ts'
import { TilesGrid, TilesSkeleton } from './tiles-grid.tsx'

type Props = Readonly<{ period: ChosenPeriod; figures: PlantFigures | undefined; parts: PlantParts | undefined }>

const AnalysisHint = firstPart(() => import('./analysis-hint.tsx'), 'AnalysisHint')

/** A day, month, year or all: its choice, its production, and four figures beside it. */
export function PeriodCard(props: Props) {
  const { text } = useText()
  const { period } = props
  const asked = useAskedDate(period.date)
  return (
    <section
      className={cx(cardStyles.card, cardStyles.cardFlush, styles.period)}
      data-part="card"
      aria-label={text('plant-data.tiles')}
    >
      <PeriodBar period={period} onAsk={asked.ask} />
      {/* Under the head of the day that was pressed, no figures of the one before it. */}
      <div
        className={cx(styles.periodFigures, asked.isAhead && styles.periodAhead)}
        aria-hidden={asked.isAhead || undefined}
      >
        <PeriodFigures {...props} />
      </div>
    </section>
  )
}

const PeriodFigures = memo(function PeriodFigures({ period, figures, parts }: Props) {
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { now } = useLiveValues()
  const { energies, sky, best, isOpen, error, retry } = usePeriodValues(period, figures)
  const isToday = period.view === 'day' && period.isCurrent
  return (
    <>
      {energies ? (
        <HeadlineFigure period={period} energies={energies} sky={sky} figures={figures} />
      ) : error ? (
        <ErrorPanel compact failure={error} onRetry={retry} />
      ) : (
        <HeadlineSkeleton />
      )}
      {energies && parts ? (
        <TilesGrid
          name={period.name}
          tiles={tilesOf({
            view: period.view,
            energies,
            sky,
            best,
            isOpen,
            parts,
            socPercent: isToday ? (now?.socPercent ?? null) : null,
            yesterdayH: isToday ? (figures?.yesterdaySpecificYieldH ?? null) : null,
            names: {
              time: (atMs) => format.timeOfDay(atMs, zone),
              part: (key) => nameOfKey(key, format),
              before: sky?.comparison ? nameOfComparison(sky.comparison, period.view, format) : '',
            },
          })}
        />
      ) : (
        !error && <TilesSkeleton />
      )}
      {energies && period.view !== 'total' && (
        <Suspense>
          <AnalysisHint view={period.view} date={period.date} />
        </Suspense>
      )}
    </>
  )
})

/** Which period: by links that can be shared, by arrows, and by a calendar. */
function PeriodBar({
  period: { view, date, today, earliest, isYesterdayFirst },
  onAsk,
}: Readonly<{ period: ChosenPeriod; onAsk: (date: string) => void }>) {
  const { text } = useText()
  const { plantId, zone } = useCurrentPlant()
  const { change, linkTo, params } = useUrlState()
  const compared = (beside: 'before' | 'year') =>
    view === 'day'
      ? explorerPath([`p${plantId}:pvPowerW`], { span: view, date, beside })
      : explorerPath([`p${plantId}:generationTotalWh`], {
          span: view,
          date,
          beside,
          every: view === 'year' ? 'month' : 'day',
        })
  const isComparable = view !== 'total'
  const hasBills = !params.has('compare')
  return (
    <div className={styles.periodBar}>
      <SegmentedLinks
        label={text('plant-data.period')}
        places={plantViews.map((plantView) => ({
          to: linkTo({ view: plantView === 'day' ? null : plantView, [ZOOM]: null }),
          label: text(`plant-data.period.${plantView}`),
          current: plantView === view,
        }))}
      />
      <PeriodStepper
        period={view}
        date={date}
        today={today}
        earliest={earliest}
        zone={zone}
        onAsk={onAsk}
        // Without a date the address would lead to yesterday again.
        onChange={(next) => change({ date: next ?? (isYesterdayFirst ? today : null), [ZOOM]: null })}
      />
      {(isComparable || hasBills) && (
        <Menu
          label={text('compare.with')}
          button={
            <>
              <Icon name="chart" size={16} />
              {text('compare.with')}
            </>
          }
          groups={[
            [
              isComparable && { id: 'before', content: text('compare.with.before'), to: compared('before') },
              isComparable &&
                view !== 'year' && { id: 'year', content: text('compare.with.year'), to: compared('year') },
            ],
            [hasBills && { id: 'bills', content: text('compare.open'), onPick: () => change({ compare: 'bill' }) }],
          ]}
        />
      )}
    </div>
  )
}
