import { addLoggerPath } from '../../address/paths.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useText } from '../../texts/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** A plant without devices: links to adding its first logger, or says who may add one. */
export function NoDevices() {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  return (
    <div className="page">
      <Card>
        <EmptyState
          icon="logger"
          title={text('devices.none')}
          hint={text(may ? 'devices.none.hint' : 'devices.none.refused')}
        >
          {may && (
            <ButtonLink kind="primary" icon="add" to={addLoggerPath(plantId)}>
              {text('devices.addLogger')}
            </ButtonLink>
          )}
        </EmptyState>
      </Card>
    </div>
  )
}
