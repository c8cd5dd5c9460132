/** The input of a line chart, and the position of its plot: known before drawing. */
import { type AxisPlan, planAxes } from './axis-plan.ts'
import { extentOf, isBar, type LineAxis, type LinePoint, type LineSeries } from './line-data.ts'
import { axisWidth, isNarrow, type PlotFrame, plotFrame } from './plot-frame.ts'
import type { Resolution, TimeRange } from './time-ticks.ts'
import type { Size } from './use-echart.ts'

export type LineModel = Readonly<{
  /** The visible range: the whole, or the zoom. */
  range: TimeRange
  zone: string
  locale: string
  resolution: Resolution
  axes: readonly LineAxis[]
  series: readonly LineSeries[]
  /** An expected value behind the measured ones: a soft area from zero, on the first axis. */
  band?: readonly LinePoint[] | undefined
  nights?: readonly TimeRange[] | undefined
  /** The present moment, if it is today. */
  nowMs?: number | undefined
  write: (value: number, decimals: number) => string
}>

const BAND = 'band'

/** The visible axes: those of the visible series, in the given order. */
export const usedAxes = ({ axes, series }: LineModel): readonly LineAxis[] =>
  axes.filter(({ id }) => series.some(({ axis }) => axis === id))

export function planOf(model: LineModel, height: number): readonly AxisPlan[] {
  const used = usedAxes(model)
  const first = used[0]
  const behind: LineSeries[] =
    model.band && first ? [{ id: BAND, name: '', color: '', axis: first.id, points: model.band }] : []
  const needs = used.map(({ id, fromZero, full }) => ({
    ...extentOf([...model.series, ...behind], id, model.range),
    fromZero,
    ...(full === undefined ? {} : { full }),
  }))
  return planAxes(needs, Math.max(3, Math.min(6, Math.round(height / 46))))
}

/** On a phone the plot takes the whole width with the labels inside, unless bars would stand behind them; a third axis has no room. */
export const marksInside = (model: LineModel, size: Size): boolean =>
  isNarrow(size.width) && usedAxes(model).length <= 2 && !model.series.some(isBar)

export function frameOf(model: LineModel, plans: readonly AxisPlan[], size: Size): PlotFrame {
  const widths = usedAxes(model).map(({ unit }, index) => {
    const plan = plans[index]
    return plan ? axisWidth(unit, plan, model.write) : 0
  })
  return plotFrame(size, widths, marksInside(model, size))
}
