import type { EChartsCoreOption } from 'echarts/core'
import { type AxisPlan, planAxes } from './axis-plan.ts'
import { type BarPart, type BarSet, isOutermost, reachOf } from './bar-data.ts'
import { patternFill } from './bar-pattern.ts'
import { axisWidth, gridOf, labelsOf, type PlotFrame, plotFrame, roomFor } from './plot-frame.ts'
import type { ChartTheme } from './theme.ts'
import type { Size } from './use-echart.ts'
import { LABEL_SIZE, valueAxis } from './value-axis.ts'

export type BarModel = BarSet & Readonly<{ write: (value: number, decimals: number) => string }>

export function planOf(model: BarModel, height: number): readonly AxisPlan[] {
  const needs = [
    { ...reachOf(model), fromZero: true },
    ...(model.ratio ? [{ min: 0, max: 100, fromZero: true, full: 100 }] : []),
  ]
  return planAxes(needs, Math.max(3, Math.min(6, Math.round(height / 42))))
}

export function frameOf(model: BarModel, plans: readonly AxisPlan[], size: Size): PlotFrame {
  const widths = plans.map((plan, index) => axisWidth(index === 0 ? model.unit : '%', plan, model.write))
  return plotFrame(size, widths, false)
}

/** Left edge and width of a category's column, in pixels. */
export function columnOf(frame: PlotFrame, count: number, index: number): Readonly<{ left: number; width: number }> {
  const width = frame.width / Math.max(1, count)
  return { left: frame.left + index * width, width }
}

export const categoryAt = (fraction: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(fraction * count)))

function drawPart(part: BarPart, model: BarModel, theme: ChartTheme, frame: PlotFrame): object {
  const sign = part.side === 'above' ? 1 : -1
  const column = frame.width / Math.max(1, model.categories.length)
  const radius = column > 9 ? 3 : 1
  const color = theme.color(part.color, part.side === 'above' ? 1 : 0.82)
  return {
    type: 'bar',
    name: part.id,
    stack: 'all',
    silent: true,
    barWidth: Math.max(2, Math.min(38, column * 0.62)),
    itemStyle: {
      color: part.pattern ? patternFill(part.pattern, color, theme.color('surface')) : color,
      borderColor: theme.color('surface'),
      borderWidth: column > 9 ? 0.75 : 0,
    },
    animation: false,
    data: part.values.map((value, index) => ({
      value: value === null ? null : sign * value,
      itemStyle: {
        borderRadius: !isOutermost(model.parts, part, index)
          ? 0
          : sign > 0
            ? [radius, radius, 0, 0]
            : [0, 0, radius, radius],
      },
    })),
  }
}

function energyAxis(model: BarModel, plan: AxisPlan, index: number, theme: ChartTheme): object {
  const isLeft = index === 0
  const labels = labelsOf(isLeft ? model.unit : '%', plan)
  // Below the line is consumption: a direction, not a negative energy.
  const format = (value: number): string =>
    !isLeft && (value < 0 || value > 100.1) ? '' : model.write(Math.abs(value) / labels.factor, labels.decimals)
  return valueAxis({ unit: labels.unit, isLeft, format }, plan, theme)
}

export function toBarOption(model: BarModel, theme: ChartTheme, size: Size): EChartsCoreOption {
  const plans = planOf(model, size.height)
  const frame = frameOf(model, plans, size)
  const widest = Math.max(...model.categories.map(({ label }) => label.length), 1)
  const room = roomFor(frame, Math.max(26, widest * 7 + 12))
  const every = Math.max(1, Math.ceil(model.categories.length / room))
  const shown = model.categories.findIndex(({ key }) => key === model.current)
  return {
    textStyle: { fontFamily: theme.font },
    animation: false,
    grid: gridOf(frame),
    xAxis: {
      type: 'category',
      data: model.categories.map(({ key }) => key),
      axisTick: { show: false },
      axisLine: { show: false, onZero: false },
      axisLabel: {
        interval: (index: number) => index % every === 0,
        formatter: (_: string, index: number) => model.categories[index]?.label ?? '',
        color: (_: string, index: number) => theme.color(index === shown ? 'text' : 'text-3'),
        fontSize: LABEL_SIZE,
        margin: 9,
      },
    },
    yAxis: plans.map((plan, index) => energyAxis(model, plan, index, theme)),
    series: [
      ...model.parts.map((part) => drawPart(part, model, theme, frame)),
      {
        type: 'line',
        name: 'zero',
        silent: true,
        data: [],
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: theme.color('line-strong'), width: 1, type: 'solid' },
          data: [{ yAxis: 0 }],
          animation: false,
        },
      },
      ...(model.ratio
        ? [
            {
              type: 'line',
              name: model.ratio.id,
              yAxisIndex: 1,
              silent: true,
              animation: false,
              data: model.ratio.values,
              symbol: 'circle',
              symbolSize: 5,
              lineStyle: { color: theme.color(model.ratio.color), width: 2, type: [5, 3] },
              itemStyle: { color: theme.color(model.ratio.color) },
              z: 4,
            },
          ]
        : []),
    ],
  }
}
