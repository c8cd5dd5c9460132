import { addLoggerPath } from '../address/paths.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useCurrentPlant, useLiveValues } from './current-plant.ts'

/** Nothing has ever come: what a page would say about its figures would be untrue. */
export function useHasNoData(): boolean {
  const { plant } = useCurrentPlant()
  const { now } = useLiveValues()
  return (now ?? plant).status === 'waiting'
}

/** In place of figures of a plant that has never sent any: what is missing, and the way to it. */
export function BeforeData() {
  const { text } = useText()
  const { plantId, plant, can } = useCurrentPlant()
  const may = can('addPlantDevice')
  const lacks = plant.loggerCount === 0
  return (
    <EmptyState
      icon={lacks ? 'logger' : 'clock'}
      title={text(lacks ? 'plant-data.noLogger' : 'status.name.waiting')}
      hint={text(lacks ? (may ? 'devices.none.hint' : 'plant-data.noLogger.ask') : 'error.42')}
    >
      {may && (
        <ButtonLink kind="primary" {...(lacks ? { icon: 'add' as const } : {})} to={addLoggerPath(plantId)}>
          {text(lacks ? 'plant-data.noLogger.add' : 'first-steps.logger.check')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
