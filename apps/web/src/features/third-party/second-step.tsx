import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailure } from '../../api/failure.ts'
import { finishSignIn } from '../../session/session.ts'
import { FrontPage } from '../../shell/front-page.tsx'
import { useFailureText } from '../../texts/use-failure-text.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** The provider said who it is; the account here also wants its authenticator, or one of its recovery codes. */
export function SecondStep({ name, challenge, back }: Readonly<{ name: string; challenge: string; back: string }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  // The challenge was used up or is too old.
  const isOver = failure?.code === 'AUTH_TOKEN_INVALID'

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await finishSignIn(client, { challenge, code: code.trim() })
      void navigate(back, { replace: true })
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      setFailure(fault)
      setCode('')
      setBusy(false)
    }
  }

  const words =
    failure === undefined || isOver
      ? undefined
      : failure.code === 'SECOND_FACTOR_WRONG'
        ? text('login.second.wrong')
        : textOf(failure)
  return (
    <FrontPage title={text('login.second.title')} lead={text('third-party.second.lead', { provider: name })}>
      {isOver ? (
        <p className="muted" role="alert">
          {text('third-party.second.over')}
        </p>
      ) : (
        <form className="front-form" onSubmit={(event) => void submit(event)}>
          <TextField
            label={text('login.second.code')}
            hint={text('third-party.second.hint')}
            name="one-time-code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            maxLength={40}
            value={code}
            error={words}
            onChange={setCode}
          />
          <Button type="submit" kind="primary" wide busy={busy}>
            {text('login.second.submit')}
          </Button>
        </form>
      )}
      <ButtonLink wide={isOver} kind={isOver ? 'primary' : 'quiet'} to="/login">
        {text('third-party.toSignIn')}
      </ButtonLink>
    </FrontPage>
  )
}
