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

export const pause = (clock: Clock, ms: number): Promise<void> =>
  ms <= 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve))
