import { findContact } from '@heliograph/domain/contact.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { userQuery } from '../../../api/queries.ts'
import { useCodeFault } from '../../../auth/contact/code-fault.ts'
import { CodeField, useCodeSending } from '../../../auth/contact/code-field.tsx'
import { useProof } from '../../../auth/re-authentication/proof-dialog.tsx'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { PromptDialog } from './prompt-dialog.tsx'

/** The address, its code, and re-authentication by the account's owner. */
export function EmailPrompt({ onLater }: Readonly<{ user: CurrentUser; onLater: () => void }>) {
  const { text } = useText()
  const { code: language } = useLanguage()
  const faultOf = useCodeFault()
  const client = useQueryClient()
  const { ask, dialog } = useProof()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const contact = findContact(email)
  const isEmail = contact?.kind === 'email'
  const sending = useCodeSending(() =>
    call('POST /user-s/acc/own-verification-code', { body: { purpose: 'bind', contact: email.trim(), language } }),
  )
  const isSent = sending.isSent && sentTo === contact?.value

  const submit = async (): Promise<void> => {
    setTried(true)
    setFailure(undefined)
    if (!isEmail) return
    if (!isSent) {
      setTried(false)
      if (await sending.send()) setSentTo(contact.value)
      return
    }
    if (code === '') return
    ask({
      title: text('prompts.proof'),
      lead: text('prompts.email.proof'),
      confirm: text('prompts.email.link'),
      run: async (proof) => {
        try {
          await call('POST /user-s/acc/contact', { body: { kind: 'email', contact: email.trim(), code, proof } })
        } catch (fault) {
          // The code or the address is wrong, and their fields are behind the dialog.
          if (!isAboutAddress(fault)) throw fault
          setFailure(fault)
          return
        }
        showToast(text('prompts.email.done'), 'ok')
        await Promise.all([
          client.invalidateQueries({ queryKey: userQuery.queryKey }),
          client.invalidateQueries({ queryKey: accountKey }),
        ])
      },
    })
  }
  const isAboutCode = failure instanceof CallFailure && failure.code.startsWith('VERIFICATION_')
  return (
    <>
      <PromptDialog
        title={text('prompts.email.title')}
        lead={text('prompts.email.lead')}
        confirm={text(isSent ? 'prompts.email.link' : 'sign-up.sendCode')}
        busy={sending.busy}
        fault={failure !== undefined && !isAboutCode ? faultOf(failure) : undefined}
        onSubmit={() => void submit()}
        onLater={onLater}
      >
        <TextField
          label={text('sign-up.contact.email')}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={setEmail}
          error={
            tried && !isEmail
              ? text('sign-up.contact.emailWrong')
              : !isSent && sending.failure !== undefined
                ? faultOf(sending.failure)
                : undefined
          }
        />
        {isSent && (
          <CodeField
            value={code}
            onChange={setCode}
            sending={sending}
            autoFocus
            error={isAboutCode ? faultOf(failure) : tried && code === '' ? text('sign-up.code.required') : undefined}
          />
        )}
      </PromptDialog>
      {dialog}
    </>
  )
}

const isAboutAddress = (failure: unknown): boolean =>
  failure instanceof CallFailure && (failure.code.startsWith('VERIFICATION_') || failure.code.startsWith('EMAIL_'))
