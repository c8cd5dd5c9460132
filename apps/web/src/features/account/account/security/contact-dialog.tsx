import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { useCodeFault } from '../../../../auth/contact/code-fault.ts'
import { CodeField, useCodeSending } from '../../../../auth/contact/code-field.tsx'
import { composeContact, kindOf } from '../../../../auth/contact/contact.ts'
import { ContactField } from '../../../../auth/contact/contact-field.tsx'
import styles from '../../../../auth/re-authentication/proven-form.module.css'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useUser } from '../../../../auth/session.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { refreshAccount } from './security-queries.ts'

export type ContactKind = 'email' | 'phone'

export function ContactDialog({ kind, onClose }: Readonly<{ kind: ContactKind | undefined; onClose: () => void }>) {
  const { text } = useText()
  return (
    <Dialog open={kind !== undefined} onClose={onClose} title={kind ? text(`security.${kind}.dialog`) : ''} width={440}>
      {kind && <ContactForm key={kind} kind={kind} onClose={onClose} />}
    </Dialog>
  )
}

/** The code to the new address comes first, so that another person's cannot be linked; then re-authentication. */
function ContactForm({ kind, onClose }: Readonly<{ kind: ContactKind; onClose: () => void }>) {
  const { text } = useText()
  const faultOf = useCodeFault()
  const client = useQueryClient()
  const { code: language } = useLanguage()
  const { country } = useUser()
  const [draft, setDraft] = useState({ typed: '', country })
  const [code, setCode] = useState('')
  const contact = composeContact(draft)
  const fits = kindOf(draft) === kind
  const [sentTo, setSentTo] = useState<string>()
  const sending = useCodeSending(() =>
    call('POST /user-s/acc/own-verification-code', { body: { purpose: 'bind', contact, language } }),
  )

  const send = async (): Promise<void> => {
    if (await sending.send()) setSentTo(contact)
  }
  const field = (
    <ContactField
      label={text(`security.${kind}.new`)}
      name={kind}
      autoComplete={kind === 'email' ? 'email' : 'tel'}
      allowed={kind === 'email' ? 'email' : 'emailOrPhone'}
      inputRef={beginHere}
      draft={draft}
      error={
        sentTo === undefined && sending.failure !== undefined
          ? faultOf(sending.failure)
          : draft.typed !== '' && kindOf(draft) !== undefined && !fits
            ? text(`security.${kind}.wrongKind`)
            : undefined
      }
      onChange={(next) => {
        setDraft(next)
        setSentTo(undefined)
        setCode('')
      }}
    />
  )

  if (sentTo === undefined)
    return (
      <form
        className={styles.provenForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (fits) void send()
        }}
      >
        <p className="muted">{text(`security.${kind}.lead`)}</p>
        {field}
        <div className={styles.provenActions}>
          <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={sending.busy} disabled={!fits}>
            {text('security.sendCode')}
          </Button>
        </div>
      </form>
    )
  return (
    <ProvenForm
      confirm={text('shell.action.save')}
      isReady={code !== ''}
      onClose={onClose}
      run={async (proof) => {
        await call('POST /user-s/acc/contact', { body: { kind, contact, code, proof } })
        await refreshAccount(client)
        showToast(text(`security.${kind}.saved`), 'ok')
      }}
    >
      {field}
      <CodeField value={code} onChange={setCode} sending={sending} to={contact} autoFocus />
    </ProvenForm>
  )
}
