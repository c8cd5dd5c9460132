import { checkPasswordShape } from '@heliograph/domain/password.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallFailure } from '../../../api/failure.ts'
import { wasAborted } from '../../../auth/captcha/human-check.tsx'
import { useCodeFault } from '../../../auth/contact/code-fault.ts'
import { CodeField, type CodeSending } from '../../../auth/contact/code-field.tsx'
import { NewPasswordField, passwordFaultTexts } from '../../../auth/new-password-field.tsx'
import styles from '../../../shell/front-page.module.css'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

const codeOf = (failure: unknown): string => (failure instanceof CallFailure ? failure.code : '')

export function PasswordStep({
  contact,
  sending,
  panel,
  onDone,
}: Readonly<{
  contact: string
  sending: CodeSending
  panel: ReactNode
  onDone: (options: Readonly<{ code: string; password: string }>) => Promise<void>
}>) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const codeField = useRef<HTMLInputElement>(null)
  const broken = checkPasswordShape(password)
  const isAboutCode = codeOf(failure).startsWith('VERIFICATION_')
  const isAboutPassword = codeOf(failure).startsWith('PASSWORD_')

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (busy || code === '' || broken) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onDone({ code, password })
    } catch (fault) {
      setFailure(wasAborted(fault) ? undefined : fault)
      setBusy(false)
      if (codeOf(fault).startsWith('VERIFICATION_')) codeField.current?.select()
    }
  }
  return (
    <form className={styles.frontForm} noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert" hidden={failure === undefined || isAboutCode || isAboutPassword}>
        {failure !== undefined && !isAboutCode && !isAboutPassword && <Notice tone="fault">{faultOf(failure)}</Notice>}
      </div>
      <CodeField
        value={code}
        onChange={setCode}
        sending={sending}
        inputRef={codeField}
        autoFocus
        error={isAboutCode ? faultOf(failure) : tried && code === '' ? text('sign-up.code.required') : undefined}
      />
      {panel}
      <NewPasswordField
        label={text('sign-up.forgot.password')}
        name="new-password"
        login={[contact]}
        value={password}
        onChange={setPassword}
        error={isAboutPassword ? faultOf(failure) : tried && broken ? text(passwordFaultTexts[broken]) : undefined}
      />
      <p className="tiny faint">{text('sign-up.forgot.sessions')}</p>
      <Button type="submit" kind="primary" wide busy={busy}>
        {text('sign-up.forgot.submit')}
      </Button>
    </form>
  )
}
