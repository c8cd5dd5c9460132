import { type WeatherHour, type WeatherKind, type WeatherPart, weatherKinds } from './weather-hour.ts'

/** A plant's day of weather; null: no hour says it. Means, except where the name says else. */
export type WeatherDay = Readonly<{
  kind: WeatherKind
  temperatureC: number | null
  temperatureMinC: number | null
  temperatureMaxC: number | null
  humidityPercent: number | null
  pressureHpa: number | null
  cloudPercent: number | null
  windMs: number | null
  windDeg: number | null
  /** Sums. */
  precipitationMm: number | null
  sunshineS: number | null
  /** On the horizontal, kWh/m2. */
  irradiationKwhM2: number | null
  /** How many hours it was made of. */
  hours: number
}>

/** Rain, snow or a thunderstorm names the day from this amount (mm) or this many hours on. */
const LEAST_MM = 0.5
const LEAST_HOURS = 2

/**
 * The weather of a day from its hours.
 * @param isLight tells whether the sun is up in an hour: fog before sunrise does not name the day; in a polar night all
 * hours count
 */
export function sumWeatherDay(hours: readonly WeatherHour[], isLight: (hour: WeatherHour) => boolean): WeatherDay {
  const valuesOf = (part: WeatherPart): readonly number[] => hours.flatMap((hour) => hour[part] ?? [])
  const mean = (part: WeatherPart): number | null => {
    const values = valuesOf(part)
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
  }
  const sum = (part: WeatherPart): number | null => {
    const values = valuesOf(part)
    return values.length > 0 ? values.reduce((all, value) => all + value, 0) : null
  }
  const lows = [...valuesOf('temperatureC'), ...valuesOf('temperatureMinC')]
  const highs = [...valuesOf('temperatureC'), ...valuesOf('temperatureMaxC')]
  const light = hours.filter(isLight)
  const ghiWh = sum('ghiWm2')
  return {
    kind: nameDay(light.length > 0 ? light : hours),
    temperatureC: mean('temperatureC'),
    temperatureMinC: lows.length > 0 ? Math.min(...lows) : null,
    temperatureMaxC: highs.length > 0 ? Math.max(...highs) : null,
    humidityPercent: mean('humidityPercent'),
    pressureHpa: mean('pressureHpa'),
    cloudPercent: mean('cloudPercent'),
    windMs: mean('windMs'),
    windDeg: meanDirection(hours),
    precipitationMm: sum('precipitationMm'),
    sunshineS: sum('sunshineS'),
    irradiationKwhM2: ghiWh === null ? null : ghiWh / 1000,
    hours: hours.length,
  }
}

/** Not the worst hour: what a person remembers of the day. */
function nameDay(hours: readonly WeatherHour[]): WeatherKind {
  const counts = new Map<WeatherKind, number>()
  for (const { kind } of hours) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const marks = (...kinds: readonly WeatherKind[]): boolean => {
    const own = hours.filter(({ kind }) => kinds.includes(kind))
    return own.length >= LEAST_HOURS || own.reduce((mm, hour) => mm + (hour.precipitationMm ?? 0), 0) >= LEAST_MM
  }
  if (marks('thunder')) return 'thunder'
  if (marks('snow-s')) return 'snow-s'
  if (marks('rainy-s', 'rainy-l'))
    return (counts.get('rainy-l') ?? 0) * 2 >= (counts.get('rainy-s') ?? 0) && counts.has('rainy-l')
      ? 'rainy-l'
      : 'rainy-s'
  const dry = weatherKinds.filter((kind) => kind !== 'unknow' && counts.has(kind))
  return dry.reduce<WeatherKind>(
    (most, kind) => ((counts.get(kind) ?? 0) > (most === 'unknow' ? 0 : (counts.get(most) ?? 0)) ? kind : most),
    'unknow',
  )
}

/** Mean direction by strength: 350 and 10 degrees make north, not south. */
function meanDirection(hours: readonly WeatherHour[]): number | null {
  let east = 0
  let north = 0
  for (const { windDeg, windMs } of hours) {
    if (windDeg === null || windDeg === undefined) continue
    const radians = (windDeg * Math.PI) / 180
    east += Math.sin(radians) * (windMs ?? 1)
    north += Math.cos(radians) * (windMs ?? 1)
  }
  if (Math.hypot(east, north) < 1e-9) return null
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
