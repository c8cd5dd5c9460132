import { findCountry } from '@heliograph/domain/countries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '../../../address/paths.ts'
import { safeBack } from '../../../address/way-back.ts'
import { call } from '../../../api/call.ts'
import { useShownTexts } from '../../../auth/consent-field.tsx'
import { composeContact } from '../../../auth/contact/contact.ts'
import { useContactCode } from '../../../auth/contact/contact-code.ts'
import { suggestCountry } from '../../../auth/contact/country-choice.ts'
import { bindPendingTicket } from '../../../auth/providers/third-party.ts'
import { registrationQuery } from '../../../auth/registration-query.ts'
import { completeSignIn } from '../../../auth/session.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { canChooseCenter, chooseRegion } from '../../../data-center/data-center.ts'
import styles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { AccountStep } from './account-step.tsx'
import { AddressStep } from './address-step.tsx'
import type { RegisterDraft } from './register-draft.ts'

const chooseCenterOf = (country: string): void => chooseRegion(findCountry(country)?.region ?? 'INTL')

/** Two steps: country and contact; then the code, a password and consent. */
export function RegisterForm({
  sms,
  invitation,
  notice,
}: Readonly<{
  sms: boolean
  invitation: Readonly<{ token: string; email: string }> | undefined
  notice: ReactNode
}>) {
  const { text, rich, gap } = useText()
  const brand = useBrand()
  const shownTexts = useShownTexts()
  const { code: language } = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [step, setStep] = useState<1 | 2>(1)
  const [draft, setDraft] = useState<RegisterDraft>(() => {
    const country = suggestCountry(navigator.languages) ?? ''
    return {
      country,
      contact: { typed: invitation?.email ?? '', country },
      code: '',
      password: '',
      nickname: '',
      // Where there is nothing to accept, nothing is asked.
      consent: shownTexts.length === 0,
    }
  })
  const contact = composeContact(draft.contact)
  const { sending, ask, panel } = useContactCode('register', contact, invitation?.token)

  const chooseCountry = (country: string): void => {
    setDraft({ ...draft, country, contact: { ...draft.contact, country } })
    if (!canChooseCenter(brand)) return
    chooseCenterOf(country)
    void client.invalidateQueries(registrationQuery)
  }
  const sendCode = async (): Promise<void> => {
    // A suggested country selects the data center too.
    if (canChooseCenter(brand)) chooseCenterOf(draft.country)
    if (await sending.send()) setStep(2)
  }
  const register = async (): Promise<void> => {
    const nickname = draft.nickname.trim()
    const token = await ask((humanCheck) =>
      call('POST /user-s/acc/register', {
        body: {
          contact,
          code: draft.code,
          password: draft.password,
          country: draft.country,
          language,
          consent: true,
          acceptedTexts: shownTexts,
          ...(nickname ? { nickname } : {}),
          ...(invitation ? { invitation: invitation.token } : {}),
          ...(humanCheck ? { humanCheck } : {}),
        },
      }),
    )
    await completeSignIn(client, token)
    await bindPendingTicket()
    const next = invitation
      ? withQuery('/invitation', { token: invitation.token })
      : safeBack(params.get('back'), window.location.origin)
    void navigate(next, { replace: true })
  }

  return (
    <FrontPage
      title={text('sign-up.title')}
      lead={
        step === 1 ? (
          text('sign-up.lead')
        ) : (
          <>
            {rich(contact.includes('@') ? 'sign-up.sentTo' : 'sign-up.sentToPhone', { to: contact })}
            {gap}
            <button type="button" className={styles.frontLink} onClick={() => setStep(1)}>
              {text('sign-up.contact.change')}
            </button>
          </>
        )
      }
      step={text('sign-up.step', { step, steps: 2 })}
    >
      {step === 1 && notice}
      {step === 1 ? (
        <AddressStep
          draft={draft}
          onChange={setDraft}
          onCountry={chooseCountry}
          sms={sms}
          isInvited={invitation !== undefined}
          sending={sending}
          panel={panel}
          onDone={sendCode}
        />
      ) : (
        <AccountStep
          draft={draft}
          onChange={setDraft}
          contact={contact}
          sending={sending}
          panel={panel}
          onDone={register}
        />
      )}
    </FrontPage>
  )
}
