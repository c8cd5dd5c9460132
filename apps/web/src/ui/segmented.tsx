import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** A few choices side by side that are no addresses (theme, unit); those that are: SegmentedLinks in tabs.tsx. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
}: Readonly<{
  label: string
  value: T
  options: readonly Readonly<{ value: T; label: ReactNode; title?: string }>[]
  onChange: (value: T) => void
}>) {
  return (
    <fieldset className={styles.segmented} data-part="segmented" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-label={option.title}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
