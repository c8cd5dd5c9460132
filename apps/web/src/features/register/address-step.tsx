import { dataCentreOf } from '@heliograph/domain/regions.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { besideLogin } from '../../address/way-back.ts'
import { useCodeFault } from '../../auth/contact/code-fault.ts'
import type { CodeSending } from '../../auth/contact/code-field.tsx'
import { ContactField } from '../../auth/contact/contact-field.tsx'
import { useCountries } from '../../auth/contact/country-choice.ts'
import { useBrand } from '../../brand/brand-context.ts'
import { canChooseCentre } from '../../data-centre/data-centre.ts'
import styles from '../../shell/front-page.module.css'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkAddress, type RegisterDraft } from './register-draft.ts'

/** @param isInvited the address is the invitation's and cannot be changed */
export function AddressStep({
  draft,
  onChange,
  onCountry,
  sms,
  isInvited,
  sending,
  panel,
  onDone,
}: Readonly<{
  draft: RegisterDraft
  onChange: (draft: RegisterDraft) => void
  onCountry: (country: string) => void
  sms: boolean
  isInvited: boolean
  sending: CodeSending
  panel: ReactNode
  onDone: () => Promise<void>
}>) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const brand = useBrand()
  const [params] = useSearchParams()
  const countries = useCountries()
  const [tried, setTried] = useState(false)
  const faults = tried ? checkAddress(draft, sms) : {}
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!sending.busy && Object.keys(checkAddress(draft, sms)).length === 0) void onDone()
  }
  return (
    <form className={styles.frontForm} noValidate onSubmit={submit}>
      <div role="alert" hidden={sending.failure === undefined}>
        {sending.failure !== undefined && <Notice tone="fault">{faultOf(sending.failure)}</Notice>}
      </div>
      <Combobox
        label={text('sign-up.country')}
        hint={text(
          !canChooseCentre(brand)
            ? 'sign-up.country.hintOne'
            : draft.country === ''
              ? 'sign-up.country.hint'
              : `sign-up.centre.${dataCentreOf(draft.country)}`,
        )}
        placeholder={text('sign-up.country.placeholder')}
        value={draft.country}
        onChange={onCountry}
        options={countries}
        error={faults.country && text(faults.country)}
      />
      <ContactField
        label={text(sms ? 'sign-up.contact.emailOrPhone' : 'sign-up.contact.email')}
        {...(isInvited ? { hint: text('sign-up.invited.email'), readOnly: true } : {})}
        allowed={sms ? 'emailOrPhone' : 'email'}
        name="contact"
        autoComplete={sms ? 'username' : 'email'}
        required
        draft={draft.contact}
        onChange={(contact) => onChange({ ...draft, contact })}
        error={faults.contact && text(faults.contact)}
      />
      {panel ?? (
        <Button type="submit" kind="primary" wide busy={sending.busy}>
          {text('sign-up.sendCode')}
        </Button>
      )}
      <p className={styles.frontOther}>
        {text('sign-up.haveAccount')}{' '}
        <Link to={besideLogin('/login', params.get('back'))}>{text('sign-up.signIn')}</Link>
      </p>
    </form>
  )
}
