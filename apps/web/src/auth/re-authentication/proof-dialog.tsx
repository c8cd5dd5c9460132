import { type ReactNode, useState } from 'react'
import type { Proof } from '../../api/account-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProvenForm } from './proven-form.tsx'

/** An action that requires re-authentication. */
export type ProofRequest = Readonly<{
  title: string
  lead?: ReactNode
  /** The button's text: the action. */
  confirm: string
  danger?: boolean
  /** Makes the call. While it throws, the dialog stays and says why; then it closes. */
  run: (proof: Proof) => Promise<unknown>
}>

/** Re-authentication: `ask` opens it, `dialog` is rendered once in the component. */
export function useProof(): Readonly<{ ask: (request: ProofRequest) => void; dialog: ReactNode }> {
  const [request, setRequest] = useState<ProofRequest>()
  return { ask: setRequest, dialog: <ProofDialog request={request} onClose={() => setRequest(undefined)} /> }
}

export function ProofDialog({
  request,
  onClose,
}: Readonly<{ request: ProofRequest | undefined; onClose: () => void }>) {
  return (
    <Dialog open={request !== undefined} onClose={onClose} title={request?.title ?? ''} width={420}>
      {request && <ProvenForm {...request} onClose={onClose} />}
    </Dialog>
  )
}
