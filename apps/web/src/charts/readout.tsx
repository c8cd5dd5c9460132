import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import { isNarrow } from './plot-frame.ts'
import styles from './readout.module.css'
import { Swatch, type SwatchLook } from './swatch.tsx'

export type ReadoutRow = Readonly<{
  id: string
  name: string
  color: string
  look: SwatchLook
  value: string
  estimated: boolean
  /** Smallest and largest, share of the whole. */
  more?: string
  /** A sum of the rows that follow. */
  strong?: boolean
}>

/**
 * All values at the cursor. Beside the rule on a wide chart; above the plot on a phone, where a finger would cover
 * them.
 */
export function Readout({
  title,
  rows,
  notes,
  x,
  width,
}: Readonly<{ title: string; rows: readonly ReadoutRow[]; notes: readonly string[]; x: number; width: number }>) {
  const { text } = useText()
  const narrow = isNarrow(width)
  const side = x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }
  return (
    <div
      className={narrow ? cx(styles.readout, styles.readoutDocked) : styles.readout}
      style={narrow ? {} : side}
      role="status"
    >
      <div className={styles.readoutTitle}>{title}</div>
      {rows.map((row) => (
        <div key={row.id} className={row.strong ? cx(styles.readoutRow, styles.readoutStrong) : styles.readoutRow}>
          <Swatch color={row.color} look={row.look} />
          <span>{row.name}</span>
          <b>
            {row.estimated && <i title={text('chart.estimated')}>≈ </i>}
            {row.value}
          </b>
          {row.more && <small>{row.more}</small>}
        </div>
      ))}
      {notes.map((note) => (
        <div key={note} className={styles.readoutNote}>
          {note}
        </div>
      ))}
    </div>
  )
}
