import { type FormEvent, type Ref, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './second-step-form.module.css'

/** The six digits of the authenticator app, or a recovery code. A complete app code is sent automatically. */
export function SecondStepForm({
  busy,
  onCode,
  onBack,
  inputRef,
}: Readonly<{ busy: boolean; onCode: (code: string) => void; onBack: () => void; inputRef: Ref<HTMLInputElement> }>) {
  const { text } = useText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')

  const type = (typed: string): void => {
    const next = isRecovery ? typed : typed.replace(/\s/g, '')
    setCode(next)
    if (!busy && !isRecovery && /^\d{6}$/.test(next) && next !== code) onCode(next)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy && code.trim() !== '') onCode(code.trim())
  }
  const change = (): void => {
    setRecovery(!isRecovery)
    setCode('')
  }

  return (
    <form className={styles.secondStep} onSubmit={submit}>
      <div className={isRecovery ? undefined : styles.secondStepDigits}>
        <TextField
          key={String(isRecovery)}
          label={text(isRecovery ? 'login.second.recovery' : 'login.second.code')}
          hint={text(isRecovery ? 'login.second.recovery.hint' : 'login.second.code.hint')}
          name="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          maxLength={40}
          inputRef={inputRef}
          value={code}
          onChange={type}
        />
      </div>
      <Button type="submit" kind="primary" wide busy={busy}>
        {text('login.second.submit')}
      </Button>
      <div className={styles.secondStepLinks}>
        <Button kind="quiet" size="s" icon="arrowLeft" onClick={onBack}>
          {text('shell.action.back')}
        </Button>
        <Button kind="quiet" size="s" onClick={change}>
          {text(isRecovery ? 'login.second.useCode' : 'login.second.useRecovery')}
        </Button>
      </div>
    </form>
  )
}
