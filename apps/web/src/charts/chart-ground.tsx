import type { CSSProperties, ReactNode, RefObject } from 'react'
import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/states.tsx'
import styles from './chart.module.css'
import type { PlotFrame } from './plot-frame.ts'
import type { useCursor } from './use-cursor.ts'
import type { EChart } from './use-echart.ts'

type Props = Readonly<{
  label: string
  chart: EChart
  plot: RefObject<HTMLElement | null>
  frame: PlotFrame | undefined
  cursor: ReturnType<typeof useCursor>
  ruleX: number | undefined
  /** Marks a whole column under the cursor instead of a rule. */
  column?: Readonly<{ left: number; width: number }> | undefined
  empty?: ReactNode
  pickable?: boolean
  children?: ReactNode
}>

/**
 * The canvas with the overlays above it: rule, zoom selection, readout. The library draws none of them, so it never
 * redraws.
 */
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
    <figure
      className={pickable ? cx(styles.chartGround, styles.chartPickable) : styles.chartGround}
      ref={plot}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values
      tabIndex={0}
      {...cursor.props}
    >
      <div className={styles.chartCanvas} ref={chart.ref} aria-hidden="true" />
      {!chart.ready && !chart.failed && (
        <div className={styles.chartSkeleton}>
          <Skeleton height="100%" />
        </div>
      )}
      {chart.failed && <p className={styles.chartEmpty}>{text('chart.failed')}</p>}
      {empty && <div className={styles.chartEmpty}>{empty}</div>}
      {frame && column && <i className={styles.chartColumn} style={between(column.left, column.width)} />}
      {frame && ruleX !== undefined && <i className={styles.chartRule} style={between(ruleX, 1)} />}
      {frame && cursor.drag && (
        <i
          className={styles.chartDrag}
          style={between(
            frame.left + cursor.drag.from * frame.width,
            (cursor.drag.to - cursor.drag.from) * frame.width,
          )}
        />
      )}
      {children}
    </figure>
  )
}
