import styles from './sparkline.module.css'
import { toPaths } from './sparkline-paths.ts'

type Props = Readonly<{
  values: readonly (number | null)[]
  /** What it shows, in words; a drawing beside words that say the same needs none. */
  label?: string
  /** A colour token. */
  colour?: string
  width?: number
  height?: number
}>

/** The shape of a day in the height of a line. Gaps stay gaps. */
export function Sparkline({ values, label, colour = 'solar-line', width = 96, height = 24 }: Props) {
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      style={{ color: `var(--${colour})` }}
      role={label ? 'img' : 'presentation'}
      aria-hidden={label ? undefined : true}
    >
      <title>{label}</title>
      {toPaths(values, width, height).map((points) => (
        <polyline key={points} points={points} />
      ))}
    </svg>
  )
}
