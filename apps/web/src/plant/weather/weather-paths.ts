import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'

/** A drawing in strokes on a grid of 24: what lights the sky, the cloud, and what falls from it. */
export type WeatherPaths = Readonly<{ light?: string; cloud?: string; fall?: string }>

const SUN =
  'M12 7.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 0 1 0-8.4zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4'
const MOON = 'M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2z'
/** Behind a cloud, in the upper left. */
const SMALL_SUN = 'M5.4 10.6a3.4 3.4 0 0 1 5.9-3.2M8.4 2.6v1.3M2.2 8.8h1.3M4 4.4l.9.9M12.8 4.4l-.9.9'
const SMALL_MOON = 'M6.2 10.4A4.4 4.4 0 0 1 8 3a3.6 3.6 0 0 0 4.4 3.9'
/** The same behind the higher cloud, which leaves less of them. */
const TINY_SUN = 'M3.7 7.8a2.9 2.9 0 0 1 4.2-4M6 1v.9M1 6h.9M2.5 2.5l.6.6'
const TINY_MOON = 'M4.6 8.6A3.4 3.4 0 0 1 5.4 2.2a2.9 2.9 0 0 0 2.4 2.9'
const CLOUD = 'M8 19.5h8.6a3.7 3.7 0 0 0 .5-7.36 5.2 5.2 0 0 0-9.9-.5A4 4 0 0 0 8 19.5z'
const HIGH_CLOUD = 'M8 15.5h8.6a3.4 3.4 0 0 0 .5-6.76 5.2 5.2 0 0 0-9.9-.4A3.7 3.7 0 0 0 8 15.5z'
const MIST = 'M3.5 12.5h14M6.5 16h14M4.5 19.5h12'

const under = (isNight: boolean): string => (isNight ? SMALL_MOON : SMALL_SUN)

/** By the words of the specification, for day and night. */
export const weatherPaths: Readonly<Record<WeatherKind, (isNight: boolean) => WeatherPaths>> = {
  sunny: (isNight) => ({ light: isNight ? MOON : SUN }),
  cloudy: (isNight) => ({ light: under(isNight), cloud: CLOUD }),
  foggy: (isNight) => ({
    light: isNight ? SMALL_MOON : 'M7 9.5a5 5 0 0 1 10 0M12 2.6v1.3M5.3 5l.9.9M18.7 5l-.9.9',
    fall: MIST,
  }),
  'rainy-s': (isNight) => ({
    light: isNight ? TINY_MOON : TINY_SUN,
    cloud: HIGH_CLOUD,
    fall: 'M10 18.5l-.6 2M14.5 18.5l-.6 2',
  }),
  'rainy-l': (isNight) => ({
    ...(isNight ? { light: TINY_MOON } : {}),
    cloud: HIGH_CLOUD,
    fall: 'M8.4 18l-1 3.4M12.2 18l-1 3.4M16 18l-1 3.4',
  }),
  'snow-s': (isNight) => ({
    ...(isNight ? { light: TINY_MOON } : {}),
    cloud: HIGH_CLOUD,
    fall: 'M8.5 18.2v2.8M7.3 18.9l2.4 1.4M9.7 18.9l-2.4 1.4M15 18.2v2.8M13.8 18.9l2.4 1.4M16.2 18.9l-2.4 1.4',
  }),
  thunder: (isNight) => ({
    ...(isNight ? { light: TINY_MOON } : {}),
    cloud: HIGH_CLOUD,
    fall: 'M12.8 14l-2.6 4h3.4l-2 4',
  }),
  unknow: () => ({ cloud: 'M5.5 12h.01M12 12h.01M18.5 12h.01' }),
}
