import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { TextField } from '../../ui/field.tsx'
import styles from './relate-page.module.css'

/** Deletes the plant permanently: lists the losses, and its name must be typed. */
export function DeleteDialog({ onClose, onDone }: Readonly<{ onClose: () => void; onDone: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId: id, station } = useCurrentPlant()
  const { name } = station
  const [typed, setTyped] = useState('')
  return (
    <ActionDialog
      title={text('sharing.delete')}
      confirm={text('sharing.delete')}
      danger
      width={480}
      isReady={typed.trim() === name}
      run={() => call('DELETE /maintain-s/station', { body: { id, name: typed.trim() } }).then(onDone)}
      done={text('sharing.deleted', { name })}
      onClose={onClose}
    >
      <p>{text('sharing.delete.hint')}</p>
      <ul className={styles.relateLost}>
        <li>{text('sharing.delete.devices', { count: station.deviceCount })}</li>
        <li>{text('sharing.delete.history')}</li>
        <li>{text('sharing.delete.loggers', { count: station.gatewayCount })}</li>
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
