import { type RefObject, useContext, useEffect, useMemo, useState } from 'react'
import { Button, ComboBox, ComboBoxStateContext, I18nProvider, Input } from 'react-aria-components'
import { useLanguage } from '../texts/language-context.ts'
import { cx } from './class-names.ts'
import styles from './combobox.module.css'
import { ComboboxOptions, MarkBest } from './combobox-options.tsx'
import fieldStyles from './field.module.css'
import { Field } from './field.tsx'
import { type ComboOption, findOptions } from './find-options.ts'
import { Icon } from './icon.tsx'
import { useTopLayer } from './use-top-layer.ts'

export type ComboboxProps = Readonly<{
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  options: readonly ComboOption[]
  placeholder?: string
}>

const MOST = 60

/** Matching options, best first; the chosen one stays in the collection, or React Aria would forget it. */
function findItems(options: readonly ComboOption[], chosen: ComboOption | undefined, typed: string) {
  const found = findOptions(options, typed, MOST)
  const items = chosen === undefined || found.includes(chosen) ? found : [...found, chosen]
  const labels = new Set(found.map(({ label }) => label))
  return { items, best: found[0]?.value, isFound: (label: string): boolean => labels.has(label) }
}

/** A press opens the list; typing then replaces the text. */
function Entry({ placeholder, onStart }: Readonly<{ placeholder: string; onStart: () => void }>) {
  const state = useContext(ComboBoxStateContext)
  const start = (): void => {
    if (state?.isOpen !== false) return
    onStart()
    state.open(null, 'input')
  }
  return <Input spellCheck={false} placeholder={placeholder} onClick={start} />
}

/** @param isEntered the field had the focus while it was fetched, and keeps it */
export function ComboboxField({
  label,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
  isEntered,
}: ComboboxProps & Readonly<{ isEntered: RefObject<boolean> }>) {
  const { locale } = useLanguage()
  const { box, attach, layer } = useTopLayer()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const { items, best, isFound } = useMemo(() => findItems(options, chosen, typed ?? ''), [options, chosen, typed])

  useEffect(() => {
    if (isEntered.current) box.current?.querySelector('input')?.focus()
  }, [isEntered, box])

  return (
    <Field label={label} hint={hint} error={error}>
      {(wires) => (
        <I18nProvider locale={locale}>
          <ComboBox
            id={wires.id}
            aria-label={label}
            {...(wires['aria-describedby'] ? { 'aria-describedby': wires['aria-describedby'] } : {})}
            isInvalid={error !== undefined}
            className={cx(styles.combobox)}
            // As `items` they would be left unfiltered.
            defaultItems={items}
            defaultFilter={isFound}
            selectedKey={chosen ? value : null}
            inputValue={typed ?? chosen?.label ?? ''}
            // Not by the focus alone: a dialog that gives it to its first field would begin behind a list.
            menuTrigger="input"
            shouldFocusWrap
            allowsEmptyCollection
            onOpenChange={setOpen}
            onInputChange={setTyped}
            onSelectionChange={(key) => {
              setTyped(undefined)
              if (key !== null && key !== value) onChange(String(key))
            }}
            onBlur={() => setTyped(undefined)}
          >
            <div ref={attach} className={fieldStyles.fieldBox} data-part="field-box">
              <Entry
                placeholder={(isOpen ? chosen?.label : undefined) ?? placeholder ?? ''}
                onStart={() => setTyped('')}
              />
              {!isOpen && chosen?.note && <span className={fieldStyles.fieldUnit}>{chosen.note}</span>}
              <Button className={cx(fieldStyles.fieldUnit, styles.comboboxButton)}>
                <Icon name="chevronDown" size={18} />
              </Button>
            </div>
            <MarkBest typed={typed} best={best} />
            <ComboboxOptions box={box} layer={layer} />
          </ComboBox>
        </I18nProvider>
      )}
    </Field>
  )
}
