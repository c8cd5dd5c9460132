import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationsKey, type DataPlan, orderRenewal, type Payment } from '../../../api/applications.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { PaymentDialog } from './payment-dialog.tsx'

const periods = ['3', '6', '12', '24', '36'] as const

/** Orders a renewal, then says how it is paid. */
export function OrderDialog({ plan, onClose }: Readonly<{ plan: DataPlan; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [months, setMonths] = useState<(typeof periods)[number]>('12')
  const [note, setNote] = useState('')
  const [payment, setPayment] = useState<Payment>()
  if (payment) return <PaymentDialog title={text('application.order.done')} payment={payment} onClose={onClose} />
  return (
    <ActionDialog
      title={text('application.order.of', { serial: plan.serial })}
      confirm={text('application.order')}
      faults={{ ABNORMAL: text('application.order.exists') }}
      onClose={onClose}
      run={async () => {
        const answer = await orderRenewal(plan.loggerId, { months: Number(months), note })
        await client.invalidateQueries({ queryKey: applicationsKey })
        setPayment(answer)
        return 'stay'
      }}
    >
      <p>{text('application.order.lead')}</p>
      <SelectField
        label={text('application.order.months')}
        value={months}
        options={periods.map((period) => ({
          value: period,
          label: text('application.order.period', { count: Number(period) }),
        }))}
        onChange={setMonths}
      />
      <TextField label={text('application.order.note')} optional value={note} onChange={setNote} maxLength={300} />
    </ActionDialog>
  )
}
