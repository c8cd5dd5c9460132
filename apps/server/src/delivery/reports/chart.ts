import { formatNumber } from '@heliograph/domain/format/number.ts'
import { scaleOf } from '@heliograph/domain/format/scaled.ts'
import { ink } from './look.ts'
import type { Box, Point, Surface } from './surface.ts'

/** Round steps for an axis from (at most) 0 to (at least) 0. */
type Axis = Readonly<{ min: number; max: number; ticks: readonly number[] }>

const LINES = 4

/** @param values what is drawn; without one the axis goes to 1 @param isFromZero the axis has a 0 */
function planAxis(values: readonly number[], isFromZero: boolean): Axis {
  const hasZero = isFromZero || values.length === 0
  const top = Math.max(...(hasZero ? [0] : []), ...values)
  const bottom = Math.min(...(hasZero ? [0] : []), ...values)
  const span = top - bottom > 0 ? top - bottom : 1
  const rough = span / LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((value) => value * power >= rough) ?? 10) * power
  const from = Math.floor(bottom / step + 1e-9)
  const to = Math.max(from + 1, Math.ceil(top / step - 1e-9))
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { min: from * step, max: to * step, ticks }
}

export type Series = Readonly<{ name: string; color: string; values: readonly (number | null)[]; isDashed?: boolean }>
/** A stretch of the columns with a color behind the curves; from 0 to 1. */
export type Shade = Readonly<{ from: number; to: number; color: string }>

/** Values in a base unit; null: not measured, which leaves a gap. */
export type Chart = Readonly<{
  unit: string
  /** The axis need not have a 0, as of voltages. */
  isAfloat?: boolean
  /** Of lines: the first is not filled. */
  isBare?: boolean
  shade?: Shade
  /** stacked: bars whose parts add up. lines: a curve each, the first filled. */
  look: 'stacked' | 'lines'
  series: readonly Series[]
  /** Below the columns; '' for none. */
  labels: readonly string[]
  locale: string
}>

/** Units that take k and M. */
const scaled: ReadonlySet<string> = new Set(['W', 'Wh', 'VA', 'var', 'Ohm'])
const plain = { prefix: '', factor: 1 } as const

const LABEL = 7
const KEY = 8
const ROW = 16

/** A chart with its key above and its axis at the left. */
export function drawChart(surface: Surface, box: Box, chart: Chart): void {
  const key = drawKey(surface, box, chart.series)
  const known = chart.series.flatMap(({ values }) => values.flatMap((value) => value ?? []))
  const axis = planAxis(chart.look === 'stacked' ? sumsOf(chart) : known, chart.isAfloat !== true)
  const { prefix, factor } = scaled.has(chart.unit) ? scaleOf(Math.max(axis.max, -axis.min)) : plain
  const whole = axis.ticks.every((tick) => Number.isInteger(tick / factor))
  const ticks = axis.ticks.map((tick) => ({ tick, text: formatNumber(tick / factor, chart.locale, whole ? 0 : 2) }))
  const left = 6 + Math.max(...ticks.map(({ text }) => surface.fonts.measureText(text, 'regular', LABEL)), 16)
  const plot: Box = {
    x: box.x + left,
    y: box.y + key + 12,
    width: box.width - left,
    height: box.height - key - 12 - 14,
  }
  const yOf = (value: number): number =>
    plot.y + plot.height - ((value - axis.min) / (axis.max - axis.min)) * plot.height
  const { shade } = chart
  if (shade !== undefined) {
    const width = (shade.to - shade.from) * plot.width
    surface.rect({ ...plot, x: plot.x + shade.from * plot.width, width }, shade.color)
  }
  surface.text(`${prefix}${chart.unit}`, plot.x - 6, plot.y - 7, { sizePt: LABEL, color: ink.quiet, align: 'right' })
  for (const { tick, text } of ticks) {
    const y = yOf(tick)
    const isZero = tick === 0
    surface.line(
      [
        [plot.x, y],
        [plot.x + plot.width, y],
      ],
      { color: isZero ? ink.axis : ink.line, widthPt: 0.6 },
    )
    surface.text(text, plot.x - 6, y + 2.5, { sizePt: LABEL, color: ink.quiet, align: 'right' })
  }
  if (chart.look === 'stacked') drawBars(surface, plot, chart, yOf)
  else drawLines(surface, plot, chart, yOf)
  drawLabels(surface, plot, chart)
}

