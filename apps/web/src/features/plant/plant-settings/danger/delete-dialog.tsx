import { useState } from 'react'
import { deletePlant } from '../../../../api/plants.ts'
import { ProvenForm } from '../../../../auth/re-authentication/proven-form.tsx'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { TypedNameField } from '../../../../ui/typed-name-field.tsx'
import styles from '../plant-settings-page.module.css'

/** Deletes the plant permanently: lists the losses, and its name must be typed. */
export function DeleteDialog({ onClose, onDone }: Readonly<{ onClose: () => void; onDone: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId: id, plant } = useCurrentPlant()
  const { name } = plant
  const [typed, setTyped] = useState('')
  return (
    <Dialog open onClose={onClose} title={text('sharing.delete')} width={480}>
      <ProvenForm
        confirm={text('sharing.delete')}
        danger
        isReady={typed.trim() === name}
        onClose={onClose}
        run={async (proof) => {
          await deletePlant(id, typed.trim(), proof)
          showToast(text('sharing.deleted', { name }), 'ok')
          await onDone()
        }}
      >
        <p>{text('sharing.delete.hint')}</p>
        <ul className={styles.plantSettingsLost}>
          <li>{text('sharing.delete.devices', { count: plant.deviceCount })}</li>
          <li>{text('sharing.delete.history')}</li>
          <li>{text('sharing.delete.loggers', { count: plant.loggerCount })}</li>
          <li>{text('sharing.delete.members')}</li>
        </ul>
        <TypedNameField name={name} typed={typed} onChange={setTyped} inputRef={beginHere} />
      </ProvenForm>
    </Dialog>
  )
}
