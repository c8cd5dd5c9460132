import { useText } from '../texts/use-text.tsx'
import { EmptyState } from '../ui/states.tsx'

/** The page of a person who may not add devices to this plant. */
export function AddingRefused() {
  const { text } = useText()
  return (
    <div className="page">
      <EmptyState icon="lock" title={text('logger.refused')} hint={text('shell.refused.hint')} />
    </div>
  )
}
