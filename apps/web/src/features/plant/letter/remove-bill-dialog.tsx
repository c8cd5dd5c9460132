import { useQueryClient } from '@tanstack/react-query'
import { type KeptBill, removeBill } from '../../../api/letter.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { billsQuery } from './letter-queries.ts'

export function RemoveBillDialog({ kept, onClose }: Readonly<{ kept: KeptBill; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const { from, to } = kept.bill
  return (
    <ActionDialog
      title={text('letter.bill.remove', { from: format.date(from), to: format.date(to) })}
      confirm={text('letter.bill.delete')}
      danger
      run={async () => {
        await removeBill(plantId, kept.id)
        await client.invalidateQueries({ queryKey: billsQuery(plantId).queryKey })
      }}
      done={text('letter.bill.removed')}
      onClose={onClose}
    >
      <p>{text('letter.bill.remove.ask')}</p>
    </ActionDialog>
  )
}
