import { useFormat } from '../texts/use-format.ts'
import styles from './age.module.css'
import { cx } from './class-names.ts'
import { useNow } from './now.ts'

/**
 * A ticking age. Turns amber once it is late.
 * @param atMs by this computer's clock (LiveSystem.measuredAtMs is)
 */
export function Age({
  atMs,
  staleAfterMs = Number.POSITIVE_INFINITY,
}: Readonly<{ atMs: number | null | undefined; staleAfterMs?: number }>) {
  const now = useNow()
  const format = useFormat()
  if (atMs === null || atMs === undefined)
    return (
      <span className={styles.age} data-part="age">
        --
      </span>
    )
  const ageMs = now - atMs
  const isLate = ageMs > staleAfterMs
  return (
    <time
      className={cx(styles.age, isLate && styles.ageLate)}
      data-part="age"
      data-late={isLate || undefined}
      dateTime={new Date(atMs).toISOString()}
    >
      {format.age(ageMs)}
    </time>
  )
}
