import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { useState } from 'react'
import type { ExportDevice } from '../../../api/exports.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import styles from './export-data.module.css'
import { quantitiesOf } from './export-state.ts'

/** Devices, none of them for all, and the values that they measured. */
export function PointsPicker({
  devices,
  definition,
  onChange,
}: Readonly<{
  devices: readonly ExportDevice[]
  definition: ExportDefinition
  onChange: (change: Partial<ExportDefinition>) => void
}>) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const [words, setWords] = useState('')
  const { deviceIds, quantities } = definition
  const toggle = <T,>(list: readonly T[], one: T, isOn: boolean): readonly T[] =>
    isOn ? [...list, one] : list.filter((other) => other !== one)
  if (devices.length === 0) return <Notice tone="neutral">{text('exports.devices.none')}</Notice>
  const wanted = words.trim().toLowerCase()
  const offered = quantitiesOf(devices, deviceIds)
    .map((id) => ({ id, name: nameOf(id) }))
    .filter(({ id, name }) => wanted === '' || quantities.includes(id) || name.toLowerCase().includes(wanted))
  const isFull = quantities.length >= exportLimits.quantities
  return (
    <div className={styles.exportPoints}>
      <fieldset className={styles.exportChoices}>
        <legend>{text('exports.devices')}</legend>
        <div className={styles.exportList}>
          <Checkbox
            label={text('exports.devices.all', { count: devices.length })}
            checked={deviceIds.length === 0}
            onChange={(isOn) =>
              onChange({ deviceIds: isOn ? [] : devices.slice(0, 1).map((device) => device.deviceId) })
            }
          />
          {devices.map(({ deviceId, name, serial }) => (
            <Checkbox
              key={deviceId}
              label={name === serial ? serial : `${name} · ${serial}`}
              checked={deviceIds.includes(deviceId)}
              onChange={(isOn) => onChange({ deviceIds: toggle(deviceIds, deviceId, isOn) })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.exportChoices}>
        <legend>{text('exports.quantities', { count: quantities.length, most: exportLimits.quantities })}</legend>
        <SearchField label={text('exports.quantities.search')} value={words} onChange={setWords} />
        <div className={styles.exportList}>
          {offered.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={quantities.includes(id)}
              onChange={(isOn) => (isOn && isFull ? undefined : onChange({ quantities: toggle(quantities, id, isOn) }))}
            />
          ))}
          {offered.length === 0 && <p className="muted tiny">{text('exports.quantities.none')}</p>}
        </div>
      </fieldset>
    </div>
  )
}
