import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationsKey, type Payment } from '../../../api/applications.ts'
import { type ChargedChannel, orderTopUp } from '../../../api/message-charge.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { PaymentDialog } from './payment-dialog.tsx'

/** Orders a package of credits, then says how it is paid. */
export function TopUpDialog({
  one,
  currency,
  onClose,
}: Readonly<{ one: ChargedChannel; currency: string; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const [credits, setCredits] = useState(String(one.packages[0]?.credits ?? ''))
  const [note, setNote] = useState('')
  const [payment, setPayment] = useState<Payment>()
  if (payment)
    return <PaymentDialog title={text('application.messages.topUp.done')} payment={payment} onClose={onClose} />
  return (
    <ActionDialog
      title={`${text('application.messages.topUp')} · ${text(`application.messages.${one.channel}`)}`}
      confirm={text('application.messages.topUp.order')}
      faults={{ ABNORMAL: text('application.messages.topUp.exists') }}
      onClose={onClose}
      run={async () => {
        const answer = await orderTopUp({ channel: one.channel, credits: Number(credits), note })
        await client.invalidateQueries({ queryKey: applicationsKey })
        setPayment(answer)
        return 'stay'
      }}
    >
      <p>{text('application.messages.topUp.lead')}</p>
      <SelectField
        label={text('application.messages.topUp.package')}
        value={credits}
        options={one.packages.map((offered) => ({
          value: String(offered.credits),
          label: `${text('application.messages.credits', { count: offered.credits })}: ${format.price(offered.price, currency)}`,
        }))}
        onChange={setCredits}
      />
      <TextField label={text('application.order.note')} optional value={note} onChange={setNote} maxLength={300} />
    </ActionDialog>
  )
}
