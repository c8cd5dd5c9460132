import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { REFUSED_STEPS } from '../../address/paths.ts'
import { decideStep, type RefusedStep, type StepDecision } from '../../api/recounts.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useQuantityName } from '../../plant/use-quantity-name.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../ui/setting.tsx'
import { useAction } from '../../ui/use-action.ts'
import { refusedStepsQuery } from './settings-queries.ts'
import { usePlantChanged } from './use-plant-changed.ts'

/** Refused counter steps: each can be accepted or discarded. */
export function RefusedCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(refusedStepsQuery(plantId))
  const [all, setAll] = useState(false)
  const steps = data ?? []
  const { hash } = useLocation()
  const isMeant = hash === `#${REFUSED_STEPS}` && data !== undefined
  // A link leads to this card, which stands at its place only when its rows are there.
  useEffect(() => {
    if (isMeant) document.getElementById(REFUSED_STEPS)?.scrollIntoView({ block: 'start' })
  }, [isMeant])
  const open = steps.filter(({ decision }) => decision === 'open')
  const decided = steps.length - open.length
  return (
    <SettingCard
      id={REFUSED_STEPS}
      title={text('plant-settings.refused')}
      lead={text('plant-settings.refused.lead')}
      aside={
        decided > 0 && (
          <Button size="s" aria-pressed={all} onClick={() => setAll(!all)}>
            {text('plant-settings.refused.decided', { count: decided })}
          </Button>
        )
      }
    >
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data && open.length === 0 && <SettingRow icon="check" title={text('plant-settings.refused.none')} />}
      {(all ? steps : open).map((step) => (
        <StepRow key={`${step.deviceId} ${step.quantity} ${step.atMs}`} step={step} />
      ))}
    </SettingCard>
  )
}

function StepRow({ step }: Readonly<{ step: RefusedStep }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const { plantId: id, zone } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const { running, run } = useAction()
  const energy = format.energyKwh(step.after - step.before).text
  const decide = (decision: StepDecision) =>
    run(
      decision,
      async () => {
        await decideStep(id, step, decision)
        await changed()
      },
      text(`plant-settings.refused.${decision}.done`),
    )
  const button = (decision: StepDecision) => (
    <Button
      size="s"
      busy={running === decision}
      disabled={running !== undefined}
      label={text(`plant-settings.refused.${decision}.label`, { energy, device: step.deviceName })}
      onClick={() => void decide(decision)}
    >
      {text(`plant-settings.refused.${decision}`)}
    </Button>
  )
  return (
    <SettingRow
      icon="warning"
      tone="warn"
      title={text('plant-settings.refused.step', { energy, device: step.deviceName })}
      hint={[
        format.timestamp(step.atMs, zone, true),
        quantityName(step.quantity),
        text('plant-settings.refused.values', {
          before: format.energyKwh(step.before).text,
          after: format.energyKwh(step.after).text,
        }),
        step.decision !== 'open' && text(`plant-settings.refused.${step.decision}.state`),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {step.decision === 'open' ? (
        <>
          {button('accepted')}
          {button('discarded')}
        </>
      ) : (
        button('open')
      )}
    </SettingRow>
  )
}
