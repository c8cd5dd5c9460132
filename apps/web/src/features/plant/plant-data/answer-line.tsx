import { Fragment, type ReactNode } from 'react'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { partsOf } from '../../../plant/plant-parts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { answerOf } from './answer.ts'

/** The screen's first line. */
export function AnswerLine() {
  const { plant, zone } = useCurrentPlant()
  const { rich } = useText()
  const format = useFormat()
  const { now, failure } = useLiveValues()
  if (!now)
    return failure ? null : (
      <p className="answer answerSteady">
        <Skeleton width="min(520px, 90%)" height={22} />
      </p>
    )
  const { lead, clauses } = answerOf({
    now,
    parts: partsOf(now, plant.gridType),
    plantType: plant.type,
    capacityShare: now.capacityShare,
    lastTime: now.sampledAtMs === null ? '--' : format.momentOfDay(now.sampledAtMs, zone),
    sunrise: now.nextSunriseMs === null ? undefined : format.timeOfDay(now.nextSunriseMs, zone),
    today: format.energyWh(now.todayWh).text,
    power: (powerW) => format.powerW(powerW).text,
    percent: (percent) => format.percent(percent, 0),
  })
  const sentences = clauses.map(({ key, values }) => rich(key, values))
  const list = sentences.reduce<ReactNode>((head, tail, index) => {
    if (index === 0) return tail
    const last = index === sentences.length - 1
    return (
      <Fragment key={String(clauses[index]?.key)}>
        {rich(last ? 'plant-data.answer.joinLast' : 'plant-data.answer.join', { head, tail })}
      </Fragment>
    )
  }, '')
  return <p className="answer answerSteady">{rich(lead.key, { ...lead.values, list })}</p>
}
