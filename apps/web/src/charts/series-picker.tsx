import { useText } from '../texts/use-text.tsx'
import { cx } from '../ui/class-names.ts'
import styles from './series-picker.module.css'
import { Swatch, type SwatchLook } from './swatch.tsx'

export type PickerItem = Readonly<{
  id: string
  name: string
  color: string
  look: SwatchLook
  on: boolean
  /** Nothing was measured: the button says so and is disabled. */
  empty?: boolean
}>

/** The legend is the picker: real buttons, so that keys and screen readers reach every series. */
export function SeriesPicker({
  label,
  items,
  named = false,
  onToggle,
}: Readonly<{
  label: string
  items: readonly PickerItem[]
  /** Shows the label: where several pickers are together. */
  named?: boolean
  onToggle: (id: string) => void
}>) {
  const { text } = useText()
  const isOff = !items.some(({ on }) => on)
  return (
    <fieldset
      className={cx(styles.seriesPicker, isOff && styles.seriesPickerOff)}
      data-part="series-picker"
      aria-label={label}
    >
      {named && <span className={styles.seriesPickerName}>{label}</span>}
      {items.map(({ id, name, color, look, on, empty }) => (
        <button
          key={id}
          type="button"
          aria-pressed={on}
          disabled={empty ?? false}
          title={empty ? text('chart.nothing') : undefined}
          onClick={() => onToggle(id)}
        >
          <Swatch color={color} look={look} />
          {name}
        </button>
      ))}
    </fieldset>
  )
}
