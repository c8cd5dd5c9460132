import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toNowFigures } from '../../api/plant-figures.ts'
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
import { freshKey, operatingQuery } from './queries.ts'
import { TilesCard, TilesSkeleton } from './tiles-card.tsx'
import { TotalsCard } from './totals-card.tsx'

/** A new sample changes more than what it carries: sums, curve and splits are fetched again as soon as it is heard. */
function useFreshFigures(plantId: number, sampleAt: number | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (sampleAt) void client.invalidateQueries({ queryKey: freshKey(plantId) })
  }, [client, plantId, sampleAt])
}

/** Everything about one plant: now, today, and any day, month or year before. */
export function PlantDataPage() {
  const { plantId, station, zone, live } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const { system } = live
  const operating = useQuery(operatingQuery(plantId))
  useFreshFigures(plantId, system?.lastUpdateTime)
  useEffect(warmCharts, [])

  if (station.gatewayCount === 0 && station.deviceCount === 0)
    return (
      <div className="page">
        <NoLogger />
      </div>
    )
  if (!system && live.failure)
    return (
      <div className="page">
        <ErrorPanel failure={live.failure} onRetry={live.retry} />
      </div>
    )
  if ((system?.status ?? station.status) === 'waiting')
    return (
      <div className="page">
        <NoDataYet />
      </div>
    )
  const parts = system && partsOf(system, station.gridInterconnectionType)
  const today = localDate(now, zone)
  const started = station.startOperatingTime === null ? undefined : localDate(station.startOperatingTime * 1000, zone)
  const figures = operating.data && system ? { ...operating.data, now: toNowFigures(system) } : operating.data
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
