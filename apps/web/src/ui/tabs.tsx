import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './tabs.module.css'

export type Place = Readonly<{ to: string; label: ReactNode; current: boolean; key?: string }>

/** Tabs are links: each has a URL that can be shared. @param more a menu of further pages behind them */
export function Tabs({ label, places, more }: Readonly<{ label: string; places: readonly Place[]; more?: ReactNode }>) {
  return (
    <nav className={styles.tabs} data-part="tabs" aria-label={label}>
      {places.map((place) => (
        <Link key={place.key ?? place.to} to={place.to} aria-current={place.current ? 'page' : undefined}>
          {place.label}
        </Link>
      ))}
      {more}
    </nav>
  )
}

/** A few views of one thing, as links (day, month, year). @param replace Back should skip this view */
export function SegmentedLinks({
  label,
  places,
  replace = true,
}: Readonly<{ label: string; places: readonly Place[]; replace?: boolean }>) {
  return (
    <nav className={styles.segmented} data-part="segmented" aria-label={label}>
      {places.map((place) => (
        <Link
          key={place.key ?? place.to}
          to={place.to}
          replace={replace}
          preventScrollReset
          aria-current={place.current ? 'true' : undefined}
        >
          {place.label}
        </Link>
      ))}
    </nav>
  )
}

/** The same for state outside the URL (theme, unit). */
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
