import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { formatWeekdayAndDay } from '@heliograph/domain/format/date.ts'
import { formatTemperature } from '@heliograph/domain/format/temperature.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { accuracyPath, plantSettingsPath } from '../../../../address/paths.ts'
import type { ForecastDay, ProductionForecast } from '../../../../api/forecast.ts'
import type { PlantSky, SkyDay } from '../../../../api/weather.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { forecastQuery } from '../../../../plant/weather/forecast-query.ts'
import { skyName } from '../../../../plant/weather/sky-name.ts'
import { skyQuery } from '../../../../plant/weather/sky-query.ts'
import { WeatherIcon } from '../../../../plant/weather/weather-icon.tsx'
import { LaterTexts } from '../../../../texts/later-texts.tsx'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Age } from '../../../../ui/age.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Hint } from '../../../../ui/hint.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ErrorPanel, Skeleton } from '../../../../ui/states.tsx'
import styles from './weather-card.module.css'

/** An answer is hourly; after this the strip says that it is old. */
const STALE_MS = 180 * MINUTE_MS

/** Seven days of weather at the plant. @param today the plant's date */
export const WeatherCard = ({ today }: Readonly<{ today: string }>) => (
  <LaterTexts feature="weather" waiting={<Skeleton height={180} />}>
    <Strip today={today} />
  </LaterTexts>
)

function Strip({ today }: Readonly<{ today: string }>) {
  const { plantId, can } = useCurrentPlant()
  const { text } = useText()
  const { data, error, refetch } = useQuery(skyQuery(plantId))
  const { data: forecast } = useQuery({ ...forecastQuery(plantId), enabled: data?.reason === '' })
  const title = text('weather.title')
  // Without a service there is nothing to say: the set-up and the README do.
  if (data?.reason === 'off') return null
  if (!data)
    return (
      <Card title={title}>
        {error ? (
          <ErrorPanel compact title={text('weather.failed')} failure={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={140} />
        )}
      </Card>
    )
  if (data.reason !== '')
    return (
      <Card title={title}>
        <Notice
          tone="neutral"
          action={
            data.reason === 'place' && can('editPlant') ? (
              <ButtonLink size="s" to={plantSettingsPath(plantId, 'place')}>
                {text('weather.place.enter')}
              </ButtonLink>
            ) : undefined
          }
        >
          {text(`weather.reason.${data.reason === 'waiting' && data.fault !== '' ? 'unanswered' : data.reason}`)}
        </Notice>
      </Card>
    )
  return (
    <Card title={title} aside={<Source sky={data} />}>
      <Lead sky={data} />
      {data.days.length === 0 ? (
        <Notice tone="neutral">{text('weather.reason.waiting')}</Notice>
      ) : (
        <ul className={styles.days}>
          {data.days.map((day) => (
            <Day
              key={day.date}
              day={day}
              forecast={forecast?.days.find(({ date }) => date === day.date)}
              isToday={day.date === today}
            />
          ))}
        </ul>
      )}
      {forecast && <ForecastNote forecast={forecast} />}
      {!data.knowsLight && <p className={styles.foot}>{text('weather.cloudsOnly')}</p>}
      {!data.knowsPast && <p className={styles.foot}>{text('weather.noPast')}</p>}
      {data.fault !== '' && <p className={styles.foot}>{text(`weather.fault.${data.fault}`)}</p>}
    </Card>
  )
}

/** Source of the weather, and its time. */
function Source({ sky }: Readonly<{ sky: PlantSky }>) {
  const { text } = useText()
  return (
    <>
      {sky.attribution && (
        <a href={sky.attribution.url} target="_blank" rel="noreferrer">
          {text('weather.by', { source: sky.attribution.text })}
        </a>
      )}
      <Age atMs={sky.answeredAtMs} staleAfterMs={STALE_MS} />
    </>
  )
}

function Lead({ sky: { now, days } }: Readonly<{ sky: PlantSky }>) {
  const { zone } = useCurrentPlant()
  const { text, rich, gap } = useText()
  const format = useFormat()
  const today = days[0]
  return (
    <p className={styles.lead}>
      {now &&
        rich('weather.now', {
          kind: text(skyName(now.kind, !now.isSunUp)),
          temperature: formatTemperature(now.temperatureC, format.temperatureUnit, format.locale, 0).text,
        })}
      {gap}
      {today?.polar && text(`weather.polar.${today.polar}`)}
      {today &&
        today.sunriseMs !== null &&
        today.sunsetMs !== null &&
        text('weather.sun', {
          rise: format.timeOfDay(today.sunriseMs, zone),
          set: format.timeOfDay(today.sunsetMs, zone),
        })}
    </p>
  )
}

/** Basis of the expected energies, and the way to their accuracy. */
function ForecastNote({ forecast }: Readonly<{ forecast: ProductionForecast }>) {
  const { plantId } = useCurrentPlant()
  const { text } = useText()
  if (forecast.reason !== '' && forecast.reason !== 'off')
    return <p className={styles.foot}>{text(`weather.forecast.reason.${forecast.reason}`)}</p>
  if (forecast.days.length === 0) return null
  return (
    <p className={styles.foot}>
      <span>{text('weather.forecast.note', { days: forecast.calibratedDays })}</span>
      <Link to={accuracyPath(plantId)}>{text('shell.plant.accuracy')}</Link>
    </p>
  )
}

type DayProps = Readonly<{ day: SkyDay; forecast: ForecastDay | undefined; isToday: boolean }>

function Day({ day, forecast, isToday }: DayProps) {
  const { text } = useText()
  const format = useFormat()
  const degrees = (celsius: number | null): string =>
    celsius === null ? '--' : formatTemperature(celsius, format.temperatureUnit, format.locale, 0).value
  return (
    <li className={cx(styles.day, isToday && styles.today)}>
      <span className={styles.name}>
        {isToday ? text('weather.today') : formatWeekdayAndDay(day.date, format.locale)}
      </span>
      <WeatherIcon kind={day.kind} size={28} />
      <span className="visually-hidden">{text(`weather.kind.${day.kind}`)}</span>
      <span className={styles.temperatures}>
        <span className={styles.high}>
          <span className="visually-hidden">{text('weather.high')} </span>
          {degrees(day.temperatureMaxC)}°
        </span>
        <span className={styles.low}>
          <span className="visually-hidden">{text('weather.low')} </span>
          {degrees(day.temperatureMinC)}°
        </span>
      </span>
      <span className={cx(styles.facts, styles.small)}>
        {forecast && (
          <Hint
            hint={text('weather.forecast.range', {
              low: format.energyWh(forecast.p10Wh).text,
              high: format.energyWh(forecast.p90Wh).text,
            })}
          >
            <b>{format.energyWh(forecast.p50Wh).text}</b>
          </Hint>
        )}
        {day.sunshineS !== null && (
          <span>{text('weather.sunshine', { hours: format.hours(day.sunshineS / 3600) })}</span>
        )}
        {(day.precipitationMm ?? 0) >= 0.1 && (
          <span>{text('weather.rain', { mm: format.number(day.precipitationMm, 1) })}</span>
        )}
      </span>
    </li>
  )
}
