import type { Log } from '../db/log.ts'
import { createRarely } from '../db/rarely.ts'

/** Without a run for this long statuses, alarms and messages stand still, which people must learn. */
const LATE_MS = 30_000

export type ClockState = Readonly<{
  /** Seconds since a run of the clock ended on any node; null: none is known. */
  ranSecondsAgo: number | null
  isLate: boolean
}>

/**
 * Says whether any node runs the clock.
 * @param options.ranAgoMs as the election hears it; undefined before the clock has started or ever ran
 * @param options.monotonicMs a clock that no one sets
 */
export function watchClock(
  options: Readonly<{
    ranAgoMs: () => number | undefined
    log: Pick<Log, 'error' | 'info'>
    now: () => number
    monotonicMs?: () => number
  }>,
): () => ClockState {
  const { ranAgoMs, log, now, monotonicMs = () => performance.now() } = options
  const rarely = createRarely(now)
  const beganMs = monotonicMs()
  return () => {
    const agoMs = ranAgoMs()
    // A server that has just started gives the clock its time.
    const isLate = (agoMs ?? Number.POSITIVE_INFINITY) > LATE_MS && monotonicMs() - beganMs > LATE_MS
    const ranSecondsAgo = agoMs === undefined ? null : Math.round(agoMs / 1000)
    if (isLate) {
      if (rarely.tell('late') !== undefined)
        log.error({ ranSecondsAgo }, 'no node runs the clock: statuses, alarms and messages stand still')
    } else if (rarely.end('late')) log.info('a node runs the clock again')
    return { ranSecondsAgo, isLate }
  }
}
