import { useState } from 'react'
import { editDevice, type OwnDevice } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoggerSelect } from './logger-select.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

const MOST_W = 1_000_000_000

/** Name, rated power and warranty of a device. */
export function EditDeviceDialog({ device, onClose }: Readonly<{ device: OwnDevice; onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId: id } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const [name, setName] = useState(device.name)
  const [rating, setRating] = useState(
    device.ratedW === null ? '' : new Intl.NumberFormat(locale, { useGrouping: false }).format(device.ratedW),
  )
  const [warranty, setWarranty] = useState(device.warrantyUntil ?? '')
  const [loggerId, setLoggerId] = useState(device.loggerId)
  const ratedW = rating.trim() === '' ? null : parseNumber(rating)
  const isFit = ratedW === null || (ratedW > 0 && ratedW <= MOST_W)
  const isRerated = isFit && ratedW !== device.ratedW
  const edit = {
    ...(name.trim() === device.name ? {} : { name: name.trim() }),
    ...(isRerated ? { ratedW } : {}),
    ...(warranty === (device.warrantyUntil ?? '') ? {} : { warrantyUntil: warranty || null }),
    ...(loggerId === null || loggerId === device.loggerId ? {} : { loggerId }),
  }
  return (
    <ActionDialog
      title={text('plant-settings.edit', { name: device.name })}
      confirm={text('shell.action.save')}
      isReady={name.trim() !== '' && isFit && Object.keys(edit).length > 0}
      run={async () => {
        await editDevice(id, device.deviceId, edit)
        await changed()
      }}
      done={text(isRerated ? 'plant-settings.savedRecounting' : 'plant-settings.saved')}
      onClose={onClose}
    >
      <TextField
        label={text('plant-settings.device.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        inputRef={beginHere}
      />
      <TextField
        label={text('plant-settings.device.rating')}
        hint={text('plant-settings.device.rating.hint')}
        optional
        unit={text('unit.W')}
        inputMode="decimal"
        autoComplete="off"
        value={rating}
        error={isFit ? undefined : text('plant-create.error.number', { min: 1, max: MOST_W })}
        onChange={setRating}
      />
      <DateField
        label={text('alarm-settings.warranty')}
        hint={text('alarm-settings.warranty.hint')}
        optional
        value={warranty}
        onChange={setWarranty}
      />
      {device.removedAtMs === null && <LoggerSelect value={loggerId} onChange={setLoggerId} />}
      {isRerated && (
        <Notice tone="warn" icon="refresh" isStatus>
          {text('plant-settings.recounts', { fields: text('plant-settings.device.rating') })}
        </Notice>
      )}
    </ActionDialog>
  )
}
