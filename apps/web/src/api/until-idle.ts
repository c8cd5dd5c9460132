const LONGEST_WAIT_MS = 1500

/** Until the processor has nothing to do: background work must not delay an answer to a press. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not in Safari.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve, 200)
  })
