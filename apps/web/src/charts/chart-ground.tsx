import type { CSSProperties, ReactNode, RefObject } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { PlotFrame } from './plot-frame.ts'
import type { useCursor } from './use-cursor.ts'
import type { EChart } from './use-echart.ts'

type Props = Readonly<{
  label: string
  chart: EChart
  plot: RefObject<HTMLDivElement | null>
  frame: PlotFrame | undefined
  cursor: ReturnType<typeof useCursor>
  ruleX: number | undefined
  /** A whole column under the cursor in place of a rule. */
  column?: Readonly<{ left: number; width: number }> | undefined
  empty?: ReactNode
  pickable?: boolean
  children?: ReactNode
}>

/** The canvas with what moves above it: rule, dragged stretch, readout. Nothing of that is drawn by the library, so it never redraws. */
export function ChartGround({
  label,
  chart,
  plot,
  frame,
  cursor,
  ruleX,
  column,
  empty,
  pickable = false,
  children,
}: Props) {
  const { text } = useText()
  const between = (left: number, width: number): CSSProperties =>
    frame ? { left, width, top: frame.top, bottom: frame.bottom } : {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure cannot take the keyboard
    <div
      className={pickable ? 'chart-ground chart-pickable' : 'chart-ground'}
      ref={plot}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values
      tabIndex={0}
      {...cursor.props}
    >
      <div className="chart-canvas" ref={chart.ref} aria-hidden="true" />
      {!chart.ready && !chart.failed && (
        <div className="chart-skeleton">
          <Skeleton height="100%" />
        </div>
      )}
      {chart.failed && <p className="chart-empty">{text('chart.failed')}</p>}
      {empty && <div className="chart-empty">{empty}</div>}
      {frame && column && <i className="chart-column" style={between(column.left, column.width)} />}
      {frame && ruleX !== undefined && <i className="chart-rule" style={between(ruleX, 1)} />}
      {frame && cursor.drag && (
        <i
          className="chart-drag"
          style={between(
            frame.left + cursor.drag.from * frame.width,
            (cursor.drag.to - cursor.drag.from) * frame.width,
          )}
        />
      )}
      {children}
    </div>
  )
}
