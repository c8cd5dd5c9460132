import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { untilAnswered } from '../api/open-calls.ts'
import { untilIdle } from '../api/until-idle.ts'
import { ErrorBoundary } from './error-boundary.tsx'

/** The first screen was drawn, and the processor had nothing to do since. */
let isDrawn = false

/** Within this time the first screen makes its calls. */
const FIRST_CALLS_MS = 300
/** A slow answer does not hold back the rest for ever. */
const MOST_WAIT_MS = 2_000

const untilDrawn = (): Promise<void> =>
  new Promise<void>((resolve) => setTimeout(resolve, FIRST_CALLS_MS))
    .then(() => untilAnswered(MOST_WAIT_MS))
    .then(untilIdle)
    .then(() => {
      isDrawn = true
    })

/** Whether the first screen was drawn: a call that it can do without is made then. */
export function useDrawn(): boolean {
  const [isOpen, setOpen] = useState(isDrawn)
  useEffect(() => {
    if (isOpen) return undefined
    let isGone = false
    void untilDrawn().then(() => isGone || startTransition(() => setOpen(true)))
    return () => {
      isGone = true
    }
  }, [isOpen])
  return isOpen
}

/**
 * A part that the page can do without: it is asked for once the first screen is drawn; while it loads, and where it cannot
 * be loaded, nothing stands in its place.
 */
export function ExtraPart({ children }: Readonly<{ children: ReactNode }>) {
  if (!useDrawn()) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
