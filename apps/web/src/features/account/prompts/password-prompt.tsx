import { checkPasswordShape } from '@heliograph/domain/password.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { userQuery } from '../../../api/queries.ts'
import { NewPasswordField, passwordFaultTexts } from '../../../auth/new-password-field.tsx'
import { useProof } from '../../../auth/re-authentication/proof-dialog.tsx'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { PromptDialog } from './prompt-dialog.tsx'

/** A password that no longer meets the rules is changed, with the current one as proof. */
export function PasswordPrompt({ user, onLater }: Readonly<{ user: CurrentUser; onLater: () => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { ask, dialog } = useProof()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const login = [user.account, user.email, user.phone, user.nickname]
  const broken = checkPasswordShape(password)

  const change = (): void => {
    setTried(true)
    setFailure(undefined)
    if (broken) return
    ask({
      title: text('prompts.proof'),
      lead: text('prompts.password.proof'),
      confirm: text('prompts.password.change'),
      run: async (proof) => {
        try {
          await call('POST /user-s/acc/password', { body: { proof, password } })
        } catch (fault) {
          // The new password is refused, and its field is behind the dialog.
          if (!(fault instanceof CallFailure) || !fault.code.startsWith('PASSWORD_')) throw fault
          setFailure(fault)
          return
        }
        showToast(text('prompts.password.done'), 'ok')
        await Promise.all([
          client.invalidateQueries({ queryKey: userQuery.queryKey }),
          client.invalidateQueries({ queryKey: accountKey }),
        ])
      },
    })
  }
  return (
    <>
      <PromptDialog
        title={text('prompts.password.title')}
        lead={text('prompts.password.lead')}
        confirm={text('prompts.password.change')}
        onSubmit={change}
        onLater={onLater}
      >
        <NewPasswordField
          label={text('sign-up.forgot.password')}
          name="new-password"
          login={login}
          value={password}
          onChange={setPassword}
          error={
            failure !== undefined ? textOf(failure) : tried && broken ? text(passwordFaultTexts[broken]) : undefined
          }
        />
      </PromptDialog>
      {dialog}
    </>
  )
}
