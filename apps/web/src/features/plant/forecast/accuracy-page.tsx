import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { plantPath } from '../../../address/paths.ts'
import { type ForecastAccuracy, fetchAccuracy, type HorizonScore } from '../../../api/forecast.ts'
import { plantKey } from '../../../api/queries.ts'
import { warmCharts } from '../../../charts/use-echart.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { forecastQuery } from '../../../plant/weather/forecast-query.ts'
import { usePreferences } from '../../../preferences/preferences.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './accuracy-page.module.css'
import { JudgedChart } from './judged-chart.tsx'

const DAYS = 90

/** How good the forecasts of a plant were: what the day before said beside what came, and the error by days ahead. */
export function AccuracyPage() {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  const { layoutVersion } = usePreferences()
  useEffect(warmCharts, [])
  const { data, error, refetch } = useQuery({
    queryKey: [...plantKey(plantId), 'accuracy'],
    queryFn: ({ signal }) => fetchAccuracy(plantId, DAYS, signal),
  })
  if (!data)
    return (
      <div className="page">
        {error ? (
          <ErrorPanel failure={error} title={text('weather.accuracy.failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={380} />
        )}
      </div>
    )
  const judged = data.horizons.filter(({ days }) => days > 0)
  return (
    <div className="page">
      {/* The specification's layouts have no tab for it. */}
      {layoutVersion !== 'auto' && (
        <div>
          <ButtonLink size="s" kind="quiet" icon="arrowLeft" to={plantPath('data', { id: plantId })}>
            {text('weather.accuracy.back')}
          </ButtonLink>
        </div>
      )}
      {judged.length === 0 ? (
        <NothingJudged plantId={plantId} />
      ) : (
        <>
          <Answer judged={judged} />
          <JudgedChart days={data.days} />
          <Errors judged={judged} />
        </>
      )}
    </div>
  )
}

/** Tomorrow brings nothing where no forecast is made at all. */
function NothingJudged({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const { data: forecast, isPending } = useQuery(forecastQuery(plantId))
  if (isPending) return <Skeleton height={200} />
  const reason = forecast?.reason ?? ''
  const hint = reason === '' ? 'weather.accuracy.none.hint' : (`weather.forecast.reason.${reason}` as const)
  return <EmptyState icon="chart" title={text('weather.accuracy.none')} hint={text(hint)} />
}

function Answer({ judged }: Readonly<{ judged: ForecastAccuracy['horizons'] }>) {
  const { rich, gap } = useText()
  const format = useFormat()
  const one = judged.find(({ horizon }) => horizon === 1) ?? judged[0]
  if (one?.calibrated === null || one === undefined) return null
  const percent = (share: number): string => format.percent(share * 100, 0)
  return (
    <p className="answer">
      {rich('weather.accuracy.answer', { horizon: one.horizon, error: percent(one.calibrated), days: one.days })}
      {gap}
      {one.persistence !== null && rich('weather.accuracy.answer.repeat', { error: percent(one.persistence) })}
    </p>
  )
}

function Errors({ judged }: Readonly<{ judged: readonly HorizonScore[] }>) {
  const { text } = useText()
  const format = useFormat()
  const percent = (share: number | null): string => (share === null ? '--' : format.percent(share * 100, 1))
  const title = text('weather.accuracy.table')
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it where it is too wide */}
      <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <ColumnHeads
            labels={(['horizon', 'error', 'bare', 'repeat', 'bias', 'inside', 'days'] as const).map((column) =>
              text(`weather.accuracy.${column}`),
            )}
          />
          <tbody>
            {judged.map(({ horizon, calibrated, modelled, persistence, bias, inRange, days }) => (
              <tr key={horizon}>
                <th scope="row">{text('weather.accuracy.ahead', { horizon })}</th>
                <td>{percent(calibrated)}</td>
                <td>{percent(modelled)}</td>
                <td>{percent(persistence)}</td>
                <td>{percent(bias)}</td>
                <td>{percent(inRange)}</td>
                <td>{format.count(days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{text('weather.accuracy.note')}</p>
    </Card>
  )
}
