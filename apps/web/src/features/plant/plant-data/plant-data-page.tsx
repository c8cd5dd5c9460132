import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import type { Energies, PlantFigures } from '../../../api/plant-figures.ts'
import { warmCharts } from '../../../charts/use-echart.ts'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { partsOf, partsOfFigures } from '../../../plant/plant-parts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { DeferredPart } from '../../../ui/deferred-part.tsx'
import { ExtraPart } from '../../../ui/extra-part.tsx'
import { firstPart, lazyPart } from '../../../ui/lazy-part.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import { AnswerLine } from './answer-line.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { useChosenPeriod } from './chosen-period.ts'
import { EnvironmentCard } from './environment-card.tsx'
import { FlowCard } from './flow-card.tsx'
import { History } from './history.tsx'
import { IncomeCard } from './income-card.tsx'
import { Notices } from './notices.tsx'
import { PeriodBars } from './period-bars.tsx'
import { PeriodCard } from './period-card.tsx'
import styles from './plant-data-page.module.css'
import { newSampleKey, operatingQuery } from './queries.ts'
import { TotalsCard } from './totals-card.tsx'

const CompareCard = lazyPart(() => import('./compare/compare-card.tsx'), 'CompareCard')
const RecentAlarms = firstPart(() => import('./recent-alarms.tsx'), 'RecentAlarms')
const YesterdayHint = firstPart(() => import('./yesterday-hint.tsx'), 'YesterdayHint')
const WeatherCard = firstPart(() => import('./weather/weather-card.tsx'), 'WeatherCard')
const NoLogger = lazyPart(() => import('./first-steps.tsx'), 'NoLogger')
const NoDataYet = lazyPart(() => import('./first-steps.tsx'), 'NoDataYet')

/**
 * A sample that the figures do not have changes more than its own values: sums, curve and splits are reloaded as soon as it
 * arrives. The first one is in the figures already.
 */
function useFreshFigures(
  plantId: number,
  sampledAtMs: number | null | undefined,
  { isPending, data }: Pick<UseQueryResult<PlantFigures>, 'isPending' | 'data'>,
): void {
  const client = useQueryClient()
  const isNewer = !isPending && (sampledAtMs ?? 0) > (data?.now.sampledAtMs ?? 0)
  useEffect(() => {
    if (isNewer && sampledAtMs) void client.invalidateQueries({ queryKey: newSampleKey(plantId) })
  }, [client, plantId, sampledAtMs, isNewer])
}

const hasEnergy = ({ pvWh, loadWh, importWh, exportWh }: Energies): boolean =>
  [pvWh, loadWh, importWh, exportWh].some((energyWh) => energyWh !== null)

/** Everything about one plant: now, today, and any day, month or year before. */
export function PlantDataPage() {
  const { plantId, plant, zone, can } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const period = useChosenPeriod()
  const { params } = useUrlState()
  const { now, failure, retry } = useLiveValues()
  const operating = useQuery(operatingQuery(plantId))
  useFreshFigures(plantId, now?.sampledAtMs, operating)
  useEffect(warmCharts, [])
  const figures = useMemo(
    () => (operating.data && now ? { ...operating.data, now } : operating.data),
    [operating.data, now],
  )
  // Without live values the sums still say which flows the plant measures.
  const parts = useMemo(
    () => (now ? partsOf(now, plant.gridType) : figures && partsOfFigures(figures, plant.gridType)),
    [now, figures, plant.gridType],
  )

  const waiting = (
    <ChartSkeleton
      title={
        period.view === 'day'
          ? text('plant-data.day.title', { date: format.date(period.date) })
          : text(`plant-data.bars.${period.view}`, { period: period.name })
      }
    />
  )
  // The live status is newer than the counts of the kept record: where data flows, there is a logger.
  if ((now?.status ?? plant.status) === 'waiting')
    return (
      <div className="page">
        <Suspense>{plant.loggerCount === 0 && plant.deviceCount === 0 ? <NoLogger /> : <NoDataYet />}</Suspense>
        {/* Earlier years may have been imported before the first logger came. */}
        {parts && figures && hasEnergy(figures.total) && (
          <>
            {period.view === 'day' && !params.has('date') ? (
              <PeriodBars type="total" date={period.date} today={period.today} parts={parts} earliest={undefined} />
            ) : (
              <>
                <PeriodCard period={period} figures={figures} parts={parts} />
                <History period={period} parts={parts} figures={figures} />
              </>
            )}
            <TotalsCard figures={figures} />
          </>
        )}
      </div>
    )
  return (
    <div className={cx('page', styles.plantData)}>
      <AnswerLine />
      <Notices figures={figures} />
      <div className={styles.plantDataTop}>
        <div>
          {failure ? (
            <div className={cardStyles.card} data-part="card">
              <ErrorPanel compact title={text('plant-period.now.failed')} failure={failure} onRetry={retry} />
            </div>
          ) : (
            <FlowCard />
          )}
        </div>
        <PeriodCard period={period} figures={figures} parts={parts} />
      </div>
      {can('viewPlantAlert') && (
        <ExtraPart>
          <RecentAlarms plantId={plantId} />
        </ExtraPart>
      )}
      {(period.isCurrent || period.isYesterdayFirst) && (
        <ExtraPart>
          <YesterdayHint />
        </ExtraPart>
      )}
      {params.has('compare') && (
        <Suspense fallback={<ChartSkeleton title={text('compare.title')} />}>
          <CompareCard today={period.today} />
        </Suspense>
      )}
      {parts ? (
        <DeferredPart waiting={waiting}>
          <History period={period} parts={parts} figures={figures} />
        </DeferredPart>
      ) : (
        !operating.error && waiting
      )}
      <ExtraPart>
        <WeatherCard today={period.today} />
      </ExtraPart>
      {!figures && operating.error && (
        <div className={cardStyles.card} data-part="card">
          <ErrorPanel compact failure={operating.error} onRetry={() => void operating.refetch()} />
        </div>
      )}
      {figures && (
        <DeferredPart waiting={null}>
          <div className="span-4">
            <IncomeCard period={period} figures={figures} />
          </div>
          <div className="span-4">
            <EnvironmentCard />
          </div>
          <div className="span-4">
            <TotalsCard figures={figures} />
          </div>
          <p className={styles.plantDataZone}>{text('plant-data.zone', { zone })}</p>
        </DeferredPart>
      )}
    </div>
  )
}
