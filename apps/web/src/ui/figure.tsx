import { type Formatted, MISSING } from '@heliograph/domain/format/number.ts'
import type { ReactNode } from 'react'
import { Age } from './age.tsx'
import { cx } from './class-names.ts'
import { Explain } from './explain.tsx'
import styles from './figure.module.css'

/**
 * A figure with its unit, its age and what it is made of.
 * @param value from useFormat(); a plain text where there is no unit
 * @param swatch a CSS colour, the same that the curve and the flow use: `var(--solar)`
 * @param atMs age is shown when given; amber after staleAfterMs
 * @param estimated looks different from what was measured
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
  label: ReactNode
  value: Formatted | string
  swatch?: string
  explain?: ReactNode
  note?: ReactNode
  atMs?: number | null | undefined
  staleAfterMs?: number
  estimated?: boolean
  size?: 's' | 'm'
}>) {
  const number = typeof value === 'string' ? value : value.value
  const unit = typeof value === 'string' ? '' : value.unit
  return (
    <div
      className={cx(styles.figure, size === 's' && styles.figureS, estimated && styles.figureEstimated)}
      data-part="figure"
    >
      <div className={styles.figureLabel} data-part="figure-label">
        {swatch && <i className={styles.figureSwatch} data-part="figure-swatch" style={{ background: swatch }} />}
        <span>{label}</span>
        {explain && <Explain>{explain}</Explain>}
      </div>
      <div className={cx(styles.figureValue, number === MISSING && styles.figureMissing)} data-part="figure-value">
        {number}
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
