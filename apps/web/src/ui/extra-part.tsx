import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

/** A part that the page can do without: while it loads, and where it cannot be loaded, nothing stands in its place. */
export const ExtraPart = ({ children }: Readonly<{ children: ReactNode }>) => (
  <ErrorBoundary fallback={() => null}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
)
