import { useState } from 'react'
import { checkLabelCode, openDispute } from '../../../api/claims.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import fieldStyles from '../../../ui/field.module.css'
import { Field, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast-store.ts'

type Props = Readonly<{ plantId: number; serial: string; onClose: () => void }>
const SHORTEST_REASON = 10

export function LabelCodeDialog({ plantId, serial, onClose }: Props) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const [secret, setSecret] = useState('')
  return (
    <ActionDialog
      title={text('logger.claim.code')}
      confirm={text('logger.claim.code.confirm')}
      isReady={secret.trim().length >= 6}
      run={async () => {
        const proven = await checkLabelCode(plantId, serial, secret.trim())
        showToast(text(proven ? 'logger.claim.proven' : 'logger.claim.code.wrong'), proven ? 'ok' : 'warn')
        await changed()
      }}
      onClose={onClose}
    >
      <TextField
        label={text('logger.claim.code.label')}
        hint={text('logger.claim.code.hint', { serial })}
        value={secret}
        onChange={setSecret}
        maxLength={100}
        autoComplete="off"
        inputRef={beginHere}
      />
    </ActionDialog>
  )
}

export function DisputeDialog({ plantId, serial, onClose }: Props) {
  const { text } = useText()
  const changed = usePlantChanged(plantId)
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
      title={text('logger.dispute.title', { serial })}
      confirm={text('logger.dispute.confirm')}
      isReady={reason.trim().length >= SHORTEST_REASON}
      run={async () => {
        await openDispute(plantId, serial, reason.trim())
        await changed()
      }}
      done={text('logger.dispute.done')}
      onClose={onClose}
    >
      <p>{text('logger.dispute.lead')}</p>
      <Field label={text('logger.dispute.reason')} hint={text('logger.dispute.reason.hint')}>
        {(wires) => (
          <div className={fieldStyles.fieldBox} data-part="field-box">
            <textarea
              {...wires}
              rows={4}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        )}
      </Field>
    </ActionDialog>
  )
}
