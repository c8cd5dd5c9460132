import { type FormEvent, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router'
import { ContactField } from '../../../auth/contact/contact-field.tsx'
import { useBrand } from '../../../brand/brand-context.ts'
import { canChooseCenter } from '../../../data-center/data-center.ts'
import { RegionField } from '../../../data-center/region-field.tsx'
import frontPageStyles from '../../../shell/front-page.module.css'
import { useText } from '../../../texts/use-text.tsx'
import { afterPaint } from '../../../ui/after-paint.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, PasswordField } from '../../../ui/field.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import loginPageStyles from './login-page.module.css'
import type { SignInDraft, SignInState } from './use-sign-in.ts'

/** @param forgotPath the page for a new password, if available here */
export function PasswordForm({
  draft,
  onChange,
  signIn,
  forgotPath,
  passwordRef,
  children,
}: Readonly<{
  draft: SignInDraft
  onChange: (draft: SignInDraft) => void
  signIn: SignInState
  forgotPath: string | undefined
  passwordRef: Ref<HTMLInputElement>
  /** Other sign-in methods. */
  children?: ReactNode
}>) {
  const { text } = useText()
  const brand = useBrand()
  const id = useId()
  // On a phone the keyboard would cover the page at once.
  const wide = useWide()
  const takesPhone = !brand.blocked.has('phoneUse')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (signIn.busy === undefined) void signIn.enter()
  }
  // The press is seen at once: the check of the fields and the next page take longer than a frame on a phone.
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    event.preventDefault()
    const { form } = event.currentTarget
    afterPaint(() => form?.requestSubmit())
  }
  return (
    <div className={frontPageStyles.frontForm}>
      <form id={id} className={frontPageStyles.frontForm} onSubmit={submit}>
        {canChooseCenter(brand) && <RegionField />}
        <ContactField
          label={text('login.account')}
          placeholder={text(takesPhone ? 'login.account.placeholder' : 'login.account.noPhone')}
          allowed={takesPhone ? 'account' : 'nameOrEmail'}
          name="username"
          autoComplete={signIn.offersPasskey ? 'username webauthn' : 'username'}
          autoFocus={wide && draft.account.typed === ''}
          required
          draft={draft.account}
          onChange={(account) => onChange({ ...draft, account })}
        />
        <div className={loginPageStyles.loginPassword}>
          <PasswordField
            label={text('login.password')}
            name="password"
            autoComplete="current-password"
            required
            maxLength={200}
            inputRef={passwordRef}
            value={draft.password}
            onChange={(password) => onChange({ ...draft, password })}
          />
          {forgotPath && <Link to={forgotPath}>{text('login.forgot')}</Link>}
        </div>
        <Checkbox label={text('login.keep')} checked={draft.keep} onChange={(keep) => onChange({ ...draft, keep })} />
        {signIn.panel ?? (
          <Button
            type="submit"
            kind="primary"
            wide
            busy={signIn.busy === 'password'}
            disabled={signIn.busy !== undefined}
            onClick={press}
          >
            {text('login.submit')}
          </Button>
        )}
      </form>
      {!signIn.panel && children}
    </div>
  )
}
