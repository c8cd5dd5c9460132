import type { Proof, SecurityState } from '../../api/account-types.ts'
import { call } from '../../api/call.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { CodeField, useCodeSending } from '../contact/code-field.tsx'

export type ProofDraft = Readonly<{ password: string; code: string }>
export const emptyProof: ProofDraft = { password: '', code: '' }

type Ways = Pick<SecurityState, 'hasPassword' | 'email' | 'phone'> &
  Readonly<{ authenticator: Readonly<{ isOn: boolean }> }>

/** The proof for the call; undefined while a required part is missing. */
export function toProof(ways: Ways, draft: ProofDraft): Proof | undefined {
  const code = draft.code.trim()
  const needsCode = !ways.hasPassword || ways.authenticator.isOn
  if ((ways.hasPassword && draft.password === '') || (needsCode && code === '')) return undefined
  return { ...(ways.hasPassword ? { password: draft.password } : {}), ...(needsCode ? { code } : {}) }
}

/** The password, and the app's code with an authenticator; a code that was sent if the account has neither. */
export function ProofFields({
  ways,
  draft,
  onChange,
  fault,
  autoFocus = false,
}: Readonly<{
  ways: Ways
  draft: ProofDraft
  onChange: (draft: ProofDraft) => void
  fault?: Readonly<{ field: 'password' | 'code'; text: string }> | undefined
  autoFocus?: boolean
}>) {
  const { text } = useText()
  const faultOf = (field: 'password' | 'code') => (fault?.field === field ? fault.text : undefined)
  if (!ways.hasPassword && !ways.authenticator.isOn)
    return (
      <MailedCode
        to={ways.email ?? ways.phone}
        value={draft.code}
        error={faultOf('code')}
        onChange={(code) => onChange({ ...draft, code })}
      />
    )
  return (
    <>
      {ways.hasPassword && (
        <PasswordField
          label={text('security.proof.password')}
          name="current-password"
          autoComplete="current-password"
          {...(autoFocus ? { inputRef: beginHere } : {})}
          required
          maxLength={200}
          value={draft.password}
          error={faultOf('password')}
          onChange={(password) => onChange({ ...draft, password })}
        />
      )}
      {ways.authenticator.isOn && (
        <TextField
          label={text('security.proof.code')}
          hint={text('security.proof.code.hint')}
          name="one-time-code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          value={draft.code}
          error={faultOf('code')}
          onChange={(code) => onChange({ ...draft, code })}
        />
      )}
    </>
  )
}

function MailedCode({
  to,
  value,
  error,
  onChange,
}: Readonly<{ to: string | null; value: string; error: string | undefined; onChange: (code: string) => void }>) {
  const { text } = useText()
  const { code: language } = useLanguage()
  const sending = useCodeSending(() =>
    call('POST /user-s/acc/own-verification-code', { body: { purpose: 'proof', language } }),
  )
  if (to === null) return <p className="muted">{text('security.proof.noWay')}</p>
  return <CodeField value={value} onChange={onChange} sending={sending} to={to} error={error} />
}
