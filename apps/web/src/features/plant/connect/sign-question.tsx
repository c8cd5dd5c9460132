import { useState } from 'react'
import type { SignOutcome } from '../../../api/signs.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './connect.module.css'

const toneOf = { kept: 'ok', turned: 'ok', unclear: 'info', contradicts: 'warn' } as const

/** A question with yes and no, and what the devices say to the answer. */
export function SignQuestion({
  question,
  ask,
}: Readonly<{ question: string; ask: (isSo: boolean) => Promise<SignOutcome | null> }>) {
  const { text } = useText()
  const { running, run } = useAction()
  const [outcome, setOutcome] = useState<SignOutcome | null>(null)
  const answer = (isSo: boolean) =>
    run(String(isSo), async () => {
      setOutcome(null)
      setOutcome(await ask(isSo))
    })
  return (
    <fieldset className={styles.question}>
      <legend>{question}</legend>
      <Button size="s" busy={running === 'true'} onClick={() => void answer(true)}>
        {text('signs.yes')}
      </Button>
      <Button size="s" busy={running === 'false'} onClick={() => void answer(false)}>
        {text('signs.no')}
      </Button>
      {outcome && (
        <Notice tone={toneOf[outcome]} isStatus>
          {text(outcome === 'turned' ? 'signs.done' : `signs.outcome.${outcome}`)}
        </Notice>
      )}
    </fieldset>
  )
}
