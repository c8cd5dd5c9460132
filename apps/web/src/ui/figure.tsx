import { type Formatted, MISSING } from '@heliograph/domain/format/number.ts'
import type { ReactNode } from 'react'
import { Age } from './age.tsx'
import { cx, lookOf } from './class-names.ts'
import { Explain } from './explain.tsx'
import styles from './figure.module.css'
import { Skeleton } from './states.tsx'

/**
 * A value with its unit, its age and its calculation.
 * @param value from useFormat(); a plain text if it has no unit; undefined until its answer comes
 * @param swatch a CSS color, the same as in the curve and the flow: `var(--solar)`
 * @param atMs shows the age; amber after staleAfterMs
 * @param estimated looks different from measured values
 */
export function Figure({
  label,
  value,
  swatch,
  explain,
  note,
  atMs,
  staleAfterMs,
  estimated = false,
  size = 'm',
}: Readonly<{
  label: string
  value: Formatted | string | undefined
  swatch?: string
  explain?: ReactNode
  note?: ReactNode
  atMs?: number | null | undefined
  staleAfterMs?: number
  estimated?: boolean
  size?: 's' | 'm' | 'l'
}>) {
  const number = typeof value === 'string' ? value : value?.value
  const unit = typeof value === 'string' ? '' : value?.unit
  return (
    <div
      className={cx(styles.figure, size !== 'm' && lookOf(styles, 'figure', size), estimated && styles.figureEstimated)}
      data-part="figure"
    >
      <div className={styles.figureLabel} data-part="figure-label">
        {swatch && <i className={styles.figureSwatch} data-part="figure-swatch" style={{ background: swatch }} />}
        <span>{label}</span>
        {explain && <Explain of={label}>{explain}</Explain>}
      </div>
      <div className={cx(styles.figureValue, number === MISSING && styles.figureMissing)} data-part="figure-value">
        {number ?? <Skeleton width={64} height="1.2em" />}
        {unit && <small>{unit}</small>}
      </div>
      {(note || atMs !== undefined) && (
        <div className={styles.figureNote}>
          {note}
          {note && atMs !== undefined && ' · '}
          {atMs !== undefined && <Age atMs={atMs} {...(staleAfterMs === undefined ? {} : { staleAfterMs })} />}
        </div>
      )}
    </div>
  )
}
