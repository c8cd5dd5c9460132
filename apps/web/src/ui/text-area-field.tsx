import type { TextareaHTMLAttributes } from 'react'
import styles from './field.module.css'
import { Field, type Frame } from './field.tsx'
import { useFieldFault } from './use-field-fault.ts'

/** Text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  ...rest
}: Frame &
  Readonly<{ value: string; onChange: (value: string) => void }> &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'>) {
  const { fault, onInvalid, clear } = useFieldFault(label)
  return (
    <Field label={label} hint={hint} error={error ?? fault} optional={optional}>
      {(wires) => (
        <div data-part="field-box" className={styles.fieldBox}>
          <textarea
            onInvalid={onInvalid}
            {...rest}
            {...wires}
            value={value}
            onChange={(event) => {
              clear()
              onChange(event.target.value)
            }}
          />
        </div>
      )}
    </Field>
  )
}
