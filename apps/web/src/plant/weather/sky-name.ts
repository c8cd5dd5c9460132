import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

/** The name of a sky; without a sun in it a clear one is not sunny. */
export const skyName = (kind: WeatherKind, isNight: boolean): TextKey =>
  isNight && kind === 'sunny' ? 'weather.kind.clear' : `weather.kind.${kind}`
