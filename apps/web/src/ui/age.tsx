import { useFormat } from '../texts/use-format.ts'
import './age.css'
import { cx } from './class-names.ts'
import { useNow } from './now.ts'

/**
 * How long ago, ticking. Turns amber once it is late.
 * @param atMs by this computer's clock (LiveSystem.measuredAtMs is)
 */
export function Age({
  atMs,
  staleAfterMs = Number.POSITIVE_INFINITY,
}: Readonly<{ atMs: number | null | undefined; staleAfterMs?: number }>) {
  const now = useNow()
  const format = useFormat()
  if (atMs === null || atMs === undefined) return <span className="age">--</span>
  const ageMs = now - atMs
  return (
    <time className={cx('age', ageMs > staleAfterMs && 'age-late')} dateTime={new Date(atMs).toISOString()}>
      {format.age(ageMs)}
    </time>
  )
}
