import type { FleetPlant } from '../../../api/fleet.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import fieldStyles from '../../../ui/field.module.css'
import styles from './select-box.module.css'
import type { Selection } from './use-selection.ts'

/** Chooses a plant for one action on several; above the link that covers the row. */
export function SelectBox({ plant, selection }: Readonly<{ plant: FleetPlant; selection: Selection }>) {
  const { text } = useText()
  return (
    <label className={cx(fieldStyles.checkbox, styles.selectBox)}>
      <input
        type="checkbox"
        checked={selection.chosen.has(plant.id)}
        onChange={() => selection.toggle(plant)}
        aria-label={text('lists.select.plant', { name: plant.name })}
      />
    </label>
  )
}
