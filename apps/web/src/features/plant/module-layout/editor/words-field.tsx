import { useState } from 'react'
import { TextField } from '../../../../ui/field.tsx'

/** A text that counts once the field is left or Enter is pressed. */
export function WordsField({
  label,
  value,
  hint,
  most,
  onCommit,
}: Readonly<{ label: string; value: string; hint?: string; most: number; onCommit: (value: string) => void }>) {
  const [typed, setTyped] = useState<string>()
  const commit = (): void => {
    if (typed !== undefined && typed.trim() !== value) onCommit(typed.trim())
    setTyped(undefined)
  }
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      maxLength={most}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
