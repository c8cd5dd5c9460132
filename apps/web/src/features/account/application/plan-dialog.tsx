import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationsKey, type DataPlan, saveDataPlan } from '../../../api/applications.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'

/** Facts about a SIM card that people enter; the logger itself does not report them. */
export function PlanDialog({ plan, onClose }: Readonly<{ plan: DataPlan; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [expiresOn, setExpiresOn] = useState(plan.expiresOn ?? '')
  const [provider, setProvider] = useState(plan.provider)
  const [iccid, setIccid] = useState(plan.iccid)
  const [isDisabled, setDisabled] = useState(plan.isDisabled)
  const digits = iccid.replace(/\s/g, '')
  const isNumber = /^\d{0,22}$/.test(digits)
  return (
    <ActionDialog
      title={text('application.plan.edit', { serial: plan.serial })}
      confirm={text('shell.action.save')}
      done={text('application.plan.saved')}
      isReady={isNumber}
      onClose={onClose}
      run={async () => {
        await saveDataPlan(plan.loggerId, { expiresOn, provider, iccid: digits, isDisabled })
        await client.invalidateQueries({ queryKey: applicationsKey })
      }}
    >
      <DateField
        label={text('application.plan.end')}
        hint={text('application.plan.end.hint')}
        optional
        value={expiresOn}
        onChange={setExpiresOn}
      />
      <TextField
        label={text('application.plan.provider')}
        optional
        value={provider}
        onChange={setProvider}
        maxLength={80}
      />
      <TextField
        label={text('application.plan.iccid')}
        hint={text('application.plan.iccid.hint')}
        optional
        inputMode="numeric"
        value={iccid}
        onChange={setIccid}
        maxLength={30}
        {...(!isNumber && { error: text('application.plan.iccid.wrong') })}
      />
      <Checkbox label={text('application.plan.disabled')} checked={isDisabled} onChange={setDisabled} />
    </ActionDialog>
  )
}
