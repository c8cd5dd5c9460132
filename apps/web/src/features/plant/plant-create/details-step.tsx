import { sumOfPlanes } from '@heliograph/domain/module-plane.ts'
import { ModulesPart } from '../../../plant/form/money-part.tsx'
import { freshPlane, type PlaneDraft, PlanesFields, readPlanes } from '../../../plant/form/planes-fields.tsx'
import plantFormStyles from '../../../plant/form/plant-form.module.css'
import { KindFields, type PartProps } from '../../../plant/form/plant-part.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'

/** All that may be known later: type, connection, modules; with several orientations the capacity is their sum. */
export function DetailsStep({
  planes,
  onPlanes,
  ...part
}: PartProps & Readonly<{ planes: readonly PlaneDraft[]; onPlanes: (planes: readonly PlaneDraft[]) => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { draft } = part
  const isSeveral = planes.length > 0
  const read = readPlanes(planes)
  const first: PlaneDraft = { ...freshPlane, azimuth: draft.azimuth, tilt: draft.tilt, capacity: draft.capacity }
  return (
    <>
      <Card title={text('plant-create.section.plant')}>
        <div className={plantFormStyles.plantFormFields}>
          <KindFields {...part} />
        </div>
      </Card>
      {!isSeveral && <ModulesPart {...part} />}
      <Card>
        <Checkbox
          label={text('create-plant.planes')}
          checked={isSeveral}
          onChange={(isOn) => onPlanes(isOn ? [first, { ...freshPlane, azimuth: '90' }] : [])}
        />
        {isSeveral && <PlanesFields drafts={planes} onChange={onPlanes} />}
        {isSeveral && read && (
          <p role="status">{text('create-plant.planes.sum', { capacity: format.peakWp(sumOfPlanes(read)).text })}</p>
        )}
      </Card>
    </>
  )
}
