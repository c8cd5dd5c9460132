import { formatTemperature } from '@heliograph/domain/format/temperature.ts'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { skyName } from './sky-name.ts'
import { WeatherIcon } from './weather-icon.tsx'

export type Sky = Readonly<{ kind: WeatherKind; airC: number | null; isNight: boolean }>

/** The sky in short, with its name for screen readers. @param bare the drawing alone, where there is no room */
export function ShortSky({
  kind,
  airC,
  isNight,
  size,
  bare = false,
}: Sky & Readonly<{ size: number; bare?: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  return (
    <>
      <WeatherIcon kind={kind} isNight={isNight} size={size} />
      <span className="visually-hidden">{text(skyName(kind, isNight))} </span>
      {airC !== null && (
        <span className={bare ? 'visually-hidden' : undefined}>
          {formatTemperature(airC, format.temperatureUnit, format.locale, 0).text}
        </span>
      )}
    </>
  )
}
