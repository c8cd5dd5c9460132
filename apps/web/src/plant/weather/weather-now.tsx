import { useQuery } from '@tanstack/react-query'
import { LaterTexts } from '../../texts/later-texts.tsx'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Hint } from '../../ui/hint.tsx'
import { ShortSky } from './short-sky.tsx'
import { skyName } from './sky-name.ts'
import { skyQuery } from './sky-query.ts'
import styles from './weather-now.module.css'

/** In the head of a plant: the weather of the hour, who says so, and how old it is. */
export const WeatherNow = ({ plantId }: Readonly<{ plantId: number }>) => (
  <LaterTexts feature="weather" waiting={null}>
    <HeadSky plantId={plantId} />
  </LaterTexts>
)

function HeadSky({ plantId }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery(skyQuery(plantId))
  if (!data?.now) return null
  const { kind, temperatureC, isSunUp, humidityPercent, windMs } = data.now
  const facts = [
    text(skyName(kind, !isSunUp)),
    humidityPercent !== null && text('weather.humidity', { percent: format.percent(humidityPercent, 0) }),
    windMs !== null && text('weather.wind', { speed: format.number(windMs, 1) }),
    data.attribution && text('weather.by', { source: data.attribution.text }),
    data.answeredAtMs !== null && format.age(Date.now() - data.answeredAtMs),
  ]
  return (
    <Hint className={styles.weatherNow} hint={facts.filter(Boolean).join(' · ')}>
      <ShortSky kind={kind} airC={temperatureC} isNight={!isSunUp} size={20} />
    </Hint>
  )
}
