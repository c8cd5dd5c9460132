import { cx, lookOf } from '../ui/class-names.ts'
import type { BarPattern } from './bar-pattern.ts'
import type { Stroke } from './line-data.ts'
import styles from './swatch.module.css'

export type SwatchLook = Stroke | BarPattern | 'ghost' | 'band' | 'block'

/** The line or area in small: its shape says what color alone would not. */
export function Swatch({ color, look }: Readonly<{ color: string; look: SwatchLook }>) {
  return (
    <i
      className={cx(styles.swatch, lookOf(styles, 'swatch', look))}
      data-part="swatch"
      style={{ color: `var(--${color})` }}
      aria-hidden="true"
    />
  )
}
