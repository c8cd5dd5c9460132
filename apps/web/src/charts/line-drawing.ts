/** Series in the library's form: lines, areas, bars, bands, nights. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isBar, isIsolated, type LineSeries, pointsIn, type Stroke } from './line-data.ts'
import type { LineModel } from './line-model.ts'
import type { PlotFrame } from './plot-frame.ts'
import type { ChartTheme } from './theme.ts'

/** From this number on a line has more points than pixels; it is thinned without losing its peaks. */
const MANY_POINTS = 4000

type Item = Readonly<{ value: readonly [number, number | null]; symbol?: string; symbolSize?: number }>

function toItems({ points }: LineSeries): readonly (Item | readonly [number, number | null])[] {
  return points.map((point, index) => {
    const value = [point.atMs, point.value] as const
    if (point.value === null) return value
    if (point.estimated) return { value, symbol: 'emptyCircle', symbolSize: 6 }
    return isIsolated(points, index) ? { value, symbol: 'circle', symbolSize: 4 } : value
  })
}

/** Space between two bars of a period, as a share of their width. */
const BAR_GAP = 0.15

/** Width of each of `count` bars side by side, pixels. */
function barWidth({ resolution, range }: LineModel, frame: PlotFrame, count: number): number {
  const stepPx = (stepMs[resolution] / (range.toMs - range.fromMs)) * frame.width
  return Math.max(1.5, Math.min(38, (stepPx * 0.72) / (count + (count - 1) * BAR_GAP)))
}

/** Distance of two neighbors of whole periods; of instants there are no bars. */
const stepMs: Readonly<Record<LineModel['resolution'], number>> = {
  instant: 5 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 30.44 * DAY_MS,
  year: 365.25 * DAY_MS,
}

const dashes: Readonly<Record<Stroke, 'solid' | readonly number[]>> = {
  solid: 'solid',
  dashed: [7, 4],
  dotted: [2, 3],
  dashDot: [9, 3, 2, 3],
}

export function drawSeries(
  whole: LineSeries,
  axis: number,
  model: LineModel,
  theme: ChartTheme,
  frame: PlotFrame,
): readonly object[] {
  // Points outside the zoom need not be drawn.
  const one = { ...whole, points: pointsIn(whole.points, model.range) }
  const color = theme.color(one.color)
  const base = { name: one.id, yAxisIndex: axis, silent: true, animation: false }
  if (isBar(one)) {
    const bars = model.series.filter(isBar)
    const width = barWidth(model, frame, bars.length)
    const nth = bars.findIndex(({ id }) => id === one.id)
    const bar = { ...base, type: 'bar', barWidth: width, barGap: `${BAR_GAP * 100}%` }
    if (one.shape === 'range')
      return drawRange(one, bar, { width, offset: (nth - (bars.length - 1) / 2) * width * (1 + BAR_GAP) }, theme)
    return [
      {
        ...bar,
        itemStyle: { color: color, borderRadius: width > 6 ? [2, 2, 0, 0] : 0 },
        data: one.points.map(({ atMs, value }) => [atMs, value]),
      },
    ]
  }
  const items = toItems(one)
  const hasMarks = items.some((item) => 'symbol' in item)
  const line = {
    ...base,
    type: 'line',
    data: items,
    symbol: 'none',
    showSymbol: hasMarks,
    showAllSymbol: hasMarks,
    connectNulls: false,
    z: one.ghost ? 2 : one.strong ? 4 : 3,
    ...(one.points.length > MANY_POINTS ? { sampling: 'lttb' } : {}),
    ...(one.shape === 'step' ? { step: 'end' } : {}),
    itemStyle: { color: color },
    lineStyle: {
      color: theme.color(one.color, one.ghost ? 0.55 : 1),
      width: one.ghost ? 1.25 : one.strong ? 3 : 2,
      type: one.ghost ? [2, 3] : dashes[one.stroke ?? 'solid'],
      join: 'round',
      cap: 'round',
    },
    ...(one.shape === 'area' ? { areaStyle: { color: fade(theme, one.color, 0.34, 0.04) } } : {}),
  }
  const hasSpread = one.points.some(({ min, max }) => typeof min === 'number' && typeof max === 'number')
  return hasSpread ? [...drawSpread(one, axis, theme), line] : [line]
}

