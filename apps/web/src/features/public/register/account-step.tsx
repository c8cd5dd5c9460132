import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CallFailure } from '../../../api/failure.ts'
import { wasAborted } from '../../../auth/captcha/human-check.tsx'
import { ConsentField } from '../../../auth/consent-field.tsx'
import { useCodeFault } from '../../../auth/contact/code-fault.ts'
import { CodeField } from '../../../auth/contact/code-field.tsx'
import { NewPasswordField, passwordFaultTexts } from '../../../auth/new-password-field.tsx'
import styles from '../../../shell/front-page.module.css'
import type { CodeStep } from '../../../shell/send-code-form.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { checkAccount, type RegisterDraft } from './register-draft.ts'

const used = ['ACCOUNT_EXISTS', 'EMAIL_USED', 'PHONE_USED', 'ACCOUNT_USED']

/** The field that a refusal is about. */
function placeOf(failure: unknown): 'code' | 'password' | 'used' | 'form' {
  const code = failure instanceof CallFailure ? failure.code : ''
  if (code.startsWith('VERIFICATION_')) return 'code'
  if (code.startsWith('PASSWORD_')) return 'password'
  return used.includes(code) ? 'used' : 'form'
}

export function AccountStep({
  draft,
  onChange,
  contact,
  sending,
  panel,
  onDone,
}: Readonly<{
  draft: RegisterDraft
  onChange: (draft: RegisterDraft) => void
  contact: string
}> &
  CodeStep) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const codeField = useRef<HTMLInputElement>(null)
  const faults = tried ? checkAccount(draft) : {}
  const place = failure === undefined ? undefined : placeOf(failure)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(checkAccount(draft)).length > 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onDone()
    } catch (fault) {
      setFailure(wasAborted(fault) ? undefined : fault)
      setBusy(false)
      if (placeOf(fault) === 'code') codeField.current?.select()
    }
  }
  return (
    <form className={styles.frontForm} noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert" hidden={place !== 'form' && place !== 'used'}>
        {place === 'form' && <Notice tone="fault">{faultOf(failure)}</Notice>}
        {place === 'used' && (
          <Notice tone="fault">
            {text('sign-up.used')} <Link to="/login">{text('sign-up.signIn')}</Link>
          </Notice>
        )}
      </div>
      <CodeField
        value={draft.code}
        onChange={(code) => onChange({ ...draft, code })}
        sending={sending}
        inputRef={codeField}
        autoFocus
        error={place === 'code' ? faultOf(failure) : faults.code && text(faults.code)}
      />
      {panel}
      <NewPasswordField
        label={text('sign-up.password')}
        name="new-password"
        login={[contact, draft.nickname.trim()]}
        value={draft.password}
        onChange={(password) => onChange({ ...draft, password })}
        error={place === 'password' ? faultOf(failure) : faults.password && text(passwordFaultTexts[faults.password])}
      />
      <TextField
        label={text('sign-up.nickname')}
        optional
        name="nickname"
        autoComplete="name"
        maxLength={100}
        value={draft.nickname}
        onChange={(nickname) => onChange({ ...draft, nickname })}
      />
      <ConsentField
        checked={draft.consent}
        onChange={(consent) => onChange({ ...draft, consent })}
        error={faults.consent && text(faults.consent)}
      />
      <Button type="submit" kind="primary" wide busy={busy}>
        {text('sign-up.submit')}
      </Button>
    </form>
  )
}
