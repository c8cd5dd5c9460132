import { type FormEvent, type ReactNode, useState } from 'react'
import { useCodeFault } from '../auth/contact/code-fault.ts'
import type { CodeSending } from '../auth/contact/code-field.tsx'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './front-page.module.css'

/** A step of a front page that sends a code. */
export type CodeStep = Readonly<{
  sending: CodeSending
  /** Replaces the button, for example by a CAPTCHA. */
  panel: ReactNode
  onDone: () => Promise<void>
}>

type Props = CodeStep &
  Readonly<{
    isComplete: () => boolean
    /** The fields; faults are shown once a first attempt was made. */
    children: (isTried: boolean) => ReactNode
    /** Below the button. */
    footer?: ReactNode
  }>

/** A form of a front page that asks for a verification code. */
export function SendCodeForm({ sending, panel, isComplete, onDone, children, footer }: Props) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!sending.busy && isComplete()) void onDone()
  }
  return (
    <form className={styles.frontForm} noValidate onSubmit={submit}>
      <div role="alert" hidden={sending.failure === undefined}>
        {sending.failure !== undefined && <Notice tone="fault">{faultOf(sending.failure)}</Notice>}
      </div>
      {children(isTried)}
      {panel ?? (
        <Button type="submit" kind="primary" wide busy={sending.busy}>
          {text('sign-up.sendCode')}
        </Button>
      )}
      {footer}
    </form>
  )
}
