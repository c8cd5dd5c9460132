import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { ConsentField, useShownTexts } from '../../../auth/consent-field.tsx'
import { suggestCountry, useCountries } from '../../../auth/contact/country-choice.ts'
import { forgetTicket, type Ticket } from '../../../auth/providers/third-party.ts'
import { completeSignIn } from '../../../auth/session.ts'
import styles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** A new account for a user of a provider: asks for what the provider does not know, and for no password. */
export function RegisterForm({ ticket, onBack }: Readonly<{ ticket: Ticket; onBack: () => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const { code: language } = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const countries = useCountries()
  const [country, setCountry] = useState(() => suggestCountry(navigator.languages) ?? '')
  // Where there is nothing to accept, nothing is asked.
  const shownTexts = useShownTexts()
  const [consent, setConsent] = useState(shownTexts.length === 0)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { name: provider, label, email } = ticket
  const isGone = failure instanceof CallFailure && failure.code === 'THIRD_PARTY_STATE'

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setFailure(undefined)
    if (country === '' || !consent) return
    setBusy(true)
    try {
      const options = { ticket: ticket.ticket, country, language, keep: ticket.keep }
      const body = { ...options, consent: true as const, acceptedTexts: shownTexts }
      const token = await call('POST /oauth2-s/third-party/register', { body })
      forgetTicket()
      await completeSignIn(client, token)
      void navigate(ticket.back, { replace: true })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }

  return (
    <FrontPage
      title={text('third-party.register')}
      lead={
        email === null
          ? text('third-party.register.lead', { provider })
          : text('third-party.register.leadEmail', { provider, email })
      }
    >
      <div role="alert" hidden={failure === undefined}>
        {failure !== undefined && <Notice tone="fault">{isGone ? text('third-party.state') : textOf(failure)}</Notice>}
      </div>
      <form className={styles.frontForm} noValidate onSubmit={(event) => void submit(event)}>
        <Combobox
          label={text('sign-up.country')}
          hint={label === '' ? text('sign-up.country.hintOne') : text('third-party.register.as', { label })}
          placeholder={text('sign-up.country.placeholder')}
          options={countries}
          value={country}
          error={tried && country === '' ? text('field.countryRequired') : undefined}
          onChange={setCountry}
        />
        <ConsentField
          checked={consent}
          onChange={setConsent}
          error={tried && !consent ? text('sign-up.consentRequired') : undefined}
        />
        <Button type="submit" kind="primary" wide busy={busy}>
          {text('sign-up.submit')}
        </Button>
        <Button kind="quiet" icon="arrowLeft" onClick={onBack}>
          {text('shell.action.back')}
        </Button>
      </form>
    </FrontPage>
  )
}
