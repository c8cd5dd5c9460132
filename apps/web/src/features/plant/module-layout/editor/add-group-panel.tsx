import {
  MOST_CELLS_ACROSS,
  MOST_GROUPS,
  MOST_LAYOUT_MODULES,
  type ModuleLayout,
  type ModuleOrientation,
} from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, type PlacedGrid, wholeGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { type FormEvent, useState } from 'react'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import styles from './layout-editor.module.css'

const toCount = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0)

/** Rows and columns become a group. The first one faces as the plant does. */
export function AddGroupPanel({
  layout,
  onAdd,
}: Readonly<{ layout: ModuleLayout; onAdd: (placed: PlacedGrid) => void }>) {
  const { text } = useText()
  const { plant } = useCurrentPlant()
  const [name, setName] = useState('')
  const [rows, setRows] = useState('2')
  const [columns, setColumns] = useState('6')
  const [model, setModel] = useState('')
  const [power, setPower] = useState('')
  const [orientation, setOrientation] = useState<ModuleOrientation>('portrait')
  const count = toCount(rows) * toCount(columns)
  const isReady =
    count > 0 &&
    layout.groups.length < MOST_GROUPS &&
    layout.modules.length + count <= MOST_LAYOUT_MODULES &&
    Math.max(toCount(rows), toCount(columns)) <= MOST_CELLS_ACROSS
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady) return
    const faces = layout.groups.length === 0 ? { azimuthDeg: plant.azimuthDeg, tiltDeg: plant.tiltDeg } : {}
    const ratedWp = Number(power) > 0 ? Number(power) : null
    onAdd(
      addGrid(
        layout,
        wholeGrid(toCount(rows), toCount(columns)),
        { name: name.trim(), orientation, ...faces },
        { model: model.trim(), ratedWp },
      ),
    )
    setName('')
  }
  return (
    <form className={styles.panel} onSubmit={add}>
      <h3>{text('module-layout.addGroup')}</h3>
      <TextField label={text('module-layout.name')} value={name} maxLength={60} optional onChange={setName} />
      <div className={styles.pair}>
        <TextField label={text('module-layout.rows')} value={rows} inputMode="numeric" onChange={setRows} />
        <TextField label={text('module-layout.columns')} value={columns} inputMode="numeric" onChange={setColumns} />
      </div>
      <Segmented
        label={text('module-layout.orientation')}
        value={orientation}
        options={[
          { value: 'portrait', label: text('module-layout.portrait') },
          { value: 'landscape', label: text('module-layout.landscape') },
        ]}
        onChange={setOrientation}
      />
      <div className={styles.pair}>
        <TextField label={text('module-layout.model')} value={model} maxLength={80} onChange={setModel} />
        <TextField
          label={text('module-layout.rating')}
          value={power}
          inputMode="decimal"
          unit="Wp"
          onChange={setPower}
        />
      </div>
      <Button type="submit" kind="primary" icon="add" disabled={!isReady}>
        {text('module-layout.add', { count })}
      </Button>
    </form>
  )
}
