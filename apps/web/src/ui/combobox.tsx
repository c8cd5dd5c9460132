import { Suspense, useRef } from 'react'
import type { ComboboxProps } from './combobox-field.tsx'
import fieldStyles from './field.module.css'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { firstPart } from './lazy-part.ts'

/** The list and its keys come with the first field of a page that has one. */
const ComboboxField = firstPart(() => import('./combobox-field.tsx'), 'ComboboxField')

/** One of many: type to find, arrows and Enter to choose. Text that fits no option is taken back on leaving. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, value, options, placeholder } = props
  const isEntered = useRef(false)
  const shown = options.find((option) => option.value === value)?.label ?? ''
  return (
    <Suspense
      fallback={
        <Field label={label} hint={hint} error={error}>
          {(wires) => (
            <div className={fieldStyles.fieldBox} data-part="field-box">
              <input
                {...wires}
                readOnly
                placeholder={placeholder}
                value={shown}
                onFocus={() => {
                  isEntered.current = true
                }}
                onBlur={() => {
                  isEntered.current = false
                }}
              />
              <span className={fieldStyles.fieldUnit}>
                <Icon name="chevronDown" size={18} />
              </span>
            </div>
          )}
        </Field>
      }
    >
      <ComboboxField {...props} isEntered={isEntered} />
    </Suspense>
  )
}
