import { useFailureText } from '../../../../texts/use-failure-text.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import type { SaveState } from './use-autosave.ts'

type Props = Readonly<{ state: SaveState; failure: unknown; onRetry: () => void; onReload: () => void }>

/** A save that did not happen, and the way on. */
export function SaveFault({ state, failure, onRetry, onReload }: Props) {
  const { text, gap } = useText()
  const textOf = useFailureText()
  if (state === 'conflict')
    return (
      <Notice
        tone="warn"
        isStatus
        action={
          <Button size="s" icon="refresh" onClick={onReload}>
            {text('module-layout.loadTheirs')}
          </Button>
        }
      >
        <b>{text('module-layout.conflict')}</b>
        {gap}
        {text('module-layout.conflict.hint')}
      </Notice>
    )
  if (state !== 'failed') return null
  return (
    <Notice
      tone="fault"
      isStatus
      action={
        <Button size="s" icon="refresh" onClick={onRetry}>
          {text('shell.action.retry')}
        </Button>
      }
    >
      {text('module-layout.notSaved')}
      {gap}
      {textOf(failure)}
    </Notice>
  )
}
