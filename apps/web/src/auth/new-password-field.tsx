import { checkPassword, type PasswordFault } from '@heliograph/domain/password.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useText } from '../texts/use-text.tsx'
import { cx, lookOf } from '../ui/class-names.ts'
import { PasswordField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './new-password-field.module.css'

/** In the order in which they are checked. */
const rules: readonly PasswordFault[] = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_CHARACTERS',
  'PASSWORD_RUN',
  'PASSWORD_REPEATED',
  'PASSWORD_LOGIN',
  'PASSWORD_TOO_SIMPLE',
]
const ruleTexts: Readonly<Record<PasswordFault, TextKey>> = {
  PASSWORD_TOO_SHORT: 'sign-up.rule.length',
  PASSWORD_CHARACTERS: 'sign-up.rule.characters',
  PASSWORD_RUN: 'sign-up.rule.run',
  PASSWORD_REPEATED: 'sign-up.rule.repeated',
  PASSWORD_LOGIN: 'sign-up.rule.login',
  PASSWORD_TOO_SIMPLE: 'sign-up.rule.simple',
}
/** The specification's message for a broken rule. */
export const passwordFaultTexts: Readonly<Record<PasswordFault, TextKey>> = {
  PASSWORD_TOO_SHORT: 'password.length',
  PASSWORD_CHARACTERS: 'password.characters',
  PASSWORD_RUN: 'password.run',
  PASSWORD_REPEATED: 'password.repeated',
  PASSWORD_LOGIN: 'password.login',
  PASSWORD_TOO_SIMPLE: 'password.simple',
}

type Mark = 'open' | 'met' | 'broken'

/** Rules before the first broken one are met; later ones are checked once it is fixed. */
function marksOf(password: string, login: readonly (string | null | undefined)[]): readonly Mark[] {
  if (password === '') return rules.map(() => 'open')
  const fault = checkPassword(password, login)
  const broken = fault === undefined ? rules.length : rules.indexOf(fault)
  return rules.map((_, at) => (at < broken ? 'met' : at === broken ? 'broken' : 'open'))
}

/** A new password, with its rules marked as they are met. @param login the names of the account */
export function NewPasswordField({
  login,
  ...rest
}: Readonly<{ login: readonly (string | null | undefined)[] }> & Omit<Parameters<typeof PasswordField>[0], 'hint'>) {
  const { text } = useText()
  const marks = marksOf(rest.value, login)
  return (
    <PasswordField
      autoComplete="new-password"
      maxLength={200}
      {...rest}
      hint={
        <span className={styles.passwordRules}>
          {rules.map((rule, at) => (
            <span
              key={rule}
              className={cx(styles.passwordRule, marks[at] && lookOf(styles, 'password-rule', marks[at]))}
            >
              {marks[at] === 'met' ? <Icon name="check" size={14} /> : <i aria-hidden="true" />}
              {text(ruleTexts[rule])}
              {marks[at] === 'met' && <span className="visually-hidden">{text('sign-up.rule.met')}</span>}
            </span>
          ))}
        </span>
      }
    />
  )
}
