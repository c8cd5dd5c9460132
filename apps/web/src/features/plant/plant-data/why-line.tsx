import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import { fetchPeriodWhy, type PeriodWhy } from '../../../api/performance.ts'
import { plantKey } from '../../../api/queries.ts'
import { periodKey } from '../../../charts/period/period.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { LossWords } from '../../../plant/losses/loss-words.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Explain } from '../../../ui/explain.tsx'
import { useDrawn } from '../../../ui/extra-part.tsx'
import type { ChosenPeriod } from './chosen-period.ts'
import styles from './headline-figure.module.css'

/** Days are judged once a day. */
const periodWhyQuery = (plantId: number, type: ChosenPeriod['view'], date: string) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'why', type, date],
    queryFn: ({ signal }) => fetchPeriodWhy(plantId, type, date, signal),
    staleTime: 10 * MINUTE_MS,
  })

/** "Why 13.9 and not 17 kWh?" of judged days; nothing where none is judged, or nothing is missing. */
export function WhyLine({ period }: Readonly<{ period: ChosenPeriod }>) {
  const { plantId } = useCurrentPlant()
  const { view, date, isCurrent } = period
  const key = view === 'day' ? date : periodKey(view, date)
  const isDrawn = useDrawn()
  // A day is judged when it is over.
  const isAsked = isDrawn && !(view === 'day' && isCurrent)
  const { data: why } = useQuery({ ...periodWhyQuery(plantId, view, key), enabled: isAsked })
  if (!isAsked || !why) return null
  return (
    <LaterTexts feature="performance" waiting={null}>
      <Why why={why} view={view} date={date} />
    </LaterTexts>
  )
}

function Why({ why, view, date }: Readonly<{ why: PeriodWhy; view: ChosenPeriod['view']; date: string }>) {
  const { plantId } = useCurrentPlant()
  const { text, gap } = useText()
  const format = useFormat()
  const { producedWh, expectedWh, causes, days, judgedDays, currency } = why
  const energy = (wh: number): string => format.energyWh(wh).text
  const question = text('performance.figure.why', { produced: energy(producedWh), expected: energy(expectedWh) })
  const place = { id: plantId, view: view === 'day' ? ('month' as const) : view, date }
  return (
    <div className={styles.headlineWhy} data-part="headline-why">
      <Link to={plantPath('performance', place)}>{question}</Link>
      <Explain of={question}>
        {causes.map(({ loss, money, names }) => (
          <p key={loss.kind}>
            <b>
              {text('performance.figure.cause', {
                cause: text(`performance.loss.${loss.kind}`),
                energy: energy(loss.judgedWh),
              })}
              {money !== null && ` · ${format.money(money, currency)}`}
            </b>
            {gap}
            <LossWords loss={loss} nameOf={() => names[0]} />
          </p>
        ))}
        {judgedDays < days && <p>{text('performance.figure.days', { judged: judgedDays, days })}</p>}
      </Explain>
    </div>
  )
}
