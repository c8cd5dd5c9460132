import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { useReached } from './use-online.ts'

/** A missing chunk means that a newer page was deployed, as long as the server is reached. */
const isGoneChunk = (fault: unknown): boolean =>
  fault instanceof Error && /dynamically imported module|module script|preload CSS/i.test(fault.message)

export function PageError({ fault, onRetry }: Readonly<{ fault: unknown; onRetry: () => void }>) {
  const { text } = useText()
  const isMissing = isGoneChunk(fault)
  const isReached = useReached()
  return (
    <main className="page">
      <ErrorPanel
        failure={fault}
        title={text(isMissing && isReached ? 'shell.updateReady' : 'shell.error.page')}
        {...(isMissing ? {} : { onRetry })}
      >
        <Button icon="refresh" onClick={() => window.location.reload()}>
          {text('shell.action.reload')}
        </Button>
      </ErrorPanel>
    </main>
  )
}