const sumsOf = ({ series, labels }: Chart): readonly number[] =>
  labels.flatMap((_, at) => [
    series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0),
    series.reduce((sum, { values }) => sum + Math.min(0, values[at] ?? 0), 0),
  ])

/** In as many rows as it needs. @returns its height */
function drawKey(surface: Surface, { x, y, width }: Box, series: readonly Series[]): number {
  let at = x
  let top = y
  for (const { name, color } of series) {
    const wide = 11 + surface.fonts.measureText(name, 'regular', KEY)
    if (at > x && at + wide > x + width) {
      at = x
      top += ROW - 2
    }
    surface.rect({ x: at, y: top + 2, width: 7, height: 7 }, color, 2)
    surface.text(name, at + 11, top + 8.5, { sizePt: KEY, color: ink.soft })
    at += wide + 16
  }
  return top - y + ROW
}

function drawBars(surface: Surface, plot: Box, { series, labels }: Chart, yOf: (value: number) => number): void {
  const slot = plot.width / Math.max(1, labels.length)
  const width = Math.min(28, slot * 0.66)
  for (const [at] of labels.entries()) {
    let above = 0
    let below = 0
    for (const { values, color } of series) {
      const value = values[at] ?? 0
      if (value === 0) continue
      const from = value > 0 ? above : below
      const to = from + value
      if (value > 0) above = to
      else below = to
      const y = Math.min(yOf(from), yOf(to))
      const x = plot.x + slot * at + (slot - width) / 2
      surface.rect({ x, y, width, height: Math.abs(yOf(from) - yOf(to)) }, color, 1)
    }
  }
}

function drawLines(
  surface: Surface,
  plot: Box,
  { series, labels, isBare = false }: Chart,
  yOf: (value: number) => number,
): void {
  const xOf = (at: number): number => plot.x + (at / Math.max(1, labels.length - 1)) * plot.width
  for (const [n, { values, color, isDashed = false }] of series.entries())
    for (const run of listRuns(values)) {
      const points = run.map(({ at, value }): Point => [xOf(at), yOf(value)])
      const [first, last] = [points.at(0), points.at(-1)]
      if (first === undefined || last === undefined) continue
      if (n === 0 && !isBare) surface.area([[first[0], yOf(0)], ...points, [last[0], yOf(0)]], ink.sun)
      if (points.length === 1) surface.rect({ x: first[0] - 0.6, y: first[1] - 0.6, width: 1.2, height: 1.2 }, color)
      else surface.line(points, isDashed ? { color, widthPt: 0.9, dash: 3 } : { color, widthPt: 1.2 })
    }
}

/** Neighbors that were measured; a gap stays a gap. */
function listRuns(values: readonly (number | null)[]): readonly (readonly Readonly<{ at: number; value: number }>[])[] {
  const runs: { at: number; value: number }[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last?.at(-1)?.at === at - 1) last.push({ at, value })
    else runs.push([{ at, value }])
  }
  return runs
}

function drawLabels(surface: Surface, plot: Box, { labels, look }: Chart): void {
  const slot = plot.width / Math.max(1, look === 'stacked' ? labels.length : labels.length - 1)
  const widest = Math.max(...labels.map((label) => surface.fonts.measureText(label, 'regular', LABEL)), 1)
  const shown = labels.flatMap((label, at) => (label === '' ? [] : [at]))
  const every = Math.max(1, Math.ceil((widest + 4) / (slot * (labels.length / Math.max(1, shown.length)))))
  for (const [n, at] of shown.entries())
    if (n % every === 0)
      surface.text(labels[at] ?? '', plot.x + slot * (look === 'stacked' ? at + 0.5 : at), plot.y + plot.height + 10, {
        sizePt: LABEL,
        color: ink.quiet,
        align: 'center',
      })
}
