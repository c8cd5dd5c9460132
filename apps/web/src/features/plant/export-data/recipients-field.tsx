import { exportLimits } from '@heliograph/domain/plant-export.ts'
import type { Ref } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { TextField } from '../../../ui/field.tsx'

/** Addresses of further people, as they are typed. */
export function RecipientsField(
  props: Readonly<{ value: string; onChange: (value: string) => void; inputRef?: Ref<HTMLInputElement> }>,
) {
  const { text } = useText()
  return (
    <TextField
      label={text('exports.schedule.recipients')}
      hint={text('exports.schedule.recipients.hint', { most: exportLimits.recipients })}
      optional
      type="text"
      inputMode="email"
      autoCapitalize="none"
      maxLength={2_600}
      {...props}
    />
  )
}
