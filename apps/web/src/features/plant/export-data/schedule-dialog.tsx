import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addSchedule, type Every, everyValues } from '../../../api/exports.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx'
import { useExportPlace } from './export-place.ts'
import { schedulesQuery } from './export-queries.ts'
import { readAddresses } from './read-addresses.ts'
import { RecipientsField } from './recipients-field.tsx'

/** Makes the chosen export again and again, about the period before, with an email to the person and to others. */
export function ScheduleDialog({
  definition,
  onClose,
}: Readonly<{ definition: ExportDefinition; onClose: () => void }>) {
  const { text } = useText()
  const bytes = useByteText()
  const { plantId, within: place } = useExportPlace()
  const client = useQueryClient()
  const [name, setName] = useState(text(`exports.kind.${definition.kind}`))
  const [every, setEvery] = useState<Every>('month')
  const [attaches, setAttaches] = useState(true)
  const [others, setOthers] = useState('')
  const recipients = readAddresses(others)
  return (
    <ActionDialog
      title={text('exports.schedule')}
      confirm={text('exports.schedule.add')}
      isReady={name.trim() !== ''}
      done={text('exports.schedule.added')}
      faults={{
        ABNORMAL: text('exports.schedule.noEmail'),
        PARAM_ERROR: text('exports.schedule.recipients.fault'),
      }}
      run={async () => {
        await addSchedule(plantId, { name: name.trim(), every, definition, attaches, recipients })
        await client.invalidateQueries({ queryKey: schedulesQuery(plantId).queryKey })
      }}
      onClose={onClose}
    >
      <p className="muted">{text('exports.schedule.lead', { plant: place })}</p>
      <TextField
        label={text('exports.name')}
        inputRef={beginHere}
        required
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <SelectField
        label={text('exports.every')}
        value={every}
        onChange={setEvery}
        options={everyValues
          .filter((value) => definition.kind !== 'letter' || value === 'month')
          .map((value) => ({ value, label: text(`exports.every.${value}`) }))}
      />
      <RecipientsField value={others} onChange={setOthers} />
      <Checkbox
        label={`${text('exports.schedule.attach')}. ${text('exports.schedule.attach.hint', {
          size: bytes(exportLimits.attachmentBytes),
        })}`}
        checked={attaches}
        onChange={setAttaches}
      />
    </ActionDialog>
  )
}
