/**
 * Frames that one serial may send: a minute's worth at once, then at the even rate.
 * `take` returns how long to wait in ms; 0: the frame may pass.
 */
export function createFrameBudget(framesPerMinute: number, clockMs: () => number): { take: () => number } {
  const perMs = framesPerMinute / 60_000
  let tokens = framesPerMinute
  let atMs = clockMs()
  return {
    take: () => {
      const nowMs = clockMs()
      tokens = Math.min(framesPerMinute, tokens + Math.max(0, nowMs - atMs) * perMs)
      atMs = nowMs
      if (tokens < 1) return Math.ceil((1 - tokens) / perMs)
      tokens -= 1
      return 0
    },
  }
}
