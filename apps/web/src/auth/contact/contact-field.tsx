import type { HTMLAttributes } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ContactDraft, isNationalNumber } from './contact.ts'
import styles from './contact-field.module.css'
import { useCountries } from './country-choice.ts'

type Allowed = 'account' | 'nameOrEmail' | 'email' | 'emailOrPhone'

const inputOf: Readonly<Record<Allowed, { type: string; inputMode: HTMLAttributes<HTMLElement>['inputMode'] }>> = {
  account: { type: 'text', inputMode: 'text' },
  nameOrEmail: { type: 'text', inputMode: 'email' },
  email: { type: 'email', inputMode: 'email' },
  emailOrPhone: { type: 'text', inputMode: 'text' },
}

type Props = Readonly<{ allowed: Allowed; draft: ContactDraft; onChange: (draft: ContactDraft) => void }> &
  Omit<Parameters<typeof TextField>[0], 'value' | 'onChange' | 'lead' | 'type'>

/** The address that a verification code goes to: an email address, or a phone number where the server sends SMS. */
export function CodeContactField({ sms, ...rest }: Readonly<{ sms: boolean }> & Omit<Props, 'allowed' | 'label'>) {
  const { text } = useText()
  return (
    <ContactField
      label={text(sms ? 'sign-up.contact.emailOrPhone' : 'sign-up.contact.email')}
      allowed={sms ? 'emailOrPhone' : 'email'}
      name="contact"
      autoComplete={sms ? 'username' : 'email'}
      required
      {...rest}
    />
  )
}

/**
 * An email address, and where allowed a user name or a phone number: digits open a selector of the country's prefix.
 */
export function ContactField({ allowed, draft, onChange, ...rest }: Props) {
  const needsPrefix = (allowed === 'account' || allowed === 'emailOrPhone') && isNationalNumber(draft.typed)
  return (
    <div className={needsPrefix ? cx(styles.contactField, styles.contactFieldNumber) : styles.contactField}>
      <TextField
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...inputOf[allowed]}
        {...rest}
        value={draft.typed}
        onChange={(typed) => onChange({ ...draft, typed })}
      />
      {needsPrefix && (
        <PrefixSelect
          country={draft.country}
          mayBeNone={allowed === 'account'}
          onChange={(country) => onChange({ ...draft, country })}
        />
      )}
    </div>
  )
}

/** Shows the prefix alone; the browser's own list behind it names the countries. */
function PrefixSelect({
  country,
  mayBeNone,
  onChange,
}: Readonly<{ country: string; mayBeNone: boolean; onChange: (country: string) => void }>) {
  const { text } = useText()
  const countries = useCountries()
  const chosen = countries.find((item) => item.value === country)
  return (
    <span className={styles.contactPrefix}>
      <span aria-hidden="true">{chosen?.note ?? text('sign-up.prefix.none')}</span>
      <Icon name="chevronDown" size={15} />
      <select
        aria-label={text('sign-up.prefix')}
        value={chosen ? country : ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {(mayBeNone || !chosen) && (
          <option value="">{text(mayBeNone ? 'sign-up.prefix.account' : 'sign-up.prefix')}</option>
        )}
        {countries.map((item) => (
          <option key={item.value} value={item.value}>
            {`${item.label} ${item.note}`}
          </option>
        ))}
      </select>
    </span>
  )
}
