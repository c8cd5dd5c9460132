import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type Business, isHeir, type Member } from './shares.ts'

/** Transfers the plant to a user who shares it. */
export function HandOverDialog({
  members,
  businesses,
  onClose,
  onDone,
}: Readonly<{
  members: readonly Member[]
  businesses: readonly Business[]
  onClose: () => void
  onDone: () => Promise<unknown>
}>) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const heirs = [
    ...members.filter(isHeir).map((one) => ({ value: `user ${one.userId}`, label: one.nickname })),
    ...businesses.filter(isHeir).map((one) => ({ value: `organisation ${one.id}`, label: one.name })),
  ]
  const [heir, setHeir] = useState('')
  const handOver = async (): Promise<void> => {
    const [kind, to] = heir.split(' ')
    const body = kind === 'user' ? { userId: Number(to) } : { organisationId: Number(to) }
    await call('POST /maintain-s/station/{id}/owner', { params: { id }, body })
    await onDone()
  }
  return (
    <ActionDialog
      title={text('sharing.handOver')}
      confirm={text('sharing.handOver')}
      danger
      width={480}
      isReady={heir !== ''}
      run={handOver}
      done={text('sharing.handedOver')}
      onClose={onClose}
    >
      <p>{text('sharing.handOver.hint')}</p>
      <SelectField
        label={text('sharing.handOver.to')}
        placeholder={text('sharing.handOver.choose')}
        value={heir}
        onChange={setHeir}
        options={heirs}
      />
    </ActionDialog>
  )
}
