import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useRef } from 'react'
import { exportPath, plantExplorerPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { type ChartHandle, LineChart } from '../../../charts/line-chart.tsx'
import type { LineAxis, LineSeries } from '../../../charts/line-data.ts'
import { nightsOf } from '../../../charts/nights.ts'
import { SeriesPicker } from '../../../charts/series-picker.tsx'
import { useZoom } from '../../../charts/use-zoom.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { type PlantParts, powersOf } from '../../../plant/plant-parts.ts'
import { forecastQuery } from '../../../plant/weather/forecast-query.ts'
import { useKeptSwitch } from '../../../preferences/kept-switch.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/now.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import styles from './day-curve.module.css'
import { DayNotes } from './day-notes.tsx'
import {
  comparisonShiftMs,
  type DaySeriesId,
  offered,
  offeredGroups,
  pointsOf,
  readSelection,
  writeSelection,
} from './day-series.ts'
import { dayTable, notesOf } from './day-table.ts'
import { forecastPoints } from './forecast-line.ts'
import { dayQuery } from './queries.ts'

const axes: readonly LineAxis[] = [
  { id: 'power', unit: 'W', fromZero: true },
  { id: 'soc', unit: '%', fromZero: true, full: 100 },
]
const SLOT_MS = 300_000
const FORECAST = 'forecast'

type Props = Readonly<{ date: string; today: string; parts: PlantParts }>

/** 24 hours of the plant in five-minute points. */
export const DayCurve = memo(function DayCurve({ date, today, parts }: Props) {
  const { plantId, plant, zone } = useCurrentPlant()
  const { params, change } = useUrlState()
  const { text } = useText()
  const format = useFormat()
  const may = usePermission()
  const now = useNow(MINUTE_MS)
  const chart = useRef<ChartHandle>(null)
  const isToday = date === today
  const withGhost = params.get('ghost') === '1'
  const { data: day, error, refetch, isPlaceholderData } = useQuery(dayQuery(plantId, date, isToday))
  const { data: before } = useQuery({ ...dayQuery(plantId, addDays(date, -1), false), enabled: withGhost })
  // A day that has not begun has no curve to stand behind.
  const { data: forecast } = useQuery({ ...forecastQuery(plantId, isToday ? undefined : date), enabled: date <= today })
  const picked = params.get('series')
  const [isMore, setMore] = useKeptSwitch('day-curve-more')
  const selected = useMemo(() => readSelection(picked, parts), [picked, parts])
  const range = useMemo(() => dayBounds(date, zone), [date, zone])
  const zooming = useZoom(range)

  const summary = useMemo(
    () =>
      selected.has('pv') && forecast && day && !isPlaceholderData
        ? forecastPoints(forecast.hours, { ...range, slotMs: SLOT_MS }, day)
        : [],
    [selected, forecast, day, isPlaceholderData, range],
  )
  const series = useMemo((): readonly LineSeries[] => {
    if (!day || isPlaceholderData) return []
    const chosen = offered(parts).filter(({ id }) => selected.has(id))
    const lines = chosen.map(
      ({ id, name, color, axis, shape, dashed }): LineSeries => ({
        id,
        name: text(name),
        color,
        axis,
        shape,
        ...(dashed ? { stroke: 'dashed' } : {}),
        points: pointsOf(day, id),
      }),
    )
    if (summary.length > 0)
      lines.unshift({
        id: FORECAST,
        name: text('plant-data.day.forecast'),
        color: 'chart-1',
        axis: 'power',
        stroke: 'dashed',
        ghost: true,
        points: summary,
      })
    if (!withGhost || before?.date !== addDays(date, -1)) return lines
    const shift = comparisonShiftMs(dayBounds(before.date, before.zone), range)
    const ghosts = chosen.map(
      ({ id, name, color, axis }): LineSeries => ({
        id: `${id} ghost`,
        name: text('plant-data.day.ghostOf', { series: text(name) }),
        color,
        axis,
        ghost: true,
        points: pointsOf(before, id, shift),
      }),
    )
    return [...ghosts, ...lines]
  }, [day, before, summary, selected, parts, withGhost, isPlaceholderData, date, range, text])

  const shown = isPlaceholderData ? undefined : day
  const nights = useMemo(() => (shown ? nightsOf(shown) : []), [shown])
  const band = useMemo(() => {
    if (!shown || shown.clearSky.length === 0 || !selected.has('pv')) return undefined
    return {
      name: text('plant-data.day.clearSky'),
      points: shown.clearSky.map(({ atMs, powerW }) => ({ atMs, value: powerW })),
    }
  }, [shown, selected, text])
  const byTime = useMemo(() => new Map(shown?.slots.map((slot) => [slot.atMs, slot])), [shown])

  const title = text('plant-data.day.title', { date: format.date(date) })
  if (error && !day)
    return (
      <div className={cardStyles.card} data-part="card">
        <ErrorPanel compact failure={error} title={text('plant-data.day.failed')} onRetry={() => void refetch()} />
      </div>
    )
  if (!day) return <ChartSkeleton title={title} />

  const empty = shown?.slots.every(({ pvW, loadW }) => pvW === null && loadW === null)
  const first = offered(parts).filter(({ id, on }) => on || selected.has(id))
  const others = offered(parts)
    .filter((definition) => !first.includes(definition))
    .map(({ name }) => text(name))
    .join(', ')
  const groups = isMore ? offeredGroups(parts) : [{ group: 'power' as const, definitions: first }]
  const toggle = (id: string): void => {
    const next = new Set(selected)
    if (!next.delete(id as DaySeriesId)) next.add(id as DaySeriesId)
    change({ series: writeSelection(next, parts) }, { replace: true })
  }
  return (
    <ChartFrame
      title={title}
      name={title}
      note={`${plant.name} · ${zone}`}
      fileName={[plant.name, date]}
      canvas={() => chart.current?.canvas()}
      legend={series.map(({ name, color }) => ({ name, color }))}
      more={may(['dataExport']) && exportPath(plantId, { kind: 'power', range: 'formerYear' })}
      table={() => dayTable(shown ?? day, selected, text, format)}
      aside={
        <>
          <label className={styles.dayCurveSwitch}>
            <input
              type="checkbox"
              role="switch"
              checked={withGhost}
              aria-checked={withGhost}
              onChange={() => change({ ghost: withGhost ? null : '1' }, { replace: true })}
            />
            {text('plant-data.day.ghost')}
          </label>
          <ButtonLink
            size="s"
            kind="quiet"
            icon="external"
            label={text('explorer.open')}
            to={plantExplorerPath(plantId, { s: powersOf(plantId, parts).join(), span: 'day', date })}
          />
        </>
      }
      picker={
        <div className={cx(!isMore && styles.dayCurveFew)}>
          {groups.map(({ group, definitions }) => (
            <SeriesPicker
              key={group}
              named={groups.length > 1}
              label={groups.length > 1 ? text(`plant-data.series.group.${group}`) : text('chart.series')}
              onToggle={toggle}
              items={definitions.map(({ id, name, color, dashed, value }) => ({
                id,
                name: text(name),
                color,
                look: dashed ? 'dashed' : 'solid',
                on: selected.has(id),
                empty:
                  shown !== undefined && shown.slots.length > 0 && shown.slots.every((slot) => value(slot) === null),
              }))}
            />
          ))}
          {first.length < offered(parts).length && (
            <Button
              size="s"
              kind="quiet"
              className={styles.dayCurveMore}
              aria-expanded={isMore}
              title={isMore ? undefined : others}
              onClick={() => setMore(!isMore)}
            >
              <span>{isMore ? text('shell.tab.more') : text('plant-data.day.more', { names: others })}</span>
            </Button>
          )}
        </div>
      }
      foot={
        shown && (
          <DayNotes
            day={shown}
            withBand={band !== undefined}
            expected={summary.length > 0 ? (forecast?.days.find((item) => item.date === date) ?? null) : undefined}
          />
        )
      }
    >
      <LineChart
        label={text('plant-data.day.label', { date: format.date(date), plant: plant.name })}
        range={range}
        zone={zone}
        resolution="instant"
        axes={axes}
        series={series}
        band={band}
        nights={nights}
        nowMs={isToday ? now : undefined}
        stepMs={SLOT_MS}
        notesAt={(atMs) => {
          const slot = byTime.get(atMs)
          return slot ? notesOf(slot, text, format) : []
        }}
        empty={empty ? text('plant-data.day.empty') : undefined}
        handle={chart}
        {...zooming}
      />
    </ChartFrame>
  )
})
