import { Suspense } from 'react'
import type { DateFieldProps } from './date-picker.tsx'
import fieldStyles from './field.module.css'
import { Field } from './field.tsx'
import { firstPart } from './lazy-part.ts'

/** The fields of a date and its calendar come with the first form that has one. */
const DatePicker = firstPart(() => import('./date-picker.tsx'), 'DatePicker')

/** A day, `YYYY-MM-DD` or '' for none, typed or taken from a calendar, in the order that the language writes it. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional = false, value } = props
  return (
    <Suspense
      fallback={
        <Field label={label} hint={hint} error={error} optional={optional}>
          {(wires) => (
            <div className={fieldStyles.fieldBox} data-part="field-box">
              <input {...wires} readOnly value={value} />
            </div>
          )}
        </Field>
      }
    >
      <DatePicker {...props} />
    </Suspense>
  )
}
