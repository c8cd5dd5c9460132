import { useText } from '../../../texts/use-text.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { TextField } from '../../../ui/field.tsx'

export function NameField({ value, onChange }: Readonly<{ value: string; onChange: (name: string) => void }>) {
  const { text } = useText()
  return (
    <TextField
      label={text('organization.name')}
      value={value}
      onChange={onChange}
      required
      minLength={2}
      maxLength={100}
      autoComplete="organization"
      inputRef={beginHere}
    />
  )
}
