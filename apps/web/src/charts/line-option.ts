/** From series to what ECharts draws: colours from the theme, marks in the plant's zone, axes that share their lines. */
import type { EChartsCoreOption } from 'echarts/core'
import { type AxisPlan, planAxes } from './axis-plan.ts'
import { extentOf, isLonely, type LineAxis, type LinePoint, type LineSeries, pointsIn } from './line-data.ts'
import { axisWidth, isNarrow, labelsOf, type PlotFrame, plotFrame, roomFor } from './plot-frame.ts'
import type { ChartTheme } from './theme.ts'
import { type Resolution, type TimeRange, timeTicks } from './time-ticks.ts'
import type { Size } from './use-echart.ts'

export type LineModel = Readonly<{
  /** What is on screen: the whole, or what was zoomed to. */
  range: TimeRange
  zone: string
  locale: string
  resolution: Resolution
  axes: readonly LineAxis[]
  series: readonly LineSeries[]
  /** An expectation behind the measured: a soft area from zero, on the first axis. */
  band?: readonly LinePoint[] | undefined
  nights?: readonly TimeRange[] | undefined
  /** Where today ends so far. */
  nowMs?: number | undefined
  write: (value: number, decimals: number) => string
}>

const LABEL_SIZE = 11
/** From here on every point of a line cannot be its own pixel; the line is thinned without losing its peaks. */
const MANY_POINTS = 4000
const BAND = 'band'

/** Which axes are drawn: those of the series on screen, in the order given. */
export const usedAxes = ({ axes, series }: LineModel): readonly LineAxis[] =>
  axes.filter(({ id }) => series.some(({ axis }) => axis === id))

export function planOf(model: LineModel, height: number): readonly AxisPlan[] {
  const used = usedAxes(model)
  const first = used[0]
  const behind: LineSeries[] =
    model.band && first ? [{ id: BAND, name: '', colour: '', axis: first.id, points: model.band }] : []
  const needs = used.map(({ id, fromZero, full }) => ({
    ...extentOf([...model.series, ...behind], id, model.range),
    fromZero,
    ...(full === undefined ? {} : { full }),
  }))
  return planAxes(needs, Math.max(3, Math.min(6, Math.round(height / 46))))
}

/** On a phone the plot takes the whole width and the marks stand in it; a third axis would have no place there. */
const marksInside = (model: LineModel, size: Size): boolean => isNarrow(size.width) && usedAxes(model).length <= 2

export function frameOf(model: LineModel, plans: readonly AxisPlan[], size: Size): PlotFrame {
  const widths = usedAxes(model).map(({ unit }, index) => {
    const plan = plans[index]
    return plan ? axisWidth(unit, plan, model.write) : 0
  })
  return plotFrame(size, widths, marksInside(model, size))
}

type Item = Readonly<{ value: readonly [number, number | null]; symbol?: string; symbolSize?: number }>

function toItems({ points }: LineSeries): readonly (Item | readonly [number, number | null])[] {
  return points.map((point, index) => {
    const value = [point.atMs, point.value] as const
    if (point.value === null) return value
    if (point.estimated) return { value, symbol: 'emptyCircle', symbolSize: 6 }
    return isLonely(points, index) ? { value, symbol: 'circle', symbolSize: 4 } : value
  })
}

function barWidth(points: readonly LinePoint[], range: TimeRange, frame: PlotFrame, side: number): number {
  const [first, second] = points
  const step = first && second ? second.atMs - first.atMs : range.toMs - range.fromMs
  return Math.max(2, Math.min(28, ((step / (range.toMs - range.fromMs)) * frame.width * 0.7) / side))
}

function drawSeries(
  whole: LineSeries,
  axis: number,
  model: LineModel,
  theme: ChartTheme,
  frame: PlotFrame,
): readonly object[] {
  // What is zoomed out of sight need not be drawn.
  const one = { ...whole, points: pointsIn(whole.points, model.range) }
  const colour = theme.colour(one.colour)
  const base = { name: one.id, yAxisIndex: axis, silent: true, animation: false }
  if (one.shape === 'bar') {
    const bars = model.series.filter(({ shape }) => shape === 'bar').length
    const width = barWidth(one.points, model.range, frame, bars)
    return [
      {
        ...base,
        type: 'bar',
        barWidth: width,
        itemStyle: { color: colour, borderRadius: [2, 2, 0, 0] },
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
    z: one.ghost ? 2 : 3,
    ...(one.points.length > MANY_POINTS ? { sampling: 'lttb' } : {}),
    ...(one.shape === 'step' ? { step: 'end' } : {}),
    itemStyle: { color: colour },
    lineStyle: {
      color: theme.colour(one.colour, one.ghost ? 0.55 : 1),
      width: one.ghost ? 1.25 : 2,
      type: one.ghost ? [2, 3] : one.dashed ? [6, 4] : 'solid',
      join: 'round',
      cap: 'round',
    },
    ...(one.shape === 'area' ? { areaStyle: { color: fade(theme, one.colour, 0.34, 0.04) } } : {}),
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
    { offset: 0, color: theme.colour(token, from) },
    { offset: 1, color: theme.colour(token, to) },
  ],
})

/** Least to greatest as a soft band: an invisible line with the difference stacked on it. */
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
    { ...base, name: `${one.id} spread`, data: more, areaStyle: { color: theme.colour(one.colour, 0.16) } },
  ]
}

