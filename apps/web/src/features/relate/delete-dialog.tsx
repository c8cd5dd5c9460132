import { useState } from 'react'
import { deletePlant } from '../../api/plants.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { TextField } from '../../ui/field.tsx'
import styles from './relate-page.module.css'

/** Deletes the plant permanently: lists the losses, and its name must be typed. */
export function DeleteDialog({ onClose, onDone }: Readonly<{ onClose: () => void; onDone: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId: id, plant } = useCurrentPlant()
  const { name } = plant
  const [typed, setTyped] = useState('')
  return (
    <ActionDialog
      title={text('sharing.delete')}
      confirm={text('sharing.delete')}
      danger
      width={480}
      isReady={typed.trim() === name}
      run={() => deletePlant(id, typed.trim()).then(onDone)}
      done={text('sharing.deleted', { name })}
      onClose={onClose}
    >
      <p>{text('sharing.delete.hint')}</p>
      <ul className={styles.relateLost}>
        <li>{text('sharing.delete.devices', { count: plant.deviceCount })}</li>
        <li>{text('sharing.delete.history')}</li>
        <li>{text('sharing.delete.loggers', { count: plant.loggerCount })}</li>
        <li>{text('sharing.delete.members')}</li>
      </ul>
      <TextField
        label={text('organisation.dissolve.type', { name })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        inputRef={beginHere}
      />
    </ActionDialog>
  )
}
