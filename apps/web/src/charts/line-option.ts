/** Converts series to ECharts options: colors from the theme, labels in the plant's zone, axes with common lines. */
import type { EChartsCoreOption } from 'echarts/core'
import type { AxisPlan } from './axis-plan.ts'
import { drawBand, drawGround, drawSeries } from './line-drawing.ts'
import { frameOf, type LineModel, marksInside, planOf, usedAxes } from './line-model.ts'
import { axisWidth, gridOf, isNarrow, labelsOf, roomFor } from './plot-frame.ts'
import type { ChartTheme } from './theme.ts'
import { timeTicks } from './time-ticks.ts'
import type { Size } from './use-echart.ts'
import { LABEL_SIZE, valueAxis } from './value-axis.ts'

/** Half a label beside a plot that ends where its chart does. */
const HALF_LABEL_PX = 20

function valueAxes(model: LineModel, plans: readonly AxisPlan[], theme: ChartTheme, size: Size): readonly object[] {
  const used = usedAxes(model)
  const inside = marksInside(model, size)
  let offset = 0
  return used.map(({ unit, full }, index) => {
    const plan = plans[index] ?? { min: 0, max: 1, step: 1 }
    const labels = labelsOf(unit, plan)
    const own = index < 2 ? 0 : offset
    if (index > 0) offset += axisWidth(unit, plan, model.write)
    const isLeft = index === 0
    // The part beyond 100 % only makes the lines coincide.
    const format = (value: number): string =>
      full !== undefined && (value > full * 1.001 || value < 0)
        ? ''
        : model.write(value / labels.factor, labels.decimals)
    const axis = { ...valueAxis({ unit: labels.unit, isLeft, format }, plan, theme), offset: own }
    if (!inside)
      return { ...axis, axisLabel: { ...axis.axisLabel, inside, verticalAlign: 'middle', showMinLabel: true } }
    return {
      ...axis,
      nameTextStyle: { ...axis.nameTextStyle, align: isLeft ? 'left' : 'right', padding: 0 },
      axisLabel: { ...axis.axisLabel, inside, margin: 2, verticalAlign: 'bottom', showMinLabel: false },
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
  const isAtEdge = (atMs: number | undefined, edgeMs: number): boolean =>
    atMs !== undefined &&
    (Math.abs(atMs - edgeMs) / (model.range.toMs - model.range.fromMs)) * frame.width < HALF_LABEL_PX
  const zeroInside = plans[0] !== undefined && plans[0].min < 0
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: theme.font },
    grid: gridOf(frame),
    xAxis: {
      type: 'time',
      min: model.range.fromMs,
      max: model.range.toMs,
      axisLine: { onZero: zeroInside, lineStyle: { color: theme.color('line-strong') } },
      axisTick: { show: false, customValues: values },
      axisLabel: {
        customValues: values,
        formatter: (value: number) => names.get(value) ?? '',
        color: theme.color('text-3'),
        fontSize: LABEL_SIZE,
        hideOverlap: true,
        margin: 9,
        // A label moves aside only where it would be cut.
        ...(isAtEdge(values[0], model.range.fromMs) ? { alignMinLabel: 'left' } : {}),
        ...(isAtEdge(values.at(-1), model.range.toMs) ? { alignMaxLabel: 'right' } : {}),
      },
      splitLine: { show: false },
    },
    yAxis: used.length > 0 ? valueAxes(model, plans, theme, size) : [{ type: 'value', min: 0, max: 1, show: false }],
    series: [
      drawGround(model, theme),
      ...(used.length > 0 ? drawBand(model, theme) : []),
      ...model.series.flatMap((item) =>
        drawSeries(
          item,
          Math.max(
            0,
            used.findIndex(({ id }) => id === item.axis),
          ),
          model,
          theme,
          frame,
        ),
      ),
    ],
  }
}
