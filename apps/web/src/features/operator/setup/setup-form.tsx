import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { completeSignIn } from '../../../auth/session.ts'
import styles from '../../../shell/front-page.module.css'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { checkSetup, type SetupDraft } from './check-setup.ts'

export function SetupForm({ token }: Readonly<{ token: string }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<SetupDraft>({ account: '', nickname: '', password: '', repeat: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const faults = tried ? checkSetup(draft) : {}
  const field = (name: keyof SetupDraft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    error: faults[name] && text(faults[name]),
  })

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setFailure(undefined)
    if (Object.keys(checkSetup(draft)).length > 0) return
    setBusy(true)
    try {
      const nickname = draft.nickname.trim()
      const opened = await call('POST /user-s/acc/setup', {
        body: { token, account: draft.account.trim(), password: draft.password, ...(nickname ? { nickname } : {}) },
      })
      await completeSignIn(client, opened)
      void navigate('/plant', { replace: true })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }

  return (
    <form className={styles.frontForm} noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert" hidden={failure === undefined}>
        {failure !== undefined && <Notice tone="fault">{textOf(failure)}</Notice>}
      </div>
      <TextField
        label={text('setup.account')}
        hint={text('setup.account.hint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={100}
        {...field('account')}
      />
      <TextField
        label={text('setup.nickname')}
        optional
        name="nickname"
        autoComplete="name"
        maxLength={100}
        {...field('nickname')}
      />
      <PasswordField
        label={text('setup.password')}
        hint={text('setup.password.hint')}
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        {...field('password')}
      />
      <PasswordField
        label={text('setup.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        maxLength={200}
        {...field('repeat')}
      />
      <Button type="submit" kind="primary" wide busy={busy}>
        {text('setup.submit')}
      </Button>
    </form>
  )
}
