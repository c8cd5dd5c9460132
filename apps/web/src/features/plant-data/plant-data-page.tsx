import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { warmCharts } from '../../charts/use-echart.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import cardStyles from '../../ui/card.module.css'
import { cx } from '../../ui/class-names.ts'
import { useNow } from '../../ui/now.ts'
import { ErrorPanel } from '../../ui/states.tsx'
import { AnswerLine } from './answer-line.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { EnvironmentCard } from './environment-card.tsx'
import { NoDataYet, NoLogger } from './first-steps.tsx'
import { FlowCard } from './flow-card.tsx'
import { History } from './history.tsx'
import { IncomeCard } from './income-card.tsx'
import { Notices } from './notices.tsx'
import styles from './plant-data-page.module.css'
import { partsOf } from './plant-parts.ts'
import { newSampleKey, operatingQuery } from './queries.ts'
import { TilesCard, TilesSkeleton } from './tiles-card.tsx'
import { TotalsCard } from './totals-card.tsx'

/** A new sample changes more than its own values: sums, curve and splits are reloaded as soon as it arrives. */
function useFreshFigures(plantId: number, sampledAtMs: number | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (sampledAtMs) void client.invalidateQueries({ queryKey: newSampleKey(plantId) })
  }, [client, plantId, sampledAtMs])
}

/** Everything about one plant: now, today, and any day, month or year before. */
export function PlantDataPage() {
  const { plantId, plant, zone, live } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const { now } = live
  const operating = useQuery(operatingQuery(plantId))
  useFreshFigures(plantId, now?.sampledAtMs)
  useEffect(warmCharts, [])

  if (plant.loggerCount === 0 && plant.deviceCount === 0)
    return (
      <div className="page">
        <NoLogger />
      </div>
    )
  if (!now && live.failure)
    return (
      <div className="page">
        <ErrorPanel failure={live.failure} onRetry={live.retry} />
      </div>
    )
  if ((now?.status ?? plant.status) === 'waiting')
    return (
      <div className="page">
        <NoDataYet />
      </div>
    )
  const parts = now && partsOf(now, plant.gridType)
  const today = localDate(nowMs, zone)
  const started = plant.startedOn ?? undefined
  const figures = operating.data && now ? { ...operating.data, now } : operating.data
  return (
    <div className="page">
      <AnswerLine />
      <Notices figures={figures} />
      <div className="span-5">
        <FlowCard />
      </div>
      <div className="span-7">
        {figures && parts ? (
          <TilesCard figures={figures} parts={parts} />
        ) : operating.error && !operating.data ? (
          <div className={cx(cardStyles.card, styles.plantDataFailed)} data-part="card">
            <ErrorPanel compact failure={operating.error} onRetry={() => void operating.refetch()} />
          </div>
        ) : (
          <TilesSkeleton />
        )}
      </div>
      {parts ? (
        <History parts={parts} today={today} earliest={started} />
      ) : (
        <ChartSkeleton title={text('plant-data.day.title', { date: format.date(today) })} />
      )}
      {figures && (
        <>
          <div className="span-4">
            <IncomeCard figures={figures} />
          </div>
          <div className="span-4">
            <EnvironmentCard />
          </div>
          <div className="span-4">
            <TotalsCard figures={figures} />
          </div>
          <p className={styles.plantDataZone}>{text('plant-data.zone', { zone })}</p>
        </>
      )}
    </div>
  )
}
