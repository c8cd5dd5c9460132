import { type ReactNode, useState } from 'react'
import type { Proof } from '../../api/account-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProvenForm } from './proven-form.tsx'

/** What somebody is about to do that needs to be them. */
export type ProofRequest = Readonly<{
  title: string
  lead?: ReactNode
  /** The button's word: what will happen. */
  confirm: string
  danger?: boolean
  /** Makes the call. While it throws, the dialog stays and says why; then it closes. */
  run: (proof: Proof) => Promise<unknown>
}>

/** "Prove that it is you": `ask` opens it, `dialog` stands once in the component. */
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
