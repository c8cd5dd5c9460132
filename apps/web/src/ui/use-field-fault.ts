import { type FormEvent, useCallback, useState } from 'react'
import { useText } from '../texts/use-text.tsx'

/** Fault that a form's own check finds in a field, in the page's words in place of the browser's. */
export function useFieldFault(label: string) {
  const { text } = useText()
  const [fault, setFault] = useState<string>()
  const onInvalid = useCallback(
    (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
      const field = event.currentTarget
      const { valueMissing, typeMismatch } = field.validity
      if (!valueMissing && !(typeMismatch && field.type === 'email')) return
      event.preventDefault()
      setFault(valueMissing ? text('field.required', { field: label }) : text('error.27'))
      // The browser would lead to the first field that is wrong.
      if (field.form?.querySelector('input:invalid, select:invalid, textarea:invalid') === field) field.focus()
    },
    [text, label],
  )
  return { fault, onInvalid, clear: useCallback(() => setFault(undefined), []) }
}
