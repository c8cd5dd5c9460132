import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { cx } from './class-names.ts'
import styles from './combobox.module.css'
import fieldStyles from './field.module.css'
import { Field } from './field.tsx'
import { type ComboOption, findOptions } from './find-options.ts'
import { Icon } from './icon.tsx'

const MOST = 60

/**
 * Selects one of many: type to find, arrows and Enter to select. Input that matches nothing is discarded on leaving.
 */
export function Combobox({
  label,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
}: Readonly<{
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  options: readonly ComboOption[]
  placeholder?: string
}>) {
  const { text } = useText()
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const open = typed !== undefined
  const found = useMemo(() => (typed === undefined ? [] : findOptions(options, typed, MOST)), [options, typed])
  const chosen = options.find((option) => option.value === value)

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [open, active])

  const choose = (option: ComboOption | undefined): void => {
    if (option) onChange(option.value)
    setTyped(undefined)
  }
  const start = (): void => {
    if (open) return
    setTyped('')
    setActive(0)
  }
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      if (!open) start()
      else if (found.length > 0) setActive((active + by + found.length) % found.length)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setTyped(undefined)
    }
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(wires) => (
        <div className={styles.combobox} data-part="combobox">
          <div className={fieldStyles.fieldBox} data-part="field-box">
            <input
              {...wires}
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={open && found[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={open ? (chosen?.label ?? placeholder) : placeholder}
              value={typed ?? chosen?.label ?? ''}
              onFocus={start}
              onClick={start}
              onBlur={() => setTyped(undefined)}
              onKeyDown={onKey}
              onChange={(event) => {
                setTyped(event.target.value)
                setActive(0)
              }}
            />
            {!open && chosen?.note && <span className={fieldStyles.fieldUnit}>{chosen.note}</span>}
            <span className={fieldStyles.fieldUnit}>
              <Icon name="chevronDown" size={18} />
            </span>
          </div>
          {open && (
            <div ref={list} id={listId} className={styles.comboboxList} role="listbox" aria-label={label}>
              {found.map((option, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
                <div
                  key={option.value}
                  id={`${listId}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  className={cx(styles.comboboxOption, at === active && styles.comboboxActive)}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(at)}
                  onClick={() => choose(option)}
                >
                  {option.label}
                  {option.note && <small>{option.note}</small>}
                </div>
              ))}
              {found.length === 0 && <div className={styles.comboboxNone}>{text('shell.empty')}</div>}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
