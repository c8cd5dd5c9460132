import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { quiet } from '../../api/query-client.ts'
import { useBrand } from '../../brand/brand-context.ts'
import { signIn } from '../../session/session.ts'
import { safeBack } from '../../session/way-back.ts'
import { FrontNotice, FrontPage } from '../../shell/front-page.tsx'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, PasswordField, TextField } from '../../ui/field.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { RegionField } from './region-field.tsx'
import { useSignInFault } from './sign-in-fault.ts'

/** @param onSubmit what comes next may be fetched while the password is looked at */
export function LoginPage({ onSubmit }: Readonly<{ onSubmit?: () => void }>) {
  const { text } = useText()
  const brand = useBrand()
  // On a phone the keyboard would cover the page before it was seen.
  const wide = useWide()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const faultText = useSignInFault(fault)
  const passwordField = useRef<HTMLInputElement>(null)
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call('GET /user-s/acc/setup', undefined, { signal }),
    meta: quiet,
  })

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    onSubmit?.()
    try {
      await signIn(client, { account: account.trim(), password, keep })
      void navigate(safeBack(params.get('back'), window.location.origin), { replace: true })
    } catch (failure) {
      setFault(failure)
      passwordField.current?.focus()
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <FrontPage title={text('login.title')} lead={text('login.lead')}>
      <div role="alert" hidden={!faultText}>
        {faultText && <FrontNotice tone="fault">{faultText}</FrontNotice>}
      </div>
      {!faultText && setup?.open && <FrontNotice tone="info">{text('login.setup.hint')}</FrontNotice>}
      {!faultText && !setup?.open && params.has('back') && (
        <FrontNotice tone="info">{text('login.expired')}</FrontNotice>
      )}
      <form className="front-form" onSubmit={(event) => void submit(event)}>
        {brand.hasCentres && <RegionField />}
        <TextField
          label={text('login.account')}
          placeholder={text('login.account.placeholder')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={wide}
          required
          maxLength={200}
          value={account}
          onChange={setAccount}
        />
        <PasswordField
          label={text('login.password')}
          name="password"
          autoComplete="current-password"
          required
          maxLength={200}
          inputRef={passwordField}
          value={password}
          onChange={setPassword}
        />
        <Checkbox label={text('login.keep')} checked={keep} onChange={setKeep} />
        <Button type="submit" kind="primary" wide busy={busy}>
          {text('login.submit')}
        </Button>
      </form>
    </FrontPage>
  )
}
