import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatExact } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { explorerPath } from '../../../../address/paths.ts'
import type { DeviceDetail } from '../../../../api/device-detail.ts'
import { ChartFrame } from '../../../../charts/chart-frame.tsx'
import type { ChartHandle } from '../../../../charts/line-chart.tsx'
import { toTable } from '../../../../charts/lines-table.ts'
import { nightsOf } from '../../../../charts/nights.ts'
import { isCurrentPeriod, periodKey, periodName } from '../../../../charts/period/period.ts'
import { usePeriodDate } from '../../../../charts/period/use-period-date.ts'
import { nameInstant } from '../../../../charts/time-ticks.ts'
import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { useNow } from '../../../../ui/now.ts'
import { ErrorPanel } from '../../../../ui/states.tsx'
import { CompareMenu } from '../compare/compare-menu.tsx'
import { ModeSwitch } from '../compare/mode-switch.tsx'
import type { ComparisonState } from '../compare/use-comparison.ts'
import { historyQuery, statesQuery } from '../device-queries.ts'
import type { Selection } from '../use-selection.ts'
import styles from './history-card.module.css'
import './history-colors.css'
import { PeriodBar } from '../../../../charts/period/period-bar.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryLegend } from './history-legend.tsx'
import { HistoryNotes } from './history-notes.tsx'
import { resolutionOf, toSeries } from './history-series.ts'
import { canShow, todayOf } from './history-state.ts'
import { QuantityPicker } from './quantity-picker.tsx'
import { useStateWords } from './use-state-words.ts'

const roomForList = (): boolean => window.matchMedia('(min-width: 1181px)').matches

type Props = Readonly<{ detail: DeviceDetail; selection: Selection; comparison: ComparisonState }>

/** Several quantities over time: selected from a list, stepped by arrows, all of it in the URL. */
export function HistoryCard({ detail, selection, comparison }: Props) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const nowMs = useNow(MINUTE_MS)
  const chart = useRef<ChartHandle>(null)
  const [listOpen, setListOpen] = useState(roomForList)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const { device, zone } = detail
  const { period, quantities, ids } = selection
  const newest = detail.heardAtMs === null ? undefined : localDate(detail.heardAtMs, zone)
  const calendarDay = localDate(nowMs, zone)
  const today = todayOf(device.status, newest, calendarDay)
  const date = usePeriodDate({ period, today })
  const lastDate = newest !== undefined && periodKey(period, newest) !== periodKey(period, date) ? newest : undefined
  const wanted = ids.filter((id) => quantities.some((quantity) => quantity.id === id && canShow(quantity, period)))
  const query = useQuery({
    ...historyQuery(device.deviceId, { period, date, ids: wanted, live: isCurrentPeriod(period, date, today) }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const isDay = period === 'day'
  const { data: states, error: statesError } = useQuery({
    ...statesQuery(device.deviceId, date, date === today),
    enabled: isDay,
  })
  const day = isDay && states?.date === date ? states : undefined
  const nights = useMemo(() => (day ? nightsOf(day) : []), [day])
  const words = useStateWords()
  const chosen = ids.join()
  const series = useMemo(
    () => (data ? toSeries(data.series, chosen.split(','), data.period, nameOf, format.temperatureUnit) : []),
    [data, chosen, nameOf, format.temperatureUnit],
  )
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden])

  const name = `${device.name}, ${periodName(period, date, format, text('device-detail.period.total'))}`
  const toggleShown = (id: string): void => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
  }
  const bar = (
    <>
      <ModeSwitch comparison={comparison} />
      <CompareMenu detail={detail} selection={selection} comparison={comparison} date={date} />
      <PeriodBar className={styles.historyPeriod} usual="day" period={period} date={date} today={today} zone={zone} />
      <ButtonLink
        size="s"
        kind="quiet"
        icon="external"
        label={text('explorer.open')}
        to={explorerPath(
          ids.map((id) => `d${device.deviceId}:${id}`),
          { span: period, date },
        )}
      />
    </>
  )
  const failure = selection.query.error ?? (data ? null : query.error)
  if (failure)
    return (
      <Card title={text('device-detail.history')} aside={bar}>
        <ErrorPanel
          compact
          failure={failure}
          title={text('device-detail.history.failed')}
          onRetry={() => void (selection.query.error ? selection.query.refetch() : query.refetch())}
        />
      </Card>
    )
  return (
    <ChartFrame
      title={text('device-detail.history')}
      name={name}
      note={zone}
      fileName={[device.name, period, ...(period === 'total' ? [] : [date])]}
      aside={bar}
      canvas={() => chart.current?.canvas()}
      legend={shown.map(({ name: title, color }) => ({ name: title, color }))}
      table={() =>
        toTable(shown, {
          rowName: text('device-detail.history.time'),
          least: (value) => text('device-detail.history.least', { name: value }),
          greatest: (value) => text('device-detail.history.greatest', { name: value }),
          estimated: text('device-detail.history.estimated'),
          nameAt: (atMs) =>
            nameInstant(
              atMs,
              zone,
              format.locale,
              resolutionOf[data?.period ?? period],
              (data?.period ?? period) !== 'day',
            ),
          exactAt: (atMs) => formatExact(atMs, zone),
          ...(day
            ? { state: { name: text('device-detail.band.column'), at: (atMs) => words.describe(day, atMs).join(', ') } }
            : {}),
        })
      }
      picker={
        <HistoryLegend
          series={series}
          hidden={hidden}
          onToggle={toggleShown}
          choose={text('device-detail.history.choose')}
          listOpen={listOpen}
          onList={setListOpen}
        />
      }
      foot={
        <HistoryNotes
          series={shown}
          period={data?.period ?? period}
          left={ids.length - wanted.length}
          hasNight={nights.length > 0}
          statesFailed={isDay && statesError !== null}
        />
      }
    >
      <div className={cx(styles.historyBody, listOpen && styles.historyOpen)}>
        <div className={cx(styles.historyChart, query.isPlaceholderData && styles.historyStale)}>
          <HistoryChart
            handle={chart}
            label={name}
            data={data}
            series={shown}
            intervalS={device.intervalS}
            nowMs={isCurrentPeriod(period, date, calendarDay) ? nowMs : undefined}
            lastDate={lastDate}
            nothing={!selection.query.isPending && wanted.length === 0}
            nights={nights}
            day={day}
          />
        </div>
        {listOpen && <QuantityPicker offered={selection.query.data} selection={selection} />}
      </div>
    </ChartFrame>
  )
}
