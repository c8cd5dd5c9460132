import { useText } from '../../../../texts/use-text.tsx'
import { beginHere } from '../../../../ui/begin-here.ts'
import { TextField } from '../../../../ui/field.tsx'

/** The name by which a person knows an access again. */
export function TokenNameField(props: Readonly<{ value: string; onChange: (name: string) => void }>) {
  const { text } = useText()
  return (
    <TextField
      label={text('security.token.name')}
      placeholder={text('security.token.name.placeholder')}
      inputRef={beginHere}
      autoComplete="off"
      maxLength={60}
      {...props}
    />
  )
}