function drawBand(model: LineModel, theme: ChartTheme): readonly object[] {
  if (!model.band || model.band.length === 0) return []
  return [
    {
      type: 'line',
      name: BAND,
      silent: true,
      animation: false,
      symbol: 'none',
      z: 1,
      data: model.band.map(({ atMs, value }) => [atMs, value]),
      lineStyle: { width: 0 },
      areaStyle: { color: theme.colour('solar', 0.13) },
    },
  ]
}

/** Nights and the present moment hang on an empty series, so that they stay when every series is switched off. */
function drawGround(model: LineModel, theme: ChartTheme): object {
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
      ? { markArea: { silent: true, itemStyle: { color: theme.colour('text-3', 0.07) }, data: nights } }
      : {}),
    ...(inside
      ? {
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: theme.colour('text-3'), width: 1, type: [2, 3] },
            data: [{ xAxis: model.nowMs }],
          },
        }
      : {}),
  }
}

function valueAxes(model: LineModel, plans: readonly AxisPlan[], theme: ChartTheme, size: Size): readonly object[] {
  const used = usedAxes(model)
  const inside = marksInside(model, size)
  let offset = 0
  return used.map(({ unit, full }, index) => {
    const plan = plans[index] ?? { min: 0, max: 1, step: 1 }
    const labels = labelsOf(unit, plan)
    const own = index < 2 ? 0 : offset
    if (index > 0) offset += axisWidth(unit, plan, model.write)
    return {
      type: 'value',
      position: index === 0 ? 'left' : 'right',
      offset: own,
      min: plan.min,
      max: plan.max,
      interval: plan.step,
      name: labels.unit,
      nameLocation: 'end',
      nameGap: 9,
      nameTextStyle: {
        color: theme.colour('text-3'),
        fontSize: LABEL_SIZE,
        align: index === 0 ? (inside ? 'left' : 'right') : inside ? 'right' : 'left',
        padding: inside ? 0 : [0, index === 0 ? 6 : 0, 0, index === 0 ? 0 : 6],
      },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        inside,
        margin: inside ? 2 : 8,
        color: theme.colour('text-3'),
        fontSize: LABEL_SIZE,
        verticalAlign: inside ? 'bottom' : 'middle',
        showMinLabel: !inside,
        // What lies past 100 % is only there so that the lines fall together.
        formatter: (value: number) =>
          full !== undefined && (value > full * 1.001 || value < 0)
            ? ''
            : model.write(value / labels.factor, labels.decimals),
      },
      splitLine: { show: index === 0, lineStyle: { color: theme.colour('line'), width: 1 } },
    }
  })
}

export function toLineOption(model: LineModel, theme: ChartTheme, size: Size): EChartsCoreOption {
  const plans = planOf(model, size.height)
  const frame = frameOf(model, plans, size)
  const used = usedAxes(model)
  const ticks = timeTicks(
    model.range,
    model.zone,
    model.locale,
    roomFor(frame, isNarrow(size.width) ? 58 : 74),
    model.resolution,
  )
  const names = new Map(ticks.map(({ atMs, label }) => [atMs, label]))
  const values = ticks.map(({ atMs }) => atMs)
  const zeroInside = plans[0] !== undefined && plans[0].min < 0
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: theme.font },
    grid: {
      left: frame.left,
      right: frame.right,
      top: frame.top,
      bottom: frame.bottom,
      outerBoundsMode: 'none',
      containLabel: false,
    },
    xAxis: {
      type: 'time',
      min: model.range.fromMs,
      max: model.range.toMs,
      axisLine: { onZero: zeroInside, lineStyle: { color: theme.colour('line-strong') } },
      axisTick: { show: false, customValues: values },
      axisLabel: {
        customValues: values,
        formatter: (value: number) => names.get(value) ?? '',
        color: theme.colour('text-3'),
        fontSize: LABEL_SIZE,
        hideOverlap: true,
        margin: 9,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
      },
      splitLine: { show: false },
    },
    yAxis: used.length > 0 ? valueAxes(model, plans, theme, size) : [{ type: 'value', min: 0, max: 1, show: false }],
    series: [
      drawGround(model, theme),
      ...(used.length > 0 ? drawBand(model, theme) : []),
      ...model.series.flatMap((one) =>
        drawSeries(
          one,
          Math.max(
            0,
            used.findIndex(({ id }) => id === one.axis),
          ),
          model,
          theme,
          frame,
        ),
      ),
    ],
  }
}
