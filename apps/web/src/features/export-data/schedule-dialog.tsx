import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addSchedule, type Every, everyValues } from '../../api/exports.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { schedulesQuery } from './export-queries.ts'

/** Makes the chosen export again and again, about the period before, with an email. */
export function ScheduleDialog({
  definition,
  onClose,
}: Readonly<{ definition: ExportDefinition; onClose: () => void }>) {
  const { text } = useText()
  const { plantId, plant } = useCurrentPlant()
  const client = useQueryClient()
  const [name, setName] = useState(text(`exports.kind.${definition.kind}`))
  const [every, setEvery] = useState<Every>('month')
  return (
    <ActionDialog
      title={text('exports.schedule')}
      confirm={text('exports.schedule.add')}
      isReady={name.trim() !== ''}
      done={text('exports.schedule.added')}
      faults={{ ABNORMAL: text('exports.schedule.noEmail') }}
      run={async () => {
        await addSchedule(plantId, { name: name.trim(), every, definition })
        await client.invalidateQueries({ queryKey: schedulesQuery(plantId).queryKey })
      }}
      onClose={onClose}
    >
      <p className="muted">{text('exports.schedule.lead', { plant: plant.name })}</p>
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
        options={everyValues.map((value) => ({ value, label: text(`exports.every.${value}`) }))}
      />
    </ActionDialog>
  )
}
