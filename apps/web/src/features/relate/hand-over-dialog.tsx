import { useState } from 'react'
import { type Business, handOver, type Member } from '../../api/sharing.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { canTakeOver } from './shares.ts'

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
    ...members.filter(canTakeOver).map((one) => ({ value: `user ${one.userId}`, label: one.nickname })),
    ...businesses.filter(canTakeOver).map((one) => ({ value: `organisation ${one.id}`, label: one.name })),
  ]
  const [heir, setHeir] = useState('')
  const submit = async (): Promise<void> => {
    const [kind, to] = heir.split(' ')
    await handOver(id, kind === 'user' ? { userId: Number(to) } : { organisationId: Number(to) })
    await onDone()
  }
  return (
    <ActionDialog
      title={text('sharing.handOver')}
      confirm={text('sharing.handOver')}
      danger
      width={480}
      isReady={heir !== ''}
      run={submit}
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
