import { useState } from 'react'
import { type OwnDevice, removeDevice } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { ChoiceCards } from '../../../ui/field.tsx'
import { TypedNameField } from '../../../ui/typed-name-field.tsx'
import styles from './plant-settings-page.module.css'
import { usePlantChanged } from './use-plant-changed.ts'

/** Removes a device and keeps its history, or erases both: then its name must be typed. */
export function RemoveDeviceDialog({ device, onClose }: Readonly<{ device: OwnDevice; onClose: () => void }>) {
  const { text } = useText()
  const { plantId: id } = useCurrentPlant()
  const changed = usePlantChanged(id)
  // A removed device can only be erased.
  const isOut = device.removedAtMs !== null
  const [history, setHistory] = useState<'keep' | 'erase'>(isOut ? 'erase' : 'keep')
  const [typed, setTyped] = useState('')
  const { deviceId, name } = device
  const title = text('plant-settings.remove', { name })
  const how = history === 'keep' ? { history } : { history, name: typed.trim() }
  return (
    <ActionDialog
      title={title}
      confirm={text(`plant-settings.device.${history}`)}
      danger={history === 'erase'}
      width={520}
      isReady={history === 'keep' || typed.trim() === name}
      run={async () => {
        await removeDevice(id, deviceId, how)
        await changed()
      }}
      done={text('plant-settings.device.removed', { name })}
      onClose={onClose}
    >
      {!isOut && (
        <ChoiceCards
          label={text('plant-settings.device.history')}
          wide
          value={history}
          onChange={setHistory}
          choices={[
            {
              value: 'keep',
              icon: 'offline',
              label: text('plant-settings.device.keep'),
              hint: text('plant-settings.device.keep.hint'),
            },
            {
              value: 'erase',
              icon: 'trash',
              label: text('plant-settings.device.erase'),
              hint: text('plant-settings.device.erase.hint'),
            },
          ]}
        />
      )}
      {history === 'erase' && (
        <>
          <ul className={styles.plantSettingsLost}>
            <li>{text('plant-settings.device.lost.samples')}</li>
            <li>{text('plant-settings.device.lost.energies')}</li>
            <li>{text('plant-settings.device.lost.again')}</li>
          </ul>
          <TypedNameField name={name} typed={typed} onChange={setTyped} />
        </>
      )}
    </ActionDialog>
  )
}
