import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/states.tsx'

/** A missing chunk means that a newer page was deployed. */
const isGoneChunk = (fault: unknown): boolean =>
  fault instanceof Error && /dynamically imported module|module script|preload CSS/i.test(fault.message)

export function PageError({ fault, onRetry }: Readonly<{ fault: unknown; onRetry: () => void }>) {
  const { text } = useText()
  const gone = isGoneChunk(fault)
  return (
    <main className="page">
      <ErrorPanel
        failure={fault}
        title={text(gone ? 'shell.updateReady' : 'shell.error.page')}
        {...(gone ? {} : { onRetry })}
      >
        <Button icon="refresh" onClick={() => window.location.reload()}>
          {text('shell.action.reload')}
        </Button>
      </ErrorPanel>
    </main>
  )
}
