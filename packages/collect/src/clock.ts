/** Time for everything that waits; tests turn it by hand. */
export type Clock = Readonly<{
  now: () => number
  /** Runs something later; the result cancels it. */
  after: (ms: number, run: () => void) => () => void
}>

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
