import { useFormat } from '../texts/use-format.ts'
import { cx, lookOf } from '../ui/class-names.ts'
import type { BarPattern } from './bar-pattern.ts'
import { sharesOf } from './shares.ts'
import styles from './stacked-bars.module.css'

export type StackedPart = Readonly<{
  id: string
  name: string
  /** Color token. */
  color: string
  /** So that it differs without color. */
  pattern?: BarPattern | undefined
  value: number
  text: string
}>
export type StackedBar = Readonly<{ label: string; whole: number; text: string; parts: readonly StackedPart[] }>

/**
 * Wholes and their parts as bars on one scale. Each part is labeled below its place, with a mark of its color and
 * pattern; the labels are a list that says all without the drawing.
 */
export function StackedBars({ bars }: Readonly<{ bars: readonly StackedBar[] }>) {
  const scale = Math.max(...bars.map(({ whole }) => whole))
  return (
    <div className={styles.stacks} data-part="stacks">
      {bars.map((bar) => (
        <Bar key={bar.label} bar={bar} share={scale > 0 ? bar.whole / scale : 0} />
      ))}
    </div>
  )
}

/** @param share the bar's part of the scale, 0 to 1 */
function Bar({ bar: { label, text, parts }, share }: Readonly<{ bar: StackedBar; share: number }>) {
  const format = useFormat()
  const shares = sharesOf(
    parts.map(({ value }) => value),
    0,
  )
  // Shares: factors that sum to less than 1 would leave a part of the bar empty.
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const growOf = ({ value }: StackedPart): number => (total > 0 ? (value / total) * 100 : 0)
  const width = { width: `${share * 100}%` }
  return (
    <figure className={styles.stack}>
      <figcaption>
        <span>{label}</span>
        <b className={styles.stackWhole}>{text}</b>
      </figcaption>
      <div className={styles.stackTrack} aria-hidden="true">
        <div className={styles.stackBar} style={width}>
          {parts.map((part) => (
            <i
              key={part.id}
              className={lookOfPart(part)}
              style={{ flexGrow: growOf(part), color: `var(--${part.color})` }}
            />
          ))}
        </div>
      </div>
      <ul className={styles.stackLabels} style={{ minWidth: width.width }}>
        {parts.map((part, index) => (
          <li key={part.id} style={{ flexGrow: growOf(part) }}>
            <i
              className={cx(styles.stackMark, lookOfPart(part))}
              style={{ color: `var(--${part.color})` }}
              aria-hidden="true"
            />
            <span>{part.name}</span>
            <span className={styles.stackValue}>
              <b className={styles.stackAmount}>{part.text}</b> {format.percent(shares[index], 0)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const lookOfPart = ({ pattern, value }: StackedPart): string =>
  cx(styles.stackPart, pattern && lookOf(styles, 'stack-part', pattern), value <= 0 && styles.stackNothing)
