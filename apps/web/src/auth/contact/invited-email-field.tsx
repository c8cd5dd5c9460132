import { useText } from '../../texts/use-text.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { TextField } from '../../ui/field.tsx'

/** The address that an invitation is sent to. */
export function InvitedEmailField({
  hint,
  value,
  onChange,
}: Readonly<{ hint: string; value: string; onChange: (email: string) => void }>) {
  const { text } = useText()
  return (
    <TextField
      label={text('organization.email')}
      hint={hint}
      type="email"
      autoComplete="off"
      inputRef={beginHere}
      required
      maxLength={254}
      value={value}
      onChange={onChange}
    />
  )
}
