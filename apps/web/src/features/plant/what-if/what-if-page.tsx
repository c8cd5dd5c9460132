import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { plantKey } from '../../../api/queries.ts'
import { fetchReplay, type PlantChange, type Replay } from '../../../api/what-if.ts'
import { warmCharts } from '../../../charts/use-echart.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { AssumedCard } from './assumed-card.tsx'
import { ChangeCard } from './change-card.tsx'
import { isUnchanged, readDraft, toChange } from './change-draft.ts'
import { EffectCard } from './effect-card.tsx'
import { MonthsChart } from './months-chart.tsx'

const SETTLED_MS = 300

const unchanged: PlantChange = { battery: null, moreWp: 0, tariff: null }

/** A replay with the change that it is of, which the form may have left behind. */
type Played = Readonly<{ change: PlantChange; replay: Replay }>

const replayQuery = (plantId: number, change: PlantChange) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'what-if', change],
    queryFn: async ({ signal }): Promise<Played> => ({ change, replay: await fetchReplay(plantId, change, signal) }),
    placeholderData: keepPreviousData,
  })

/** The plant's own last year with another battery, more panels or other prices. */
export function WhatIfPage() {
  const { plantId } = useCurrentPlant()
  const { params, change: changeAddress } = useUrlState()
  const { text } = useText()
  useEffect(warmCharts, [])
  const draft = readDraft(params)
  const typed = toChange(draft)
  const asked = useSettled(typed ?? unchanged, SETTLED_MS)
  const { data, error, refetch, isPlaceholderData } = useQuery(replayQuery(plantId, asked))
  // A change that fails leaves no data: the form is drawn by the last replay, so that its value can be corrected.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const played = data ?? last
  const failed =
    !data && error ? (
      <ErrorPanel failure={error} title={text('what-if.failed')} onRetry={() => void refetch()} />
    ) : undefined
  if (!played)
    return (
      <div className="page">
        {failed ?? (
          <>
            <Skeleton height={26} />
            <Skeleton height={260} />
            <Skeleton height={380} />
          </>
        )}
      </div>
    )
  const { change, replay } = played
  if (replay.days === 0)
    return (
      <div className="page">
        <EmptyState icon="chart" title={text('what-if.none')} hint={text('what-if.none.hint')} />
        <AssumedCard replay={replay} change={unchanged} />
      </div>
    )
  const isChanged = !isUnchanged(change)
  return (
    <div className="page" aria-busy={isPlaceholderData}>
      {!failed &&
        (typed ? (
          <Answer replay={replay} isChanged={isChanged} />
        ) : (
          <p className="answer answerSteady" role="status">
            {text('what-if.answer.wrong')}
          </p>
        ))}
      <div className="span-5">
        <ChangeCard draft={draft} replay={replay} onChange={(changes) => changeAddress(changes, { replace: true })} />
      </div>
      <div className="span-7">{failed ?? <EffectCard replay={replay} draft={draft} isChanged={isChanged} />}</div>
      {!failed && (
        <>
          <MonthsChart replay={replay} />
          <AssumedCard replay={replay} change={change} />
        </>
      )}
    </div>
  )
}

/** Half a cent is nothing. */
const NOTHING = 0.005

function Answer({ replay, isChanged }: Readonly<{ replay: Replay; isChanged: boolean }>) {
  const { rich, gap } = useText()
  const format = useFormat()
  const { days, ofDays, whole, range, currency, meter, isUnpriced } = replay
  const { before, after } = whole
  if (!isChanged)
    return <p className="answer answerSteady">{rich('what-if.answer.now', { days, ofDays: format.count(ofDays) })}</p>
  const isCounted = !isUnpriced || after.money.cost !== null
  const gain = !isCounted || before.balance === null || after.balance === null ? null : after.balance - before.balance
  const money = (amount: number): string => format.money(amount, currency)
  const key = gain === null || Math.abs(gain) < NOTHING ? 'same' : gain > 0 ? 'less' : 'more'
  const [low, high] = [range?.careful.balance ?? null, range?.hopeful.balance ?? null]
  const hasRange = gain !== null && before.balance !== null && low !== null && high !== null && high - low >= 1
  const energy = (wh: number | null): string => format.energyWh(wh).text
  return (
    <p className="answer answerSteady" aria-live="polite">
      {gain !== null && (
        <>
          {rich(`what-if.answer.${key}`, { amount: money(Math.abs(gain)), days, ofDays: format.count(ofDays) })}
          {gap}
        </>
      )}
      {hasRange && (
        <>
          {rich('what-if.answer.range', {
            low: money(low - (before.balance ?? 0)),
            high: money(high - (before.balance ?? 0)),
          })}
          {gap}
        </>
      )}
      {meter === 'grid'
        ? rich('what-if.answer.energy', { before: energy(before.importWh), after: energy(after.importWh) })
        : rich('what-if.answer.produced', { before: energy(before.generationWh), after: energy(after.generationWh) })}
    </p>
  )
}
