import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatExact } from '@heliograph/domain/format/timestamp.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DeviceDetail } from '../../../../api/device-detail.ts'
import { ChartFrame } from '../../../../charts/chart-frame.tsx'
import { drawHeat } from '../../../../charts/heat-picture.ts'
import { HeatTable, heatScale } from '../../../../charts/heat-table.tsx'
import { toTable } from '../../../../charts/lines-table.ts'
import { isCurrentPeriod, periodName } from '../../../../charts/period/period.ts'
import { usePeriodDate } from '../../../../charts/period/use-period-date.ts'
import { useChartTheme } from '../../../../charts/theme.ts'
import { nameInstant } from '../../../../charts/time-ticks.ts'
import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { useNow } from '../../../../ui/now.ts'
import { ErrorPanel, Skeleton } from '../../../../ui/states.tsx'
import { comparisonQuery } from '../device-queries.ts'
import styles from '../history/history-card.module.css'
import { HistoryLegend } from '../history/history-legend.tsx'
import { resolutionOf } from '../history/history-series.ts'
import '../history/history-colors.css'
import { PeriodBar } from '../../../../charts/period/period-bar.tsx'
import type { Selection } from '../use-selection.ts'
import { ComparePicker } from './compare-picker.tsx'
import { toComparedSeries, toHeatSet } from './compare-series.ts'
import { columnsOf } from './compare-state.ts'
import { nameColumn } from './heat-columns.ts'
import { ModeSwitch } from './mode-switch.tsx'
import type { ComparisonState } from './use-comparison.ts'
import { useSubjectName } from './use-subject-name.ts'

const NONE: ReadonlySet<string> = new Set()
const roomForList = (): boolean => window.matchMedia('(min-width: 1181px)').matches

type Props = Readonly<{ detail: DeviceDetail; selection: Selection; comparison: ComparisonState }>

/** The same value of several devices, or of all strings, as shades. */
export function CompareCard({ detail, selection, comparison }: Props) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const nameSubject = useSubjectName()
  const theme = useChartTheme()
  const nowMs = useNow(MINUTE_MS)
  const [listOpen, setListOpen] = useState(roomForList)
  const { zone, plantId, device } = detail
  const { period } = selection
  const { devices, subject, quantities } = comparison
  const today = localDate(nowMs, zone)
  const date = usePeriodDate({ period, today })
  const query = useQuery({
    ...comparisonQuery(plantId, {
      period,
      date,
      devices: devices.map(({ deviceId }) => deviceId),
      quantities,
      every: columnsOf(period),
      live: isCurrentPeriod(period, date, today),
      isReady: !comparison.isLoading,
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const shownPeriod = data?.period ?? period
  const options = { devices, quantities, period: shownPeriod, nameOf, temperature: format.temperatureUnit }
  // Their identity follows the data: the devices' list is read again every half a minute.
  const key = JSON.stringify([devices.map(({ deviceId, name }) => [deviceId, name]), quantities])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for devices and quantities
  const series = useMemo(() => (data ? toComparedSeries(data.series, options) : []), [data, key, format, nameOf])
  const resolution = columnsOf(shownPeriod) ?? resolutionOf[shownPeriod]
  const heat = useMemo(
    () => toHeatSet(series, (atMs) => nameColumn(atMs, zone, format.locale, resolution)),
    [series, zone, format, resolution],
  )

  const subjectName = subject ? nameSubject(subject) : ''
  const name = `${subjectName}, ${periodName(period, date, format, text('device-detail.period.total'))}`
  const scale = heatScale(heat)
  const frame = {
    title: text('device-detail.history'),
    name,
    note: zone,
    fileName: [device.name, subjectName, period, ...(period === 'total' ? [] : [date])],
    aside: (
      <>
        <ModeSwitch comparison={comparison} />
        <PeriodBar className={styles.historyPeriod} usual="day" period={period} date={date} today={today} zone={zone} />
      </>
    ),
  }
  const failed = query.error && !data
  return (
    <ChartFrame
      {...frame}
      canvas={() => drawHeat(heat, theme, (value) => format.number(value / scale.factor, scale.decimals))}
      legend={[]}
      table={() =>
        toTable(series, {
          rowName: text('device-detail.history.time'),
          least: (value) => value,
          greatest: (value) => value,
          estimated: text('device-detail.history.estimated'),
          nameAt: (atMs) => nameInstant(atMs, zone, format.locale, resolution, shownPeriod !== 'day'),
          exactAt: (atMs) => formatExact(atMs, zone),
        })
      }
      picker={
        <HistoryLegend
          series={[]}
          hidden={NONE}
          onToggle={() => {}}
          choose={text('device-detail.compare.choose')}
          listOpen={listOpen}
          onList={setListOpen}
        />
      }
      foot={
        <>
          <span>{subjectName}</span>
          {shownPeriod !== 'day' && series.some(({ shape }) => shape === 'bar') && (
            <span>{text(`device-detail.history.bars.${shownPeriod}`)}</span>
          )}
        </>
      }
    >
      <div className={cx(styles.historyBody, listOpen && styles.historyOpen)}>
        <div className={cx(styles.historyChart, styles.historyHeat, query.isPlaceholderData && styles.historyStale)}>
          {failed ? (
            <ErrorPanel
              compact
              failure={query.error}
              title={text('device-detail.history.failed')}
              onRetry={() => void query.refetch()}
            />
          ) : !data ? (
            <Skeleton height="var(--chart-height)" />
          ) : heat.columns.length === 0 ? (
            <p className={styles.historyNothing}>{text('device-detail.compare.empty')}</p>
          ) : (
            <HeatTable label={name} rowName={subjectName} set={heat} />
          )}
        </div>
        {listOpen && <ComparePicker comparison={comparison} />}
      </div>
    </ChartFrame>
  )
}
