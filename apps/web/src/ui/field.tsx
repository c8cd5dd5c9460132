import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import './field.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Frame = Readonly<{
  label: string
  hint?: ReactNode
  /** What is wrong, as a sentence; announced when it appears. */
  error?: string | undefined
  optional?: boolean
}>

type Wires = Readonly<{ id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }>

/** Label, hint and error around any control; the control takes the wires. */
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
    <div className={cx('field', error !== undefined && 'field-wrong')}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional">{text('shell.field.optional')}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <div role="alert" id={`${id}-error`}>
        {error && (
          <span className="field-error">
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
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
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wires) => (
        <div className="field-box">
          {icon && <Icon name={icon} size={18} className="field-lead" />}
          <input {...rest} {...wires} ref={inputRef} value={value} onChange={(event) => onChange(event.target.value)} />
          {unit && <span className="field-unit">{unit}</span>}
          {action && <span className="field-action">{action}</span>}
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
        <div className="field-box">
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
          <Icon name="chevronDown" size={18} className="field-chevron" />
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
    <label className="checkbox">
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
  /** Three in a row in place of four. */
  wide?: boolean
  value: T | ''
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
}>) {
  const name = useId()
  return (
    <fieldset className={cx('choice', 'field', wide && 'choice-wide', error !== undefined && 'field-wrong')}>
      <legend className="field-label">{label}</legend>
      <div className="choice-grid">
        {choices.map((choice) => (
          <label key={choice.value} className="choice-card">
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <Icon name={choice.icon} size={22} />
            <b>{choice.label}</b>
            <span>{choice.hint}</span>
          </label>
        ))}
      </div>
      <div role="alert">{error && <span className="field-error">{error}</span>}</div>
    </fieldset>
  )
}
