import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { BASE_PATH } from './api/base-path.ts'
import type { CallFailure } from './api/failure.ts'
import type { HandOver } from './auth/hand-over.ts'
import { AppRoutes } from './routes.tsx'
import { KeepClientStyle } from './shell/keep-client-style.tsx'
import { PageError } from './shell/page-error.tsx'
import { BrandAndLanguage, type Started } from './shell/start.tsx'
import { SuspendedPage } from './shell/suspended-page.tsx'
import { useFailureText } from './texts/use-failure-text.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { ExtraPart } from './ui/extra-part.tsx'
import { FaultLine } from './ui/fault-line.tsx'
import { firstPart, lazyPart } from './ui/lazy-part.ts'
import { showToast } from './ui/toast-store.ts'
import { Toasts } from './ui/toasts.tsx'

const HandOverPage = firstPart(() => import('./features/public/hand-over/hand-over-page.tsx'), 'HandOverPage')

const TrackingConsent = lazyPart(() => import('./shell/tracking-consent.tsx'), 'TrackingConsent')

/** Receives failures of queries once the page can show them. */
export type FailureSink = { tell: (failure: CallFailure) => void }

function FailureToasts({ sink }: Readonly<{ sink: FailureSink }>) {
  const textOf = useFailureText()
  useEffect(() => {
    sink.tell = (failure) => {
      if (failure.verdict.toast) showToast(textOf(failure), 'warn')
    }
  }, [sink, textOf])
  return null
}

export function App({
  started,
  client,
  sink,
  clientStyle,
  handOver,
}: Readonly<{
  started: Started
  client: QueryClient
  sink: FailureSink
  clientStyle: string | undefined
  /** The hand-over in the address; it is settled before any screen opens. */
  handOver: HandOver | undefined
}>) {
  const [wish, setWish] = useState(handOver)
  const [entered, setEntered] = useState(false)
  const settle = useCallback(() => setWish(undefined), [])
  return (
    <BrandAndLanguage started={started}>
      <QueryClientProvider client={client}>
        <FailureToasts sink={sink} />
        <FaultLine />
        {started.brand.isSuspended && !entered ? (
          <SuspendedPage onEnter={() => setEntered(true)} />
        ) : (
          <BrowserRouter basename={BASE_PATH || '/'}>
            <KeepClientStyle clientStyle={clientStyle} />
            <ErrorBoundary fallback={(fault, retry) => <PageError fault={fault} onRetry={retry} />}>
              {wish ? (
                <Suspense>
                  <HandOverPage wish={wish} onDone={settle} />
                </Suspense>
              ) : (
                <AppRoutes />
              )}
            </ErrorBoundary>
          </BrowserRouter>
        )}
        <Toasts />
        {started.brand.trackingCode !== '' && (
          <ExtraPart>
            <TrackingConsent />
          </ExtraPart>
        )}
      </QueryClientProvider>
    </BrandAndLanguage>
  )
}
