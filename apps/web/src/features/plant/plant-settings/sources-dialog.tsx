import { useState } from 'react'
import { type OwnLogger, setSources } from '../../../api/loggers.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

const toList = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((item) => item !== '')

/** The networks from which records of a logger count. */
export function SourcesDialog({ logger, onClose }: Readonly<{ logger: OwnLogger; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const before = logger.networks.join(' ')
  const [sources, setSourcesText] = useState(before)
  const [isStrict, setStrict] = useState(logger.isStrict)
  const name = logger.name || logger.serial
  return (
    <ActionDialog
      title={text('plant-settings.sources', { name })}
      confirm={text('shell.action.save')}
      isReady={toList(sources).join(' ') !== before || isStrict !== logger.isStrict}
      run={async () => {
        await setSources(plantId, logger.loggerId, toList(sources), isStrict)
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <p>{text('plant-settings.sources.lead')}</p>
      <TextField
        label={text('plant-settings.sources.allowed')}
        hint={text('plant-settings.sources.allowed.hint')}
        optional
        value={sources}
        onChange={setSourcesText}
        maxLength={1000}
        autoComplete="off"
        inputRef={beginHere}
      />
      <Checkbox label={text('plant-settings.sources.strict')} checked={isStrict} onChange={setStrict} />
    </ActionDialog>
  )
}
