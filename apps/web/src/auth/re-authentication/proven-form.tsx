import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Proof, SecurityState } from '../../api/account-types.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import fieldStyles from '../../ui/field.module.css'
import { ErrorPanel, Skeleton } from '../../ui/states.tsx'
import { useHumanCheck, wasAborted } from '../captcha/human-check.tsx'
import { proofFieldOf, useAccountFault } from './account-fault.ts'
import { emptyProof, ProofFields, toProof } from './proof-fields.tsx'
import styles from './proven-form.module.css'
import { securityQuery } from './security-query.ts'

type FormProps = Readonly<{
  lead?: ReactNode
  confirm: string
  danger?: boolean
  /** Whether the form's own fields are filled in. */
  isReady?: boolean
  run: (proof: Proof) => Promise<unknown>
  /** Called on cancel; and when done, if `onDone` is missing. */
  onClose: () => void
  onDone?: () => void
  /** The form's own fields, above the proof. */
  children?: ReactNode
}>

/** A form whose call needs re-authentication; while the call throws, it stays and says why. */
export function ProvenForm(props: FormProps) {
  const { text } = useText()
  const { data, error, refetch } = useQuery(securityQuery)
  if (data) return <FilledForm {...props} ways={data} onStale={() => void refetch()} />
  if (error) return <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.provenForm} role="status" aria-label={text('shell.loading')}>
      <Skeleton width="80%" />
      <Skeleton height={42} />
      <Skeleton height={42} />
    </div>
  )
}

function FilledForm({
  lead,
  confirm,
  danger = false,
  isReady = true,
  run,
  onClose,
  onDone = onClose,
  children,
  ways,
  onStale,
}: FormProps & Readonly<{ ways: SecurityState; onStale: () => void }>) {
  const { text } = useText()
  const faultOf = useAccountFault()
  const { ask, panel } = useHumanCheck()
  const [draft, setDraft] = useState(emptyProof)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const proof = toProof(ways, draft)
  const field = proofFieldOf(failure)
  // If the form has its own fields, a wrong code may be about them.
  const shown = field === 'code' && !ways.authenticator.isOn && ways.hasPassword ? undefined : field

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!proof || !isReady || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await ask((humanCheck) => run({ ...proof, ...(humanCheck ? { humanCheck } : {}) }))
      onDone()
    } catch (fault) {
      setBusy(false)
      if (wasAborted(fault)) return
      setFailure(fault)
      if (!proofFieldOf(fault)) return
      // A code works once; and password or authenticator may have changed since the page loaded.
      setDraft((now) => ({ ...now, code: '' }))
      onStale()
    }
  }

  return (
    <form className={styles.provenForm} onSubmit={(event) => void submit(event)}>
      {(lead || !children) && <p className="muted">{lead ?? text('security.proof.lead')}</p>}
      {children}
      <ProofFields
        ways={ways}
        draft={draft}
        onChange={setDraft}
        autoFocus={!children}
        fault={shown && { field: shown, text: faultOf(failure) }}
      />
      {panel}
      <div role="alert">
        {failure !== undefined && !shown && <p className={fieldStyles.fieldError}>{faultOf(failure)}</p>}
      </div>
      <div className={styles.provenActions}>
        <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          busy={busy && !panel}
          disabled={!proof || !isReady || Boolean(panel)}
        >
          {confirm}
        </Button>
      </div>
    </form>
  )
}
