import { useState } from 'react'
import { type GenerationZero, setZero } from '../../../api/metering.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'

const MOST_W = 1_000_000

/** When the production is shown as 0 W. */
export function ZeroDialog({ zero, onClose }: Readonly<{ zero: GenerationZero; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [below, setBelow] = useState(zero.belowW === null ? '' : String(zero.belowW))
  const [atNight, setAtNight] = useState(zero.atNight)
  const belowW = below.trim() === '' ? null : parseNumber(below)
  const isFit = belowW === null || (belowW >= 0 && belowW <= MOST_W)
  return (
    <ActionDialog
      title={text('metering.zero')}
      confirm={text('shell.action.save')}
      isReady={isFit && (belowW !== zero.belowW || atNight !== zero.atNight)}
      run={async () => {
        await setZero(plantId, { belowW, atNight })
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <p>{text('metering.zero.lead')}</p>
      <TextField
        label={text('metering.zero.below')}
        optional
        unit={text('unit.W')}
        inputMode="decimal"
        autoComplete="off"
        value={below}
        error={isFit ? undefined : text('plant-create.error.number', { min: 0, max: MOST_W })}
        onChange={setBelow}
        inputRef={beginHere}
      />
      <Checkbox label={text('metering.zero.night')} checked={atNight} onChange={setAtNight} />
    </ActionDialog>
  )
}
