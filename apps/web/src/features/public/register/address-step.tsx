import { dataCenterOf } from '@heliograph/domain/regions.ts'
import { Link, useSearchParams } from 'react-router'
import { besideLogin } from '../../../address/way-back.ts'
import { CodeContactField } from '../../../auth/contact/contact-field.tsx'
import { useCountries } from '../../../auth/contact/country-choice.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { canChooseCenter } from '../../../data-center/data-center.ts'
import styles from '../../../shell/front-page.module.css'
import { type CodeStep, SendCodeForm } from '../../../shell/send-code-form.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
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
}> &
  CodeStep) {
  const { text } = useText()
  const brand = useBrand()
  const [params] = useSearchParams()
  const countries = useCountries()
  const signIn = (
    <p className={styles.frontOther}>
      {text('sign-up.haveAccount')} <Link to={besideLogin('/login', params.get('back'))}>{text('sign-up.signIn')}</Link>
    </p>
  )
  return (
    <SendCodeForm
      sending={sending}
      panel={panel}
      isComplete={() => Object.keys(checkAddress(draft, sms)).length === 0}
      onDone={onDone}
      footer={signIn}
    >
      {(isTried) => {
        const faults = isTried ? checkAddress(draft, sms) : {}
        return (
          <>
            <Combobox
              label={text('sign-up.country')}
              hint={text(
                !canChooseCenter(brand)
                  ? 'sign-up.country.hintOne'
                  : draft.country === ''
                    ? 'sign-up.country.hint'
                    : `sign-up.center.${dataCenterOf(draft.country)}`,
              )}
              placeholder={text('sign-up.country.placeholder')}
              value={draft.country}
              onChange={onCountry}
              options={countries}
              error={faults.country && text(faults.country)}
            />
            <CodeContactField
              sms={sms}
              {...(isInvited ? { hint: text('sign-up.invited.email'), readOnly: true } : {})}
              draft={draft.contact}
              onChange={(contact) => onChange({ ...draft, contact })}
              error={faults.contact && text(faults.contact)}
            />
          </>
        )
      }}
    </SendCodeForm>
  )
}