const fade = (theme: ChartTheme, token: string, from: number, to: number): object => ({
  type: 'linear',
  x: 0,
  y: 0,
  x2: 0,
  y2: 1,
  colorStops: [
    { offset: 0, color: theme.color(token, from) },
    { offset: 1, color: theme.color(token, to) },
  ],
})

/** Smallest to largest as a pale bar, the mean as a mark on it: nothing joins two periods. */
function drawRange(
  one: LineSeries,
  bar: object,
  { width, offset }: Readonly<{ width: number; offset: number }>,
  theme: ChartTheme,
): readonly object[] {
  const stacked = { ...bar, stack: `${one.id} range`, stackStrategy: 'all' }
  return [
    {
      ...stacked,
      name: `${one.id} least`,
      itemStyle: { color: 'transparent' },
      data: one.points.map(({ atMs, min }) => [atMs, min ?? null]),
    },
    {
      ...stacked,
      name: `${one.id} range`,
      itemStyle: { color: theme.color(one.color, 0.28), borderRadius: 2 },
      data: one.points.map(({ atMs, min, max }) => [
        atMs,
        typeof min === 'number' && typeof max === 'number' ? max - min : null,
      ]),
    },
    {
      ...bar,
      type: 'line',
      z: 3,
      lineStyle: { width: 0 },
      itemStyle: { color: theme.color(one.color) },
      symbol: 'rect',
      symbolSize: [Math.max(3, width), 3],
      symbolOffset: [offset, 0],
      showAllSymbol: true,
      data: one.points.map(({ atMs, value }) => [atMs, value]),
    },
  ]
}

/** Smallest to largest as a soft band: an invisible line with the difference stacked on it. */
function drawSpread(one: LineSeries, axis: number, theme: ChartTheme): readonly object[] {
  const base = {
    type: 'line',
    yAxisIndex: axis,
    silent: true,
    animation: false,
    symbol: 'none',
    stack: `${one.id} spread`,
    stackStrategy: 'all',
    lineStyle: { width: 0 },
    z: 1,
  }
  const least = one.points.map(({ atMs, min }) => [atMs, min ?? null])
  const more = one.points.map(({ atMs, min, max }) => [
    atMs,
    typeof min === 'number' && typeof max === 'number' ? max - min : null,
  ])
  return [
    { ...base, name: `${one.id} least`, data: least },
    { ...base, name: `${one.id} spread`, data: more, areaStyle: { color: theme.color(one.color, 0.16) } },
  ]
}

export function drawBand(model: LineModel, theme: ChartTheme): readonly object[] {
  if (!model.band || model.band.length === 0) return []
  return [
    {
      type: 'line',
      name: 'band',
      silent: true,
      animation: false,
      symbol: 'none',
      z: 1,
      data: model.band.map(({ atMs, value }) => [atMs, value]),
      lineStyle: { width: 0 },
      areaStyle: { color: theme.color('solar', 0.13) },
    },
  ]
}

/** Nights and the present moment are attached to an empty series, so that they stay when every series is off. */
export function drawGround(model: LineModel, theme: ChartTheme): object {
  const nights = model.nights?.map(({ fromMs, toMs }) => [{ xAxis: fromMs }, { xAxis: toMs }]) ?? []
  const inside = model.nowMs !== undefined && model.nowMs > model.range.fromMs && model.nowMs < model.range.toMs
  return {
    type: 'line',
    name: 'ground',
    silent: true,
    animation: false,
    data: [[model.range.fromMs, null]],
    z: 0,
    ...(nights.length > 0
      ? { markArea: { silent: true, itemStyle: { color: theme.color('text-3', 0.07) }, data: nights } }
      : {}),
    ...(inside
      ? {
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: theme.color('text-3'), width: 1, type: [2, 3] },
            data: [{ xAxis: model.nowMs }],
          },
        }
      : {}),
  }
}
