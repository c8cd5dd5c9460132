import { useState } from 'react'
import { isDeviceSerial, replaceDevice } from '../../../api/device-place.ts'
import type { OwnDevice } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Facts } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LoggerSelect } from './logger-select.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** Puts a new device in the place of this one; its history goes on. */
export function ReplaceDeviceDialog({ device, onClose }: Readonly<{ device: OwnDevice; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [typed, setTyped] = useState('')
  const [loggerId, setLoggerId] = useState(device.loggerId)
  const newSerial = typed.trim()
  const isSame = newSerial === device.serial
  const { name, serial: oldSerial } = device
  return (
    <ActionDialog
      title={text('device-place.replace', { name })}
      confirm={text('device-place.replace.confirm')}
      width={520}
      isReady={isDeviceSerial(newSerial) && !isSame}
      run={async () => {
        await replaceDevice(plantId, { oldSerial, newSerial, loggerId: loggerId ?? undefined })
        await changed()
      }}
      done={text('device-place.replace.done', { name })}
      faults={{
        OPTIMIZER_NOT_IN_PLANT: text('device-place.replace.gone'),
        OPTIMIZER_IN_PLANT: text('device-place.replace.here'),
        OPTIMIZER_ELSEWHERE: text('device-place.replace.elsewhere'),
      }}
      onClose={onClose}
    >
      <p>{text('device-place.replace.lead')}</p>
      <Facts facts={[[text('device-place.replace.old'), oldSerial]]} />
      <TextField
        label={text('device-place.replace.new')}
        hint={text('device-place.serial.hint')}
        error={isSame ? text('device-place.replace.same') : undefined}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        inputRef={beginHere}
      />
      <LoggerSelect value={loggerId} onChange={setLoggerId} />
    </ActionDialog>
  )
}
