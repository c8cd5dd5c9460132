import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecurityState } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { useProof } from '../../../../auth/re-authentication/proof-dialog.tsx'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useNow } from '../../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { ContactDialog, type ContactKind } from './contact-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { refreshAccount } from './security-queries.ts'

/** Password, email and phone: how the owner signs in and recovers access. */
export function WaysInCard({ state }: Readonly<{ state: SecurityState }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const nowMs = useNow(MINUTE_MS)
  const { ask, dialog } = useProof()
  const [open, setOpen] = useState<'password' | ContactKind>()
  const { data: registration } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => call('GET /user-s/acc/registration', undefined, { signal }),
  })
  const hasSms = registration?.sms ?? true

  const passwordHint = !state.hasPassword
    ? text('security.password.none')
    : state.passwordIsWeak
      ? text('security.password.weak')
      : state.passwordChangedAt === null
        ? text('security.password.neverChanged')
        : text('security.password.changed', { age: format.age(nowMs - state.passwordChangedAt * 1000) })

  const remove = (kind: ContactKind): void =>
    ask({
      title: text(`security.${kind}.remove.title`),
      lead: text(`security.${kind}.remove.lead`, { contact: state[kind] ?? '' }),
      confirm: text('security.remove'),
      danger: true,
      run: async (proof) => {
        await call('DELETE /user-s/acc/contact', { body: { kind, proof } })
        await refreshAccount(client)
        showToast(text(`security.${kind}.removed`), 'ok')
      },
    })

  return (
    <SettingCard title={text('security.ways.title')} lead={text('security.ways.lead')}>
      <div id="password">
        <SettingRow
          icon="key"
          tone={state.hasPassword && !state.passwordIsWeak ? 'ok' : 'warn'}
          title={text('security.password')}
          hint={passwordHint}
        >
          <Button size="s" onClick={() => setOpen('password')}>
            {text(state.hasPassword ? 'security.password.change' : 'security.password.set')}
          </Button>
        </SettingRow>
      </div>
      {(['email', 'phone'] as const).map((kind) => {
        const value = state[kind]
        const canChange = kind === 'email' || hasSms
        return (
          <div id={kind} key={kind}>
            <SettingRow
              icon={kind === 'email' ? 'mail' : 'phone'}
              {...(value ? { tone: 'ok' as const } : {})}
              title={text(`security.${kind}`)}
              hint={value ?? text(canChange ? `security.${kind}.none` : 'security.phone.noSms')}
            >
              {canChange && (
                <Button size="s" onClick={() => setOpen(kind)}>
                  {text(value ? 'security.change' : 'security.link')}
                </Button>
              )}
              {value && (
                <Button
                  size="s"
                  kind="quiet"
                  icon="trash"
                  label={text(`security.${kind}.remove.title`)}
                  onClick={() => remove(kind)}
                />
              )}
            </SettingRow>
          </div>
        )
      })}
      {dialog}
      <PasswordDialog open={open === 'password'} state={state} onClose={() => setOpen(undefined)} />
      <ContactDialog kind={open === 'password' ? undefined : open} onClose={() => setOpen(undefined)} />
    </SettingCard>
  )
}
