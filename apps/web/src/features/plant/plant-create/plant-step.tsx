import { useState } from 'react'
import { LocateButton, PlaceFields } from '../../../plant/form/place-part.tsx'
import plantFormStyles from '../../../plant/form/plant-form.module.css'
import { type PartProps, SizeFields } from '../../../plant/form/plant-part.tsx'
import { PlaceFinderPart } from '../../../plant/place/place-finder-part.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './plant-create-page.module.css'

const byHand = ['latitude', 'longitude', 'altitude', 'zone'] as const

/** All that a plant needs: its name, its size and its place, which country, time zone and currency follow. */
export function PlantStep({ planes, ...part }: PartProps & Readonly<{ planes: number }>) {
  const { text } = useText()
  const { draft, change, faultOf } = part
  const [isUnfolded, setUnfolded] = useState(false)
  const isMissing = draft.latitude.trim() === '' && draft.longitude.trim() === ''
  const isAsked = faultOf('latitude') !== undefined
  const isWrongByHand = !isMissing && byHand.some((field) => faultOf(field) !== undefined)
  return (
    <Card>
      <div className={plantFormStyles.plantFormFields}>
        <SizeFields {...part} planes={planes} />
        <div className={plantFormStyles.plantFormWide}>
          <PlaceFinderPart
            draft={draft}
            change={change}
            follows
            fault={isMissing && isAsked ? text('create-plant.place.missing') : undefined}
          />
        </div>
        <details
          className={plantFormStyles.plantFormWide}
          open={isUnfolded || isWrongByHand}
          onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        >
          <summary>{text('create-plant.place.byHand')}</summary>
          <div className={styles.plantCreateByHand}>
            <LocateButton change={change} />
            <div className={plantFormStyles.plantFormFields}>
              <PlaceFields
                {...part}
                faultOf={(field) => (isMissing && field !== 'zone' ? undefined : faultOf(field))}
              />
            </div>
          </div>
        </details>
      </div>
    </Card>
  )
}
