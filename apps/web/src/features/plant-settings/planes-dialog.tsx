import { MOST_PLANES, type ModulePlane, sumOfPlanes } from '@heliograph/domain/module-plane.ts'
import { useState } from 'react'
import { editPlanes } from '../../api/planes.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { parseNumber } from '../../plant/form/parse-place.ts'
import { usePlantChanged } from '../../plant/use-plant-changed.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './plant-settings-page.module.css'

type Draft = Readonly<{ name: string; capacity: string; azimuth: string; tilt: string }>
const fresh: Draft = { name: '', capacity: '', azimuth: '180', tilt: '30' }
const bounds = { capacity: { min: 0.001, max: 10_000_000 }, azimuth: { min: 0, max: 360 }, tilt: { min: 0, max: 90 } }
type Numeric = keyof typeof bounds
const numerics = ['capacity', 'azimuth', 'tilt'] as const
const units = { capacity: 'kWp', azimuth: '°', tilt: '°' } as const

const isWithin = (field: Numeric, typed: string): boolean => {
  const number = parseNumber(typed)
  return number >= bounds[field].min && number <= bounds[field].max
}

/** The planes of the modules, one under the other, with the capacity that they have together. */
export function PlanesDialog({ planes, onClose }: Readonly<{ planes: readonly ModulePlane[]; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const writer = new Intl.NumberFormat(format.locale, { useGrouping: false, maximumFractionDigits: 6 })
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    planes.map(({ name, capacityWp, azimuthDeg, tiltDeg }) => ({
      name,
      capacity: writer.format(capacityWp / 1000),
      azimuth: writer.format(azimuthDeg),
      tilt: writer.format(tiltDeg),
    })),
  )
  const isFit = drafts.every((draft) => numerics.every((field) => isWithin(field, draft[field])))
  const typed: readonly ModulePlane[] = drafts.map(({ name, capacity, azimuth, tilt }) => ({
    name: name.trim(),
    capacityWp: Math.round(parseNumber(capacity) * 1_000_000) / 1000,
    azimuthDeg: parseNumber(azimuth),
    tiltDeg: parseNumber(tilt),
  }))
  const isChanged = JSON.stringify(typed.map(toShape)) !== JSON.stringify(planes.map(toShape))
  const change = (at: number, changes: Partial<Draft>): void =>
    setDrafts(drafts.map((draft, one) => (one === at ? { ...draft, ...changes } : draft)))
  return (
    <ActionDialog
      title={text('metering.planes')}
      confirm={text('shell.action.save')}
      width={620}
      isReady={isFit && isChanged}
      run={async () => {
        await editPlanes(plantId, typed)
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      {drafts.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: planes have an order and no other identity
        <fieldset key={at} className={styles.plantSettingsPlane}>
          <legend>{text('metering.plane', { number: at + 1 })}</legend>
          {drafts.length > 1 && (
            <TextField
              label={text('metering.plane.name')}
              optional
              maxLength={60}
              autoComplete="off"
              value={draft.name}
              onChange={(name) => change(at, { name })}
            />
          )}
          {numerics.map((field) => (
            <TextField
              key={field}
              label={text(`plant-create.${field}`)}
              unit={units[field]}
              inputMode="decimal"
              autoComplete="off"
              value={draft[field]}
              error={
                draft[field] === '' || isWithin(field, draft[field])
                  ? undefined
                  : text('plant-create.error.number', bounds[field])
              }
              onChange={(value) => change(at, { [field]: value })}
            />
          ))}
          {drafts.length > 1 && (
            <Button
              size="s"
              icon="trash"
              label={text('metering.plane.remove', { number: at + 1 })}
              onClick={() => setDrafts(drafts.filter((_, one) => one !== at))}
            />
          )}
        </fieldset>
      ))}
      {drafts.length < MOST_PLANES && (
        <div>
          <Button size="s" icon="add" onClick={() => setDrafts([...drafts, fresh])}>
            {text('metering.plane.add')}
          </Button>
        </div>
      )}
      {isFit && (
        <p role="status">{text('metering.planes.sum', { capacity: format.peakKwp(sumOfPlanes(typed) / 1000).text })}</p>
      )}
      {isFit && isChanged && (
        <Notice tone="warn" icon="refresh">
          {text('metering.planes.recounts')}
        </Notice>
      )}
    </ActionDialog>
  )
}

const toShape = ({ name, capacityWp, azimuthDeg, tiltDeg }: ModulePlane) => [name, capacityWp, azimuthDeg, tiltDeg]
