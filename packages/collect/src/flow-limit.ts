import type { Clock } from './clock.ts'

const SPAN_MS = 10_000

/**
 * Counts what a peer sends unasked. A peer that sends more than this in ten seconds floods: reading on would take the time
 * of all others.
 */
export function createFlowLimit(clock: Pick<Clock, 'now'>, mostBytes: number): (bytes: number) => boolean {
  let fromMs = clock.now()
  let sum = 0
  return (bytes) => {
    const nowMs = clock.now()
    if (nowMs - fromMs >= SPAN_MS) {
      fromMs = nowMs
      sum = 0
    }
    sum += bytes
    return sum > mostBytes
  }
}
