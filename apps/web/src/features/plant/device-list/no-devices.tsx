import { addLoggerPath } from '../../../address/paths.ts'
import type { Claim } from '../../../api/claims.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ClaimsSection } from './claims-section.tsx'

/** A plant without devices: links to adding its first logger, or says who may add one. Those that it claims are listed. */
export function NoDevices({ claims }: Readonly<{ claims: readonly Claim[] }>) {
  const { text } = useText()
  const { plantId, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  return (
    <div className="page">
      <ClaimsSection claims={claims} />
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
