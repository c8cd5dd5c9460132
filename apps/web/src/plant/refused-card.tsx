import { addDays, localDate } from '@heliograph/domain/time.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { explorerPath, REFUSED_STEPS } from '../address/paths.ts'
import { plantKey } from '../api/queries.ts'
import {
  type Decidable,
  decideStep,
  fetchRefused,
  type RefusedPower,
  type RefusedStep,
  type StepDecision,
} from '../api/recounts.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../ui/setting.tsx'
import { useAction } from '../ui/use-action.ts'
import { useCurrentPlant } from './current-plant.ts'
import { usePlantChanged } from './use-plant-changed.ts'
import { useQuantityName } from './use-quantity-name.ts'

const refusedStepsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'refused-steps'],
    queryFn: ({ signal }) => fetchRefused(plantId, signal),
  })

/** Refused counter steps and powers: each can be accepted or discarded. */
export function RefusedCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(refusedStepsQuery(plantId))
  const [all, setAll] = useState(false)
  const steps = data?.steps ?? []
  const powers = data?.powers ?? []
  const { hash } = useLocation()
  const isMeant = hash === `#${REFUSED_STEPS}` && data !== undefined
  // A link leads to this card, which stands at its place only when its rows are there.
  useEffect(() => {
    if (isMeant) document.getElementById(REFUSED_STEPS)?.scrollIntoView({ block: 'start' })
  }, [isMeant])
  const isShown = ({ decision }: Pick<RefusedStep, 'decision'>): boolean => all || decision === 'open'
  const decided = [...steps, ...powers].filter(({ decision }) => decision !== 'open').length
  const isEmpty = decided === steps.length + powers.length
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
      {data && isEmpty && <SettingRow icon="check" title={text('plant-settings.refused.none')} />}
      {steps.filter(isShown).map((step) => (
        <StepRow key={`${step.deviceId} ${step.quantity} ${step.atMs}`} step={step} />
      ))}
      {powers.filter(isShown).map((power) => (
        <PowerRow key={`${power.deviceId} ${power.quantity} ${power.dayMs}`} power={power} />
      ))}
    </SettingCard>
  )
}

function StepRow({ step }: Readonly<{ step: RefusedStep }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const { zone } = useCurrentPlant()
  const energy = format.energyWh(step.afterWh - step.beforeWh).text
  const facts = [
    format.moment(step.atMs, zone, true),
    quantityName(step.quantity),
    text('plant-settings.refused.values', {
      before: format.energyWh(step.beforeWh).text,
      after: format.energyWh(step.afterWh).text,
    }),
  ]
  return (
    <DecisionRow
      title={text('plant-settings.refused.step', { energy, device: step.deviceName })}
      facts={facts}
      aroundMs={step.atMs}
      refused={step}
      amount={energy}
    />
  )
}

function PowerRow({ power }: Readonly<{ power: RefusedPower }>) {
  const { text } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const { zone } = useCurrentPlant()
  const { peakW, limitW, readings, firstAtMs, lastAtMs } = power
  const peak = format.powerW(peakW).text
  const facts = [
    text('plant-settings.refused.power.span', {
      from: format.moment(firstAtMs, zone),
      to: format.moment(lastAtMs, zone),
      count: readings,
    }),
    quantityName(power.quantity),
    text('plant-settings.refused.power.limit', { limit: format.powerW(limitW).text }),
  ]
  return (
    <DecisionRow
      title={text('plant-settings.refused.power', { power: peak, device: power.deviceName })}
      facts={facts}
      aroundMs={firstAtMs}
      refused={{ ...power, atMs: power.dayMs }}
      amount={peak}
    />
  )
}

type DecidableRow = Decidable & Readonly<{ deviceName: string; decision: StepDecision }>

function DecisionRow({
  title,
  facts,
  aroundMs,
  refused,
  amount,
}: Readonly<{
  title: string
  facts: readonly string[]
  /** When it happened: the way to its curve. */
  aroundMs: number
  refused: DecidableRow
  amount: string
}>) {
  const { text } = useText()
  const { plantId: id, zone } = useCurrentPlant()
  const changed = usePlantChanged(id)
  const { running, run } = useAction()
  const decide = (decision: StepDecision) =>
    run(
      decision,
      async () => {
        await decideStep(id, refused, decision)
        await changed()
      },
      text(`plant-settings.refused.${decision}.done`),
    )
  const button = (decision: StepDecision) => (
    <Button
      size="s"
      busy={running === decision}
      disabled={running !== undefined}
      label={text(`plant-settings.refused.${decision}.label`, { energy: amount, device: refused.deviceName })}
      onClick={() => void decide(decision)}
    >
      {text(`plant-settings.refused.${decision}`)}
    </Button>
  )
  const date = localDate(aroundMs, zone)
  const curve = explorerPath([`d${refused.deviceId}:${refused.quantity}`], {
    span: 'range',
    from: addDays(date, -1),
    to: addDays(date, 1),
    every: 'sample',
  })
  const state = refused.decision === 'open' ? [] : [text(`plant-settings.refused.${refused.decision}.state`)]
  return (
    <SettingRow icon="warning" tone="warn" title={title} hint={[...facts, ...state].join(' · ')}>
      <ButtonLink size="s" kind="quiet" icon="chart" label={text('quality.curve')} to={curve} />
      {refused.decision === 'open' ? (
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
