import { useState } from 'react'
import { type Business, type Member, offerPlant } from '../../../../api/sharing.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { canTakeOver } from '../../../../plant/shares.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { showToast } from '../../../../ui/toast-store.ts'

/** Offers the plant to a user who shares it. */
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
    ...members.filter(canTakeOver).map((member) => ({ value: `user ${member.userId}`, label: member.nickname })),
    ...businesses
      .filter(canTakeOver)
      .map((business) => ({ value: `organization ${business.id}`, label: business.name })),
  ]
  const [heir, setHeir] = useState('')
  const name = heirs.find(({ value }) => value === heir)?.label ?? ''
  return (
    <Dialog open onClose={onClose} title={text('sharing.handOver')} width={480}>
      <ProvenForm
        confirm={text('sharing.handOver.submit')}
        danger
        isReady={heir !== ''}
        onClose={onClose}
        run={async (proof) => {
          const [kind, to] = heir.split(' ')
          await offerPlant(id, kind === 'user' ? { userId: Number(to) } : { organizationId: Number(to) }, proof)
          showToast(text('sharing.handedOver', { name }), 'ok')
          await onDone()
        }}
      >
        <p>{text('sharing.handOver.hint')}</p>
        <SelectField
          label={text('sharing.handOver.to')}
          placeholder={text('sharing.handOver.choose')}
          value={heir}
          onChange={setHeir}
          options={heirs}
        />
      </ProvenForm>
    </Dialog>
  )
}
