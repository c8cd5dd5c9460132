import { acceptedUnits } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { useState } from 'react'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx'
import styles from './lab.module.css'
import type { Added } from './meanings.ts'
import { FunctionField, type ReadFunction } from './place-fields.tsx'

const types = ['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32'] as const
const sendable = quantityIds.filter((id) => !getQuantity(id).isEstimate)
/** Units that registers have; a scale does the rest. */
const unitsOf = (quantity: QuantityId): readonly string[] => {
  const { unit } = getQuantity(quantity)
  return Object.keys(acceptedUnits[unit]).filter((item) => item === unit || item === `k${unit}` || item === `M${unit}`)
}

/** Gives registers a meaning without a map. */
export function AddedPart({
  added,
  onChange,
}: Readonly<{ added: readonly Added[]; onChange: (added: readonly Added[]) => void }>) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const [address, setAddress] = useState('')
  const [fn, setFn] = useState<ReadFunction>('3')
  const [type, setType] = useState<Added['type']>('u16')
  const [isLowFirst, setLowFirst] = useState(false)
  const [scale, setScale] = useState('1')
  const [quantity, setQuantity] = useState<QuantityId | ''>('')
  const [unit, setUnit] = useState('')
  const [isTurned, setTurned] = useState(false)
  const units = quantity === '' ? [] : unitsOf(quantity)
  const factor = parseNumber(scale)
  const at = /^\d{1,5}$/.test(address) ? Number(address) : Number.NaN
  const isFit = at <= 0xffff && Number.isFinite(factor) && factor !== 0 && quantity !== ''
  const add = (): void => {
    if (quantity === '') return
    onChange([
      ...added,
      {
        name: nameOf(quantity),
        function: fn === '3' ? 3 : 4,
        address: at,
        type,
        isLowFirst,
        scale: factor,
        unit: units.includes(unit) ? unit : (units[0] ?? ''),
        quantity,
        isTurned,
      },
    ])
    setAddress('')
  }
  return (
    <div className={styles.labAdd}>
      <h3>{text('lab.add')}</h3>
      <ul>
        {added.map((item, index) => (
          <li key={`${item.function} ${item.address} ${item.quantity}`}>
            <span>{`${item.function} · ${item.address} · ${item.type} × ${item.scale} ${item.unit} → ${nameOf(item.quantity)}`}</span>
            <Button
              size="s"
              kind="quiet"
              icon="trash"
              label={text('lab.add.remove', { name: item.name })}
              onClick={() => onChange(added.filter((_, other) => other !== index))}
            />
          </li>
        ))}
      </ul>
      <div className={styles.labFields}>
        <FunctionField value={fn} onChange={setFn} />
        <TextField
          label={text('lab.words.address')}
          value={address}
          inputMode="numeric"
          maxLength={5}
          onChange={setAddress}
        />
        <SelectField
          label={text('lab.add.type')}
          value={type}
          onChange={setType}
          options={types.map((value) => ({ value, label: value }))}
        />
        <TextField label={text('lab.add.scale')} value={scale} inputMode="decimal" maxLength={12} onChange={setScale} />
        <SelectField
          label={text('lab.items.quantity')}
          value={quantity}
          placeholder={text('lab.items.unassigned')}
          onChange={setQuantity}
          options={sendable.map((id) => ({ value: id, label: nameOf(id) }))}
        />
        {units.length > 1 && (
          <SelectField
            label={text('lab.add.unit')}
            value={units.includes(unit) ? unit : (units[0] ?? '')}
            onChange={setUnit}
            options={units.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      <div className={styles.labEnd}>
        <Checkbox label={text('lab.add.low')} checked={isLowFirst} onChange={setLowFirst} />
        <Checkbox label={text('lab.items.turned')} checked={isTurned} onChange={setTurned} />
        <Button icon="add" disabled={!isFit} onClick={add}>
          {text('lab.add.do')}
        </Button>
      </div>
    </div>
  )
}
