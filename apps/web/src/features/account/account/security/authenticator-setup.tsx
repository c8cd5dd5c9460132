import { type FormEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../../../api/call.ts'
import { useAccountFault } from '../../../../auth/re-authentication/account-fault.ts'
import provenFormStyles from '../../../../auth/re-authentication/proven-form.module.css'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import securityPageStyles from './security-page.module.css'

export type AuthenticatorSetup = Readonly<{ secret: string; uri: string }>

type Part = Readonly<{ setup: AuthenticatorSetup; onClose: () => void; onDone: (codes: readonly string[]) => void }>

export function AuthenticatorSetupDialog({
  setup,
  ...part
}: Omit<Part, 'setup'> & Readonly<{ setup: AuthenticatorSetup | undefined }>) {
  const { text } = useText()
  return (
    <Dialog open={setup !== undefined} onClose={part.onClose} title={text('security.authenticator.setUp')} width={520}>
      {setup && <SetupForm {...part} setup={setup} />}
    </Dialog>
  )
}

/** Groups of four letters are easy to type from one screen to another. */
const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function SetupForm({ setup, onClose, onDone }: Part) {
  const { text } = useText()
  const faultOf = useAccountFault()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      const { recoveryCodes } = await call('POST /user-s/acc/authenticator/confirm', { body: { code: code.trim() } })
      onDone(recoveryCodes)
    } catch (fault) {
      setFailure(fault)
      setCode('')
      setBusy(false)
    }
  }

  return (
    <form className={provenFormStyles.provenForm} onSubmit={(event) => void submit(event)}>
      <div className={securityPageStyles.setupQr}>
        <QrCode value={setup.uri} label={text('security.authenticator.qr')} />
        <div>
          <p>{text('security.authenticator.scan')}</p>
          <p className="muted tiny">{text('security.authenticator.byHand')}</p>
          <div className={securityPageStyles.setupSecret}>
            <code>{groupByFour(setup.secret)}</code>
            <CopyButton value={setup.secret} label={text('security.authenticator.copySecret')} />
          </div>
        </div>
      </div>
      <TextField
        label={text('security.authenticator.code')}
        hint={text('security.authenticator.code.hint')}
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        inputRef={beginHere}
        maxLength={10}
        value={code}
        error={failure === undefined ? undefined : faultOf(failure)}
        onChange={setCode}
      />
      <div className={provenFormStyles.provenActions}>
        <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
        <Button type="submit" kind="primary" busy={busy} disabled={code.trim() === ''}>
          {text('security.authenticator.turnOn')}
        </Button>
      </div>
    </form>
  )
}

/** Dark on white in both themes: many apps read no other codes. */
function QrCode({ value, label }: Readonly<{ value: string; label: string }>) {
  const { size, path } = useMemo(() => {
    const { data, size: edge } = encode(value, { ecc: 'M', border: 3 })
    return {
      size: edge,
      path: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
    }
  }, [value])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
