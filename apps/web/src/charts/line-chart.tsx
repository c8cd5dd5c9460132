import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import styles from './chart.module.css'
import { ChartGround } from './chart-ground.tsx'
import { isBar, type LinePoint, type LineSeries, nearestPoint, snapInstant, stepInstant } from './line-data.ts'
import { frameOf, type LineModel, planOf } from './line-model.ts'
import { toLineOption } from './line-option.ts'
import { toFraction } from './plot-frame.ts'
import { Readout, type ReadoutRow } from './readout.tsx'
import { useChartTheme } from './theme.ts'
import { nameInstant, type Resolution, type TimeRange } from './time-ticks.ts'
import { useCursor } from './use-cursor.ts'
import { type Size, useEChart } from './use-echart.ts'

/** Where the plot stands in its chart, pixels, and the stretch of time it shows. */
export type PlotPlace = Readonly<{ left: number; width: number; range: TimeRange }>

/** The methods for a frame around a chart. */
export type ChartHandle = Readonly<{ canvas: () => HTMLCanvasElement | undefined }>

type Props = Readonly<{
  /** The chart's content in a sentence, for screen readers. */
  label: string
  range: TimeRange
  zone: string
  resolution: Resolution
  axes: LineModel['axes']
  series: readonly LineSeries[]
  band?: Readonly<{ name: string; points: readonly LinePoint[] }> | undefined
  nights?: readonly TimeRange[] | undefined
  nowMs?: number | undefined
  /** Distance of two points: how far from the cursor a point may be. */
  stepMs: number
  /** Notes about an instant: late, estimated, not all devices. */
  notesAt?: (atMs: number) => readonly string[]
  /** Shown instead of the plot while there is nothing to draw. */
  empty?: ReactNode
  handle?: Ref<ChartHandle>
  /** The visible part, kept in the address by the page; without `onZoom` the chart keeps it itself. */
  zoom?: TimeRange | undefined
  onZoom?: (zoom: TimeRange | undefined) => void
  /** Drawn below the plot, on the same time axis. */
  below?: (place: PlotPlace) => ReactNode
}>

/**
 * Lines over the plant's time. Hover, scrub or arrow keys read values; a drag zooms; a double-click shows all again.
 */
export function LineChart(props: Props) {
  const { label, range, zone, resolution, axes, series, band, nights, nowMs, stepMs, notesAt, empty, handle, below } =
    props
  const format = useFormat()
  const { text } = useText()
  const theme = useChartTheme()
  const [ownZoom, setOwnZoom] = useState<TimeRange>()
  const { zoom, onZoom: setZoom } = props.onZoom
    ? { zoom: props.zoom, onZoom: props.onZoom }
    : { zoom: ownZoom, onZoom: setOwnZoom }
  const [atMs, setAtMs] = useState<number>()
  const plot = useRef<HTMLElement>(null)

  // Another day is another chart, so its zoom does not carry over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bounds say which stretch it is
  useEffect(() => {
    setOwnZoom(undefined)
    setAtMs(undefined)
  }, [range.fromMs, range.toMs])

  const shown = zoom ?? range
  const model = useMemo(
    (): LineModel => ({
      range: shown,
      zone,
      locale: format.locale,
      resolution,
      axes,
      series,
      band: band?.points,
      nights,
      nowMs,
      write: format.number,
    }),
    [shown, zone, format, resolution, axes, series, band, nights, nowMs],
  )
  const toOption = useCallback((size: Size) => toLineOption(model, theme, size), [model, theme])
  const chart = useEChart(toOption)
  useImperativeHandle(handle, () => ({ canvas: chart.canvas }), [chart.canvas])

  const frame = useMemo(
    () => (chart.size ? frameOf(model, planOf(model, chart.size.height), chart.size) : undefined),
    [model, chart.size],
  )
  const span = shown.toMs - shown.fromMs
  const toMs = (fraction: number): number => shown.fromMs + fraction * span
  const within = Math.max(stepMs * 1.5, span * 0.02)
  const cursor = useCursor({
    toFraction: (clientX) => {
      const box = plot.current?.getBoundingClientRect()
      return box && frame ? toFraction(frame, clientX - box.left) : 0
    },
    onMove: (fraction) => setAtMs(fraction === undefined ? undefined : snapInstant(series, toMs(fraction), within)),
    onStep: (direction) => setAtMs((before) => stepInstant(series, shown, before, direction)),
    onZoom: ({ from, to }) => {
      const next = { fromMs: toMs(from), toMs: toMs(to) }
      // Closer than a few points there is nothing more to see.
      if (next.toMs - next.fromMs > stepMs * 3) setZoom(next)
    },
    onReset: () => {
      setZoom(undefined)
      setAtMs(undefined)
    },
  })

  const longer = range.toMs - range.fromMs > 26 * HOUR_MS
  const rows = atMs === undefined ? [] : rowsAt(props, atMs, format.quantity)
  const x = frame && atMs !== undefined ? frame.left + ((atMs - shown.fromMs) / span) * frame.width : undefined

  return (
    <>
      <div className={styles.chart}>
        <ChartGround
          label={label}
          chart={chart}
          plot={plot}
          frame={frame}
          cursor={cursor}
          ruleX={x !== undefined && frame && x >= frame.left - 1 && x <= frame.left + frame.width + 1 ? x : undefined}
          empty={empty}
        >
          {atMs !== undefined && frame && (
            <Readout
              title={nameInstant(atMs, zone, format.locale, resolution, longer)}
              rows={rows}
              notes={notesAt?.(atMs) ?? []}
              x={x ?? frame.left}
              width={chart.size?.width ?? 0}
            />
          )}
        </ChartGround>
        {zoom && (
          <button type="button" className={styles.chartReset} onClick={() => setZoom(undefined)}>
            {text('chart.showAll')}
          </button>
        )}
      </div>
      {below && frame && below({ left: frame.left, width: frame.width, range: shown })}
    </>
  )
}

type Write = ReturnType<typeof useFormat>['quantity']

function rowsAt({ series, axes, band, stepMs }: Props, atMs: number, write: Write): readonly ReadoutRow[] {
  const unitOf = (axis: string): LineModel['axes'][number]['unit'] => axes.find(({ id }) => id === axis)?.unit ?? 'W'
  const rows: ReadoutRow[] = []
  for (const one of series) {
    const point = nearestPoint(one.points, atMs, stepMs * 0.75)
    const unit = unitOf(one.axis)
    const spread =
      point && typeof point.min === 'number' && typeof point.max === 'number'
        ? `${write({ unit }, point.min).text} – ${write({ unit }, point.max).text}`
        : undefined
    rows.push({
      id: one.id,
      name: one.name,
      color: one.color,
      look: one.ghost ? 'ghost' : isBar(one) ? 'block' : (one.stroke ?? 'solid'),
      value: write({ unit }, point?.value).text,
      estimated: point?.estimated ?? false,
      ...(spread === undefined ? {} : { more: spread }),
    })
  }
  const expected = band && nearestPoint(band.points, atMs, Math.max(stepMs, 600_000))
  const first = axes[0]
  if (band && expected && first)
    rows.push({
      id: 'band',
      name: band.name,
      color: 'solar',
      look: 'band',
      value: write({ unit: first.unit }, expected.value).text,
      estimated: false,
    })
  return rows
}
