import { useState } from 'react'
import { TextField } from '../../../../ui/field.tsx'

/** A number that counts once the field is left or Enter is pressed: each of them is one step to undo. */
export function NumberField({
  label,
  value,
  unit,
  min,
  max,
  step = 'any',
  onCommit,
}: Readonly<{
  label: string
  /** null: none */
  value: number | null
  unit?: string
  min: number
  max: number
  step?: number | 'any'
  /** null: the field is empty. */
  onCommit: (value: number | null) => void
}>) {
  const [typed, setTyped] = useState<string>()
  const commit = (): void => {
    if (typed === undefined) return
    const number = typed.trim() === '' ? null : Number(typed)
    setTyped(undefined)
    if (number === value || (number !== null && !(number >= min && number <= max))) return
    onCommit(number)
  }
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      {...(unit === undefined ? {} : { unit })}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
