import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type Arrival, besideLogin } from '../../../address/way-back.ts'
import { call } from '../../../api/call.ts'
import { type ContactDraft, composeContact } from '../../../auth/contact/contact.ts'
import { useContactCode } from '../../../auth/contact/contact-code.ts'
import { suggestCountry } from '../../../auth/contact/country-choice.ts'
import { registrationQuery } from '../../../auth/registration-query.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import styles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ContactStep } from './contact-step.tsx'
import { PasswordStep } from './password-step.tsx'

/**
 * A lost password: a code to the account's address, then a new password. Nothing here reveals whether the account
 * exists.
 */
export function ForgotPasswordPage() {
  const { text, rich, gap } = useText()
  const brand = useBrand()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { data: registration } = useQuery(registrationQuery)
  const [step, setStep] = useState<1 | 2>(1)
  const [draft, setDraft] = useState<ContactDraft>(() => ({
    typed: '',
    country: suggestCountry(navigator.languages) ?? '',
  }))
  const contact = composeContact(draft)
  const { sending, ask, panel } = useContactCode('reset', contact)
  const sms = (registration?.sms ?? false) && !brand.blocked.has('phoneUse')
  const loginPath = besideLogin('/login', params.get('back'))

  const reset = async (options: Readonly<{ code: string; password: string }>): Promise<void> => {
    await ask((humanCheck) =>
      call('POST /user-s/acc/password-reset', { body: { contact, ...options, ...(humanCheck ? { humanCheck } : {}) } }),
    )
    const arrival: Arrival = { notice: 'passwordReset', account: contact }
    void navigate(loginPath, { replace: true, state: arrival })
  }

  if (brand.blocked.has('forgotPassword'))
    return (
      <FrontPage title={text('sign-up.forgot.title')} lead={text('sign-up.forgot.closed')}>
        <ButtonLink kind="primary" wide to={loginPath}>
          {text('sign-up.forgot.back')}
        </ButtonLink>
      </FrontPage>
    )
  return (
    <FrontPage
      title={text('sign-up.forgot.title')}
      lead={
        step === 1 ? (
          text(sms ? 'sign-up.forgot.lead' : 'sign-up.forgot.leadEmail')
        ) : (
          <>
            {rich(contact.includes('@') ? 'sign-up.forgot.sent' : 'sign-up.forgot.sentPhone', { to: contact })}
            {gap}
            <button type="button" className={styles.frontLink} onClick={() => setStep(1)}>
              {text('sign-up.contact.change')}
            </button>
          </>
        )
      }
      step={text('sign-up.step', { step, steps: 2 })}
    >
      {step === 1 ? (
        <ContactStep
          draft={draft}
          onChange={setDraft}
          sms={sms}
          sending={sending}
          panel={panel}
          onDone={async () => {
            if (await sending.send()) setStep(2)
          }}
        />
      ) : (
        <PasswordStep contact={contact} sending={sending} panel={panel} onDone={reset} />
      )}
      <p className={styles.frontOther}>
        <Link to={loginPath}>{text('sign-up.forgot.back')}</Link>
      </p>
    </FrontPage>
  )
}
