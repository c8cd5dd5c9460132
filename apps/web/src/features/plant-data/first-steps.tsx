import { useQuery } from '@tanstack/react-query'
import { addLoggerPath, plantPath } from '../../address/paths.ts'
import { loggersQuery } from '../../api/queries.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { isUnusable, UnusableRecords } from '../../plant/unread-reasons.tsx'
import { useText } from '../../texts/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from '../../ui/card.module.css'
import { EmptyState } from '../../ui/states.tsx'

/** A plant without a logger: adding one is the only thing to do. */
export function NoLogger() {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const may = can('addPlantDevice')
  return (
    <section className={styles.card} data-part="card">
      <EmptyState
        icon="logger"
        title={text('plant-data.noLogger')}
        hint={text(may ? 'plant-data.noLogger.hint' : 'plant-data.noLogger.ask')}
      >
        {may && (
          <ButtonLink kind="primary" icon="add" to={addLoggerPath(plantId)}>
            {text('plant-data.noLogger.add')}
          </ButtonLink>
        )}
      </EmptyState>
    </section>
  )
}

/** A logger exists, but no record has arrived. */
export function NoDataYet() {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  // Records may come and be none that can be used: then there is nothing to check at the device.
  const unusable = useQuery(loggersQuery(plantId)).data?.loggers.find(isUnusable)
  return (
    <section className={styles.card} data-part="card">
      <EmptyState
        icon="clock"
        title={text(unusable ? 'logger.state.unusable' : 'status.name.waiting')}
        hint={
          unusable ? (
            <UnusableRecords logger={unusable} />
          ) : (
            <>
              {text('error.42')} {text('plant-data.waiting.hint')}
            </>
          )
        }
      >
        <ButtonLink kind="primary" to={plantPath('device', { id: plantId })}>
          {text('plant-data.notice.devices')}
        </ButtonLink>
        {can('addPlantDevice') && (
          <ButtonLink icon="add" to={addLoggerPath(plantId)}>
            {text('plant-data.noLogger.add')}
          </ButtonLink>
        )}
      </EmptyState>
    </section>
  )
}
