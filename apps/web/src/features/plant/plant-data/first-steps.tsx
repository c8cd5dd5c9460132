import { useQuery } from '@tanstack/react-query'
import { addLoggerPath, plantPath } from '../../../address/paths.ts'
import { loggersQuery } from '../../../api/device-queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { isUnusable, UnusableRecords } from '../../../plant/unread-reasons.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from '../../../ui/card.module.css'
import { EmptyState } from '../../../ui/states.tsx'
import { type Step, Steps } from '../../../ui/steps.tsx'

function usePlantStep(): Step {
  const { plant } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  return {
    title: text('first-steps.plant'),
    hint: text('first-steps.plant.done', { name: plant.name, capacity: format.peakWp(plant.capacityWp).text }),
    state: 'done',
  }
}

/** A plant without a logger: adding one is the only thing to do. */
export function NoLogger() {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const plantStep = usePlantStep()
  const may = can('addPlantDevice')
  const steps: readonly Step[] = [
    plantStep,
    {
      title: text('first-steps.logger'),
      hint: text(may ? 'first-steps.logger.hint' : 'plant-data.noLogger.ask'),
      state: 'now',
      action: may && (
        <ButtonLink kind="primary" icon="add" to={addLoggerPath(plantId)}>
          {text('plant-data.noLogger.add')}
        </ButtonLink>
      ),
    },
    { title: text('first-steps.data'), hint: text('first-steps.data.hint'), state: 'next' },
  ]
  return (
    <section className={styles.card} data-part="card">
      <EmptyState wide icon="logger" title={text('plant-data.noLogger')}>
        <Steps steps={steps} />
      </EmptyState>
    </section>
  )
}

/** A logger exists, but no record has arrived. */
export function NoDataYet() {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const plantStep = usePlantStep()
  // Records may come and be none that can be used: then there is nothing to check at the device.
  const unusable = useQuery(loggersQuery(plantId)).data?.loggers.find(isUnusable)
  const steps: readonly Step[] = [
    plantStep,
    { title: text('first-steps.logger'), hint: text('first-steps.logger.done'), state: 'done' },
    {
      title: text('first-steps.data'),
      hint: unusable ? (
        <UnusableRecords logger={unusable} />
      ) : (
        <>
          <p>{text('first-steps.data.hint')}</p>
          <p>{text('error.42')}</p>
        </>
      ),
      state: 'now',
      action: (
        <>
          {can('addPlantDevice') && (
            <ButtonLink kind="primary" to={addLoggerPath(plantId)}>
              {text('first-steps.logger.check')}
            </ButtonLink>
          )}
          <ButtonLink to={plantPath('device', { id: plantId })}>{text('plant-data.notice.devices')}</ButtonLink>
        </>
      ),
    },
  ]
  return (
    <section className={styles.card} data-part="card">
      <EmptyState wide icon="clock" title={text(unusable ? 'logger.state.unusable' : 'status.name.waiting')}>
        <Steps steps={steps} />
      </EmptyState>
    </section>
  )
}
