import { acceptedUnits } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, isQuantityId, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { useState } from 'react'
import { decideLineSeries, type LineSeries, nameOf } from '../../../api/line-series.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** Quantities that a program may send: not those that are integrated here. */
const sendable = quantityIds.filter((id) => !getQuantity(id).isEstimate)
const serials = /^[\x21-\x7e]{1,64}$/

const unitsOf = (quantity: QuantityId): readonly string[] => Object.keys(acceptedUnits[getQuantity(quantity).unit])

/** Says what a series in line protocol is: device, quantity, unit and sign. */
export function LineSeriesDialog({ series, onClose }: Readonly<{ series: LineSeries; onClose: () => void }>) {
  const { text } = useText()
  const quantityName = useQuantityName()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { use } = series
  const [serial, setSerial] = useState(use?.serial ?? '')
  const [quantity, setQuantity] = useState<QuantityId | ''>(use && isQuantityId(use.quantity) ? use.quantity : '')
  const [unit, setUnit] = useState(use?.unit ?? '')
  const [isTurned, setTurned] = useState(use?.isTurned ?? false)
  const units = quantity === '' ? [] : unitsOf(quantity)
  // Home Assistant names its measurements by their units.
  const likely = units.includes(series.measurement) ? series.measurement : units[0]
  const chosen = units.includes(unit) ? unit : (likely ?? '')
  const isFit = serials.test(serial.trim())
  return (
    <ActionDialog
      title={text('line-series.dialog', { name: nameOf(series) })}
      confirm={text('shell.action.save')}
      isReady={isFit && quantity !== ''}
      run={async () => {
        if (quantity === '') return
        await decideLineSeries(plantId, [series.id], { serial: serial.trim(), quantity, unit: chosen, isTurned })
        await changed()
      }}
      done={text('line-series.done')}
      onClose={onClose}
    >
      <TextField
        label={text('line-series.device')}
        hint={text('line-series.device.hint')}
        autoComplete="off"
        maxLength={64}
        value={serial}
        error={serial === '' || isFit ? undefined : text('line-series.device.fault')}
        onChange={setSerial}
      />
      <SelectField
        label={text('line-series.quantity')}
        value={quantity}
        placeholder={text('line-series.quantity.choose')}
        onChange={setQuantity}
        options={sendable.map((id) => ({ value: id, label: quantityName(id) }))}
      />
      {quantity !== '' && (
        <SelectField
          label={text('line-series.unit')}
          value={chosen}
          onChange={setUnit}
          options={units.map((item) => ({ value: item, label: item }))}
        />
      )}
      <SelectField
        label={text('line-series.sign')}
        hint={text('line-series.sign.hint')}
        value={isTurned ? 'turned' : 'sent'}
        onChange={(sign) => setTurned(sign === 'turned')}
        options={(['sent', 'turned'] as const).map((value) => ({ value, label: text(`line-series.sign.${value}`) }))}
      />
    </ActionDialog>
  )
}
