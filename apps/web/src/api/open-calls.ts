/** Counts calls that wait for their answer: what a first screen can do without comes after them. */
export function createOpenCalls() {
  let open = 0
  let waiting: (() => void)[] = []
  return {
    /** Counts a call until its answer. */
    async countCall<T>(answer: Promise<T>): Promise<T> {
      open += 1
      try {
        return await answer
      } finally {
        open -= 1
        if (open === 0) {
          const listeners = waiting
          waiting = []
          for (const goOn of listeners) goOn()
        }
      }
    },
    /** Until no call waits for its answer, or this time has passed. */
    untilAnswered: (mostMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (open === 0) return resolve()
        setTimeout(resolve, mostMs)
        waiting.push(resolve)
      }),
  }
}

export const { countCall, untilAnswered } = createOpenCalls()
