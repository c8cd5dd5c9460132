import type { RefCallback } from 'react'
import { useText } from '../texts/use-text.tsx'
import { TextField } from './field.tsx'

/** Asks for a name to be typed before something is deleted. The caller compares it. */
export function TypedNameField({
  name,
  typed,
  onChange,
  inputRef,
}: Readonly<{
  name: string
  typed: string
  onChange: (typed: string) => void
  inputRef?: RefCallback<HTMLInputElement>
}>) {
  const { text } = useText()
  return (
    <TextField
      label={text('organization.dissolve.type', { name })}
      value={typed}
      onChange={onChange}
      autoComplete="off"
      {...(inputRef ? { inputRef } : {})}
    />
  )
}
