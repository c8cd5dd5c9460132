import { useQuery } from '@tanstack/react-query'
import { plantOptionsQuery } from '../../../../api/plant-options.ts'
import { useText } from '../../../../texts/use-text.tsx'
import fieldStyles from '../../../../ui/field.module.css'
import { Checkbox } from '../../../../ui/field.tsx'
import { ListState } from './list-state.tsx'
import styles from './security-page.module.css'

/** The person's plants, each with a box. */
export function PlantBoxes({
  label,
  chosen,
  onChange,
}: Readonly<{ label: string; chosen: readonly number[]; onChange: (plantIds: readonly number[]) => void }>) {
  const { text } = useText()
  const query = useQuery(plantOptionsQuery)
  return (
    <fieldset className={fieldStyles.choice}>
      <legend className={fieldStyles.fieldLabel} data-part="field-label">
        {label}
      </legend>
      <ListState query={query} isEmpty={query.data?.length === 0} none={text('shell.plant.none')} />
      <div className={styles.plantBoxes}>
        {query.data?.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((plantId) => plantId !== id))}
          />
        ))}
      </div>
    </fieldset>
  )
}
