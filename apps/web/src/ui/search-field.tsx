import { Icon } from './icon.tsx'
import styles from './search-field.module.css'

/** A box that narrows the list below it. */
export function SearchField({
  label,
  value,
  onChange,
  inputRef,
}: Readonly<{
  label: string
  value: string
  onChange: (value: string) => void
  inputRef?: (element: HTMLInputElement | null) => void
}>) {
  return (
    <label className={styles.searchField} data-part="search-field">
      <Icon name="search" size={16} />
      <span className="visually-hidden">{label}</span>
      <input
        ref={inputRef}
        type="search"
        value={value}
        maxLength={60}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
