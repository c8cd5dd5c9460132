import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportSchedule, setRecipients } from '../../../api/exports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { useExportPlace } from './export-place.ts'
import { schedulesQuery } from './export-queries.ts'
import { readAddresses } from './read-addresses.ts'
import { RecipientsField } from './recipients-field.tsx'

/** Further recipients of a schedule's emails. */
export function RecipientsDialog({ schedule, onClose }: Readonly<{ schedule: ExportSchedule; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useExportPlace()
  const client = useQueryClient()
  const before = schedule.recipients.filter(({ state }) => state !== 'ended').map(({ address }) => address)
  const [others, setOthers] = useState(before.join(', '))
  const wanted = readAddresses(others)
  return (
    <ActionDialog
      title={text('exports.recipients.edit', { name: schedule.name })}
      confirm={text('shell.action.save')}
      isReady={wanted.join() !== before.join()}
      faults={{ PARAM_ERROR: text('exports.schedule.recipients.fault') }}
      run={async () => {
        await setRecipients(plantId, schedule.id, wanted)
        await client.invalidateQueries({ queryKey: schedulesQuery(plantId).queryKey })
      }}
      onClose={onClose}
    >
      <RecipientsField value={others} onChange={setOthers} inputRef={beginHere} />
    </ActionDialog>
  )
}
