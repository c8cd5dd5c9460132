import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useUrlState } from '../../../address/url-state.ts'
import { fetchQuality } from '../../../api/quality.ts'
import { plantKey } from '../../../api/queries.ts'
import { periodStart, shiftPeriod } from '../../../charts/period/period.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { usePeriodDate } from '../../../charts/period/use-period-date.ts'
import { BeforeData, useHasNoData } from '../../../plant/before-data.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { RefusedCard } from '../../../plant/refused-card.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/now.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { summaryOf } from './findings.ts'
import { FindingsCard } from './findings-card.tsx'
import { GapMap } from './gap-map.tsx'
import { PlantReport } from './plant-report.tsx'
import { RecordsCard } from './records-card.tsx'

const qualityQuery = (plantId: number, month: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'quality', month],
    queryFn: ({ signal }) => fetchQuality(plantId, month, signal),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  })

/** How far a plant's figures can be trusted: what is missing, refused, estimated or kept apart, and why. */
export function QualityPage() {
  const { text, rich } = useText()
  const format = useFormat()
  const { plantId, plant, zone, can } = useCurrentPlant()
  const hasNoData = useHasNoData()
  const { change } = useUrlState()
  const today = localDate(useNow(MINUTE_MS), zone)
  const earliest = plant.startedOn ?? undefined
  const date = usePeriodDate({ period: 'month', today, earliest })
  const month = date.slice(0, 7)
  const { data, error, refetch, isPlaceholderData } = useQuery(qualityQuery(plantId, month))
  const lastDay = addDays(periodStart('month', shiftPeriod('month', date, 1)), -1)
  const named = format.month(month)
  const shown = isPlaceholderData ? undefined : data
  const summary = shown && summaryOf(shown.days)
  if (summary?.percent === null && hasNoData)
    return (
      <div className="page">
        <BeforeData />
      </div>
    )
  // Drawn with its answer: neither the sentence nor the days have a height before it.
  if (!data && !error)
    return (
      <div className="page">
        <Skeleton width="min(520px, 90%)" height={22} />
        <Skeleton height={480} />
      </div>
    )
  return (
    <div className={cx('page', (shown !== undefined || can('editPlant')) && cardStyles.besideSettings)}>
      {(summary !== undefined || !error) && (
        <p className="answer answerOfPeriod">
          {summary ? (
            summary.percent === null ? (
              text('quality.answer.none', { month: named })
            ) : (
              rich('quality.answer', {
                month: named,
                percent: format.percent(summary.percent, 1),
                hours: format.hours(summary.missingHours),
                refused: summary.refused,
              })
            )
          ) : (
            <Skeleton width="min(520px, 90%)" height={22} />
          )}
        </p>
      )}
      <Card
        title={text('quality.map')}
        aside={
          <PeriodStepper
            period="month"
            date={date}
            today={today}
            earliest={earliest}
            zone={zone}
            onChange={(next) => change({ date: next })}
          />
        }
      >
        {shown ? (
          <GapMap plantId={plantId} days={shown.days} label={text('quality.map.label', { month: named })} />
        ) : error ? (
          <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={420} />
        )}
      </Card>
      {shown && <FindingsCard key={month} plantId={plantId} days={shown.days} />}
      {can('editPlant') && <RefusedCard />}
      {shown && <RecordsCard quality={shown} />}
      {can('viewPlantDevice') && (
        <PlantReport plantId={plantId} from={`${month}-01`} to={lastDay < today ? lastDay : today} />
      )}
    </div>
  )
}
