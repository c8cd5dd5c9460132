const LONGEST_WAIT_MS = 1500

/**
 * Runs it once the processor has nothing to do: background work must not delay an answer to a press.
 * @returns takes it back
 */
export function whenIdle(then: () => void): () => void {
  // Not in Safari.
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(then, { timeout: LONGEST_WAIT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(then, 200)
  return () => clearTimeout(timer)
}

export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    whenIdle(resolve)
  })
