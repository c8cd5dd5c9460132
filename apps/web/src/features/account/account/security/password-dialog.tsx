import { checkPasswordShape } from '@heliograph/domain/password.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecurityState } from '../../../../api/account-types.ts'
import { call } from '../../../../api/call.ts'
import { NewPasswordField, passwordFaultTexts } from '../../../../auth/new-password-field.tsx'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useUser } from '../../../../auth/session.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { refreshAccount } from './security-queries.ts'

type Part = Readonly<{ state: SecurityState; onClose: () => void }>

export function PasswordDialog({ open, ...part }: Part & Readonly<{ open: boolean }>) {
  const { text } = useText()
  const title = text(part.state.hasPassword ? 'security.password.change' : 'security.password.set')
  return (
    <Dialog open={open} onClose={part.onClose} title={title} width={460}>
      <PasswordForm {...part} />
    </Dialog>
  )
}

function PasswordForm({ state, onClose }: Part) {
  const { text } = useText()
  const client = useQueryClient()
  const user = useUser()
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState(false)
  const login = [user.account, user.nickname, user.email, user.phone]
  const fault = checkPasswordShape(password)

  return (
    <ProvenForm
      lead={text('security.password.lead')}
      confirm={text(state.hasPassword ? 'security.password.change' : 'security.password.set')}
      isReady={password !== '' && fault === undefined}
      onClose={onClose}
      run={async (proof) => {
        await call('POST /user-s/acc/password', { body: { proof, password } })
        await refreshAccount(client)
        showToast(text('security.password.saved'), 'ok')
      }}
    >
      <NewPasswordField
        label={text('security.password.new')}
        name="new-password"
        login={login}
        value={password}
        error={left && password !== '' && fault ? text(passwordFaultTexts[fault]) : undefined}
        onChange={setPassword}
        onBlur={() => setLeft(true)}
        inputRef={beginHere}
      />
    </ProvenForm>
  )
}
