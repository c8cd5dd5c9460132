import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { gridTypeParts } from '@heliograph/domain/plant.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { fetchPerformance, type Performance, type PerformanceType } from '../../../api/performance.ts'
import { plantKey } from '../../../api/queries.ts'
import { periodKey, periodName } from '../../../charts/period/period.ts'
import { PeriodStepper } from '../../../charts/period/period-stepper.tsx'
import { useAskedDate } from '../../../charts/period/use-asked-date.ts'
import { usePeriodDate } from '../../../charts/period/use-period-date.ts'
import { warmCharts } from '../../../charts/use-echart.ts'
import { BeforeData, useHasNoData } from '../../../plant/before-data.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { whyLowQuery } from '../../../plant/weather/why-low-query.ts'
import { YesterdayText } from '../../../plant/weather/yesterday-text.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ExtraPart } from '../../../ui/extra-part.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/now.ts'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { answerOf } from './answer.ts'
import { ExpectedChart } from './expected-chart.tsx'
import { FiguresCard } from './figures-card.tsx'
import { InvertersCard } from './inverters-card.tsx'
import { LossesCard } from './losses-card.tsx'
import styles from './performance-page.module.css'

/** Why yesterday was low; nothing, not even texts, where it was not. */
function YesterdayLine() {
  const { plantId } = useCurrentPlant()
  const { data: low } = useQuery(whyLowQuery(plantId))
  if (!low) return null
  return (
    <LaterTexts feature="weather" waiting={null}>
      <Notice tone="neutral">
        <YesterdayText low={low} />
      </Notice>
    </LaterTexts>
  )
}

/** @param key `YYYY-MM` for a month's days, `YYYY` for a year's months, '' for all years */
const performanceQuery = (plantId: number, type: PerformanceType, key: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'performance', type, key],
    queryFn: ({ signal }) => fetchPerformance(plantId, type, key === '' ? undefined : key, signal),
    // A new day is judged once a day; the first ones of a new plant within minutes.
    staleTime: 10 * MINUTE_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.reason === 'counting' || (data?.waitingSinceMs ?? null) !== null ? MINUTE_MS : false,
    placeholderData: keepPreviousData,
  })

/** The screen's first line. @param period undefined: all days of the plant */
function AnswerLine({ found, period }: Readonly<{ found: Performance; period: string | undefined }>) {
  const { rich, gap } = useText()
  const format = useFormat()
  const names = new Map(found.inverters.map(({ deviceId, name }) => [deviceId, name]))
  const sentences = answerOf(found, {
    period,
    percent: (share) => format.percent(share * 100, share < 0.1 ? 1 : 0),
    nameOf: (deviceId) => names.get(deviceId),
  })
  return (
    <p className="answer answerOfPeriod">
      {sentences.map(({ key, values }) => (
        <span key={key}>
          {rich(key, values)}
          {gap}
        </span>
      ))}
    </p>
  )
}

const types: readonly PerformanceType[] = ['month', 'year', 'total']

/** Energy that a plant's sky allowed, its yield, and the losses in between. */
export function PerformancePage() {
  const { plantId, plant, zone } = useCurrentPlant()
  const hasNoData = useHasNoData()
  const { view, change, linkTo } = useUrlState()
  const { text, gap } = useText()
  const format = useFormat()
  useEffect(warmCharts, [])
  const type: PerformanceType = view === 'day' ? 'month' : view
  const today = localDate(useNow(MINUTE_MS), zone)
  const earliest = plant.startedOn ?? undefined
  const date = usePeriodDate({ period: type, today, earliest })
  const key = periodKey(type, date)
  const { data, error, refetch, isPlaceholderData } = useQuery(performanceQuery(plantId, type, key))
  const name = periodName(type, date, format, text('performance.total'))
  const asked = useAskedDate(date)
  const found = isPlaceholderData || asked.isAhead ? undefined : data

  if (!data)
    return (
      <div className="page">
        {error ? (
          <ErrorPanel failure={error} title={text('performance.failed')} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton height={26} />
            <Skeleton height={150} />
            <Skeleton height={380} />
          </>
        )}
      </div>
    )
  if (data.reason !== '')
    return (
      <div className="page">
        {data.reason === 'counting' && hasNoData ? (
          <BeforeData />
        ) : (
          <EmptyState
            icon="chart"
            title={text(`performance.reason.${data.reason}`)}
            hint={text(`performance.reason.${data.reason}.hint`)}
          />
        )}
      </div>
    )
  const bar = (
    <div className={styles.barChoice}>
      <SegmentedLinks
        label={text('performance.period')}
        places={types.map((performanceType) => ({
          to: linkTo({ view: performanceType }),
          label: text(`performance.period.${performanceType}`),
          current: performanceType === type,
        }))}
      />
      <PeriodStepper
        period={type}
        date={date}
        today={today}
        earliest={earliest}
        zone={zone}
        onAsk={asked.ask}
        onChange={(next) => change({ view: type, date: next })}
      />
    </div>
  )
  const source = data.whole.sources.length === 1 ? data.whole.sources[0] : undefined
  return (
    <div className="page">
      {found ? (
        <AnswerLine found={found} period={type === 'total' ? undefined : name} />
      ) : (
        <p className="answer">
          <Skeleton width="min(520px, 90%)" height={22} />
        </p>
      )}
      {found && found.clockShiftMs !== null && (
        <Notice tone="warn">
          {text(found.clockShiftMs > 0 ? 'performance.clock.late' : 'performance.clock.early', {
            minutes: Math.abs(found.clockShiftMs / MINUTE_MS),
          })}
        </Notice>
      )}
      {found?.waitingSinceMs != null && (
        <Notice>{text('performance.waiting', { time: format.moment(found.waitingSinceMs, zone) })}</Notice>
      )}
      <FiguresCard bar={bar} figures={found?.whole} />
      {found ? (
        <>
          <ExpectedChart type={type} periodKey={key} name={name} today={today} found={found} />
          {found.whole.days > 0 && <LossesCard found={found} name={name} />}
          {/* It comes last: here nothing that people read is moved by it. */}
          <ExtraPart>
            <YesterdayLine />
          </ExtraPart>
          {found.inverters.length > 1 && <InvertersCard inverters={found.inverters} name={name} />}
          {found.whole.days > 0 && (
            <p className={styles.note}>
              {text(source === undefined ? 'performance.source.mixed' : `performance.source.${source}`)}
              {gap}
              {!gridTypeParts[plant.gridType].grid && `${text('performance.offGrid')}${gap}`}
              {found.countedTo && text('performance.countedTo', { date: format.date(found.countedTo) })}
            </p>
          )}
        </>
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  )
}
