import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailure } from '../../../api/failure.ts'
import { SecondStepForm } from '../../../auth/second-step-form.tsx'
import { finishSignIn } from '../../../auth/session.ts'
import { useSignInFault } from '../../../auth/sign-in-fault.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The provider identified the user; the account here also requires its authenticator, or a recovery code. */
export function SecondStep({ name, challenge, back }: Readonly<{ name: string; challenge: string; back: string }>) {
  const { text } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  // The challenge was used or is too old.
  const isOver = failure instanceof CallFailure && failure.code === 'AUTH_TOKEN_INVALID'
  const words = useSignInFault(failure)

  const finish = async (code: string): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await finishSignIn(client, { challenge, code })
      void navigate(back, { replace: true })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <FrontPage title={text('login.second.title')} lead={text('third-party.second.lead', { provider: name })}>
      <div role="alert" hidden={!words}>
        {words && <Notice tone="fault">{isOver ? text('third-party.second.over') : words}</Notice>}
      </div>
      {isOver ? (
        <ButtonLink wide kind="primary" to="/login">
          {text('third-party.toSignIn')}
        </ButtonLink>
      ) : (
        <SecondStepForm
          busy={busy}
          onCode={(code) => void finish(code)}
          onBack={() => void navigate('/login', { replace: true })}
          inputRef={field}
        />
      )}
    </FrontPage>
  )
}
