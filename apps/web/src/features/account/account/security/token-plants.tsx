import { useText } from '../../../../texts/use-text.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { PlantBoxes } from './plant-boxes.tsx'

/** The plants that a token may read. @param chosen undefined: all, also later ones */
export function TokenPlants({
  chosen,
  onChange,
}: Readonly<{
  chosen: readonly number[] | undefined
  onChange: (plantIds: readonly number[] | undefined) => void
}>) {
  const { text } = useText()
  return (
    <>
      <SelectField
        label={text('security.token.plants')}
        value={chosen ? 'chosen' : 'all'}
        options={[
          { value: 'all', label: text('security.token.plants.all') },
          { value: 'chosen', label: text('security.token.plants.chosen') },
        ]}
        onChange={(which) => onChange(which === 'all' ? undefined : [])}
      />
      {chosen && <PlantBoxes label={text('security.token.plants.chosen')} chosen={chosen} onChange={onChange} />}
    </>
  )
}
