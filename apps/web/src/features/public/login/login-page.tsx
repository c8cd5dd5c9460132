import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { besideLogin, readArrival, safeBack } from '../../../address/way-back.ts'
import { suggestCountry } from '../../../auth/contact/country-choice.ts'
import { canUsePasskeys } from '../../../auth/passkey.ts'
import { ProviderButtons } from '../../../auth/providers/provider-buttons.tsx'
import { pendingTicket } from '../../../auth/providers/third-party.ts'
import { registrationQuery } from '../../../auth/registration-query.ts'
import { SecondStepForm } from '../../../auth/second-step-form.tsx'
import { useSignInFault } from '../../../auth/sign-in-fault.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import frontPageStyles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordForm } from './password-form.tsx'
import { type SignInDraft, useSignIn } from './use-sign-in.ts'

/** @param onSubmit called early, so that the next page can load while the password is checked */
export function LoginPage({ onSubmit }: Readonly<{ onSubmit?: () => void }>) {
  const { text, gap } = useText()
  const brand = useBrand()
  const [params] = useSearchParams()
  const arrival = readArrival(useLocation().state)
  const [draft, setDraft] = useState<SignInDraft>(() => ({
    account: { typed: arrival.account ?? '', country: suggestCountry(navigator.languages) ?? '' },
    password: '',
    keep: false,
  }))
  const field = useRef<HTMLInputElement>(null)
  const back = params.get('back')
  const signIn = useSignIn(draft, {
    back: safeBack(back, window.location.origin),
    onSubmit,
    onFailure: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const faultText = useSignInFault(signIn.failure)
  const { data: registration } = useQuery(registrationQuery)
  const pending = pendingTicket()
  const isSecond = signIn.step.kind === 'second'
  const hint = signIn.isExpired
    ? text('login.second.expired')
    : registration?.setup
      ? text('login.setup.hint')
      : arrival.notice === 'passwordReset'
        ? text('login.passwordReset')
        : pending
          ? text('third-party.pending', { provider: pending.name })
          : params.has('back')
            ? text('login.expired')
            : undefined

  return (
    <FrontPage
      title={text(isSecond ? 'login.second.title' : 'login.title')}
      lead={text(isSecond ? 'login.second.lead' : 'login.lead')}
    >
      <div role="alert" hidden={!faultText}>
        {faultText && <Notice tone="fault">{faultText}</Notice>}
      </div>
      {!faultText && !isSecond && hint && <Notice tone="info">{hint}</Notice>}
      {isSecond ? (
        <SecondStepForm
          busy={signIn.busy !== undefined}
          onCode={(code) => void signIn.finish(code)}
          onBack={signIn.startOver}
          inputRef={field}
        />
      ) : (
        <PasswordForm
          draft={draft}
          onChange={setDraft}
          signIn={signIn}
          passwordRef={field}
          forgotPath={brand.blocked.has('forgotPassword') ? undefined : besideLogin('/forgetPassword', back)}
        >
          {canUsePasskeys() && (
            <Button
              icon="key"
              wide
              busy={signIn.busy === 'passkey'}
              disabled={signIn.busy !== undefined}
              onClick={() => void signIn.enterByPasskey()}
            >
              {text('login.passkey')}
            </Button>
          )}
          <ProviderButtons
            keep={draft.keep}
            back={safeBack(back, window.location.origin)}
            onIngress={() => void signIn.enterByIngress()}
          />
          {/* Its line is kept: what came later would move the fields, and a press would meet another one. */}
          {!brand.blocked.has('register') && (
            <p className={frontPageStyles.frontOther}>
              {registration?.open ? (
                <>
                  {text('login.register.lead')}
                  {gap}
                  <Link to={besideLogin('/register', back)}>{text('login.register')}</Link>
                </>
              ) : (
                '\u00a0'
              )}
            </p>
          )}
        </PasswordForm>
      )}
      {signIn.prompts}
    </FrontPage>
  )
}
