/** Counts calls that wait for their answer: what a first screen can do without comes after them. */
export function createOpenCalls() {
  const open = new Set<object>()
  let waiting: (() => void)[] = []
  const goOn = (): void => {
    const listeners = waiting
    waiting = []
    for (const listener of listeners) listener()
  }
  return {
    /** Counts a call until its answer. */
    async countCall<T>(answer: Promise<T>): Promise<T> {
      const own = {}
      open.add(own)
      try {
        return await answer
      } finally {
        if (open.delete(own) && open.size === 0) goOn()
      }
    },
    /** Until no call waits for its answer, or this time has passed. */
    untilAnswered: (mostMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve()
        setTimeout(resolve, mostMs)
        waiting.push(resolve)
      }),
    /** Tests: another page, whose calls are its own. */
    forgetCalls(): void {
      open.clear()
      goOn()
    },
  }
}

export const { countCall, untilAnswered, forgetCalls } = createOpenCalls()
