/**
 * The position of the plot inside the canvas: known before drawing, so that cursor, rule and bands need not ask the
 * library.
 */

import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import { scaleOf } from '@heliograph/domain/format/scaled.ts'
import { type AxisPlan, decimalsOf, ticksOf } from './axis-plan.ts'

export type PlotFrame = Readonly<{
  left: number
  right: number
  top: number
  bottom: number
  width: number
  height: number
}>

/** The frame as ECharts takes it: the room for labels is already counted, so it must not move the plot. */
export const gridOf = ({ left, right, top, bottom }: PlotFrame): object => ({
  left,
  right,
  top,
  bottom,
  outerBoundsMode: 'none',
  containLabel: false,
})

/** Below this width a chart uses its phone layout: labels inside the plot, fewer of them, the readout above. */
export const NARROW_PX = 560

export const isNarrow = (width: number): boolean => width < NARROW_PX

const AXIS_GAP = 10
/** Widths in the 11 px axis font, in pixels; a pixel too many does no harm. */
const LETTER_PX = 6.6
const CAPITAL_PX = 9

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[A-ZΩ%²]/.test(letter) ? CAPITAL_PX : LETTER_PX), 0)

const scaled: ReadonlySet<string> = new Set(['W', 'Wh', 'VA', 'var', 'Ohm'])

export type AxisLabels = Readonly<{ unit: string; factor: number; decimals: number }>

/** One unit for all labels of an axis: the one that fits its end. */
export function labelsOf(unit: ShownUnit, plan: AxisPlan): AxisLabels {
  const reach = Math.max(Math.abs(plan.min), Math.abs(plan.max))
  const { prefix, factor } = scaled.has(unit) ? scaleOf(reach) : ({ prefix: '', factor: 1 } as const)
  const shown = unit === 'Ohm' ? 'Ω' : unit === 'ratio' || unit === 'count' || unit === 'code' ? '' : unit
  return { unit: `${prefix}${shown}`, factor, decimals: decimalsOf(plan.step / factor) }
}

/** Pixels that an axis needs beside the plot for its widest label, which may be its unit. */
export function axisWidth(unit: ShownUnit, plan: AxisPlan, write: (value: number, decimals: number) => string): number {
  const labels = labelsOf(unit, plan)
  const marks = ticksOf(plan).map((tick) => write(tick / labels.factor, labels.decimals))
  return Math.ceil(Math.max(...[labels.unit, ...marks].map(widthOf))) + AXIS_GAP
}

/**
 * @param axisWidths of the first axis (left) and the others (right), in pixels
 * @param inside the labels are inside the plot and need no margin
 */
export function plotFrame(
  size: Readonly<{ width: number; height: number }>,
  axisWidths: readonly number[],
  inside: boolean,
): PlotFrame {
  const [left = 0, ...others] = axisWidths
  const margin = inside
    ? { left: 2, right: 2 }
    : {
        left: left + 2,
        right: Math.max(
          12,
          others.reduce((sum, width) => sum + width, 0),
        ),
      }
  const top = 22
  const bottom = 24
  return {
    ...margin,
    top,
    bottom,
    width: Math.max(1, size.width - margin.left - margin.right),
    height: Math.max(1, size.height - top - bottom),
  }
}

export const toFraction = (frame: PlotFrame, x: number): number =>
  Math.min(1, Math.max(0, (x - frame.left) / frame.width))

/** The number of labels of a width that fit side by side. */
export const roomFor = (frame: PlotFrame, labelPx: number): number => Math.max(2, Math.floor(frame.width / labelPx))
