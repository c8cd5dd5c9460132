/** The weather words of the specification; `unknow` is its own spelling. */
export const weatherKinds = ['sunny', 'cloudy', 'foggy', 'rainy-s', 'rainy-l', 'snow-s', 'thunder', 'unknow'] as const
export type WeatherKind = (typeof weatherKinds)[number]

/** The measured parts of an hour, with the least and most that can be true: anything else is no value. */
export const weatherRanges = {
  /** Air 2 m above ground at the start of the hour, degC. */
  temperatureC: [-90, 60],
  /** Lowest and highest of a longer step that the hour belongs to, degC. */
  temperatureMinC: [-90, 60],
  temperatureMaxC: [-90, 60],
  humidityPercent: [0, 100],
  /** At sea level. */
  pressureHpa: [850, 1100],
  cloudPercent: [0, 100],
  windMs: [0, 120],
  /** Where it comes from, 0 north, 90 east. */
  windDeg: [0, 360],
  /** In the hour, mm of water. */
  precipitationMm: [0, 400],
  /** In the hour, s. */
  sunshineS: [0, 3600],
  /** Means over the hour, W/m2: global and diffuse on the horizontal, direct on a plane that faces the sun. */
  ghiWm2: [0, 1600],
  dniWm2: [0, 1400],
  dhiWm2: [0, 1200],
} as const
export type WeatherPart = keyof typeof weatherRanges
export const weatherParts = Object.keys(weatherRanges) as readonly WeatherPart[]

/**
 * The weather of one UTC hour. `atMs` is its start; null: the provider does not say. Irradiance, sunshine and
 * precipitation are of the hour that begins there, everything else is at its start.
 */
export type WeatherHour = Readonly<{ atMs: number; kind: WeatherKind }> &
  Readonly<Partial<Record<WeatherPart, number | null>>>

/** The hours of a UTC day by part, 24 values each; null: not known. */
export type WeatherColumns = Readonly<{ kind: readonly (WeatherKind | null)[] }> &
  Readonly<Partial<Record<WeatherPart, readonly (number | null)[]>>>
