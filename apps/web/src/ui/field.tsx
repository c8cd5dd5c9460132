import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import { useFieldFault } from './use-field-fault.ts'

export type Frame = Readonly<{
  label: string
  hint?: ReactNode
  /** The error as a sentence; announced when it appears. */
  error?: string | undefined
  optional?: boolean
}>

type Wires = Readonly<{ id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }>

/** Label, hint and error around any control, which gets the ARIA attributes. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: Frame & Readonly<{ children: (wires: Wires) => ReactNode }>) {
  const { text } = useText()
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, error !== undefined && styles.fieldWrong)}>
      <label className={styles.fieldLabel} data-part="field-label" htmlFor={id}>
        {label}
        {optional && <span className={styles.fieldOptional}>{text('shell.field.optional')}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <div role="alert" id={`${id}-error`}>
        {error && (
          <span className={styles.fieldError}>
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
      {hint && (
        <span className={styles.fieldHint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

type TextFieldProps = Frame &
  Readonly<{
    value: string
    onChange: (value: string) => void
    icon?: IconName
    unit?: string
    action?: ReactNode
    inputRef?: Ref<HTMLInputElement>
  }> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'>

export function TextField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  icon,
  unit,
  action,
  inputRef,
  ...rest
}: TextFieldProps) {
  const { fault, onInvalid, clear } = useFieldFault(label)
  return (
    <Field label={label} hint={hint} error={error ?? fault} optional={optional}>
      {(wires) => (
        <div className={styles.fieldBox} data-part="field-box">
          {icon && <Icon name={icon} size={18} className={styles.fieldLead} />}
          <input
            onInvalid={onInvalid}
            {...rest}
            {...wires}
            ref={inputRef}
            value={value}
            onChange={(event) => {
              clear()
              onChange(event.target.value)
            }}
          />
          {unit && <span className={styles.fieldUnit}>{unit}</span>}
          {action && <span className={styles.fieldAction}>{action}</span>}
        </div>
      )}
    </Field>
  )
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action'>) {
  const { text } = useText()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <Button
          kind="quiet"
          size="s"
          icon={shown ? 'eyeOff' : 'eye'}
          label={text(shown ? 'shell.password.hide' : 'shell.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

export type Option<T extends string> = Readonly<{ value: T; label: string }>

export function SelectField<T extends string>({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  options,
  placeholder,
}: Frame &
  Readonly<{
    value: T | ''
    onChange: (value: T) => void
    options: readonly Option<T>[]
    placeholder?: string
  }>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wires) => (
        <div className={styles.fieldBox} data-part="field-box">
          <select {...wires} value={value} onChange={(event) => onChange(event.target.value as T)}>
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={18} className={styles.fieldChevron} />
        </div>
      )}
    </Field>
  )
}

export function Checkbox({
  label,
  checked,
  onChange,
}: Readonly<{ label: ReactNode; checked: boolean; onChange: (checked: boolean) => void }>) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

export type Choice<T extends string> = Readonly<{ value: T; label: string; hint: string; icon: IconName }>

/** A few choices that need a sentence each. */
export function ChoiceCards<T extends string>({
  label,
  error,
  value,
  onChange,
  choices,
  wide = false,
}: Readonly<{
  label: string
  error?: string | undefined
  /** Three in a row instead of four. */
  wide?: boolean
  value: T | ''
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
}>) {
  const name = useId()
  return (
    <fieldset
      className={cx(styles.choice, styles.field, wide && styles.choiceWide, error !== undefined && styles.fieldWrong)}
    >
      <legend className={styles.fieldLabel} data-part="field-label">
        {label}
      </legend>
      <div className={styles.choiceGrid}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choiceLabel}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.choiceCard}>
              <Icon name={choice.icon} size={22} />
              <b>{choice.label}</b>
              <span>{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <div role="alert">{error && <span className={styles.fieldError}>{error}</span>}</div>
    </fieldset>
  )
}
