import { deviceTypes } from '@heliograph/domain/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnnouncedDevice, announceDevice, isDeviceSerial } from '../../../api/device-place.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { LoggerSelect } from './logger-select.tsx'
import { ownLoggersQuery } from './settings-queries.ts'
import { usePlantChanged } from './use-plant-changed.ts'

const types = deviceTypes.filter((type): type is AnnouncedDevice['type'] => type !== 'COLLECTOR')

/** Adds a device before its first record. */
export function AnnounceDeviceDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { data: loggers = [] } = useQuery(ownLoggersQuery(plantId))
  const [serial, setSerial] = useState('')
  const [name, setName] = useState('')
  const [type, setType] = useState<AnnouncedDevice['type']>('INVERTER')
  const [picked, setPicked] = useState<number>()
  const loggerId = picked ?? loggers[0]?.loggerId ?? null
  const { compare } = new Intl.Collator(locale)
  const options = types
    .map((value) => ({ value, label: text(`devices.type.${value}`) }))
    .toSorted((a, b) => compare(a.label, b.label))
  return (
    <ActionDialog
      title={text('device-place.announce')}
      confirm={text('device-place.announce.confirm')}
      isReady={isDeviceSerial(serial.trim()) && loggerId !== null}
      run={async () => {
        if (loggerId === null) return
        await announceDevice(plantId, { serial: serial.trim(), type, loggerId, name: name.trim() })
        await changed()
      }}
      done={text('device-place.announce.done', { name: name.trim() || serial.trim() })}
      faults={{ ABNORMAL: text('device-place.announce.here') }}
      onClose={onClose}
    >
      <p>{text('device-place.announce.lead')}</p>
      <TextField
        label={text('device-place.serial')}
        hint={text('device-place.serial.hint')}
        value={serial}
        onChange={setSerial}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        inputRef={beginHere}
      />
      <SelectField
        label={text('device-place.type')}
        hint={text('device-place.type.hint')}
        value={type}
        onChange={setType}
        options={options}
      />
      <LoggerSelect value={loggerId} onChange={setPicked} />
      <TextField
        label={text('device-place.announce.name')}
        hint={text('device-place.announce.name.hint')}
        optional
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
      />
    </ActionDialog>
  )
}
