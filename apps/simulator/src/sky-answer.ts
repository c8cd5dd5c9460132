import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { getClearSkyIndex, type Sky } from '@heliograph/solar/clouds.ts'
import { seedFromText, smoothNoiseAt } from '@heliograph/solar/random.ts'
import { getSkyLight, getSun } from '@heliograph/solar/sky-light.ts'
import { airAt, LINKE_TURBIDITY, type PlantModel } from './plant-model.ts'

const SAMPLE_MS = 5 * MINUTE_MS

/** How wrong a forecast is: some share of another sky, more of it the further ahead. */
const errorShare = (aheadMs: number): number => (aheadMs <= 0 ? 0 : Math.min(0.8, 0.1 + (0.09 * aheadMs) / DAY_MS))

/** The sky over a plant as a weather service would know it: exactly in the past, less and less well ahead. */
export function indexAt(model: PlantModel, atMs: number, nowMs: number): number {
  const truth = getClearSkyIndex(model.sky, atMs)
  const share = errorShare(atMs - nowMs)
  if (share === 0) return truth
  const other: Sky = { ...model.sky, regionSeed: (model.sky.regionSeed ^ seedFromText('another sky')) >>> 0 }
  return truth * (1 - share) + getClearSkyIndex(other, atMs) * share
}

type Hour = Readonly<Record<(typeof variables)[number], number>>

/** Variables of the service's answer, in its own words. */
export const variables = [
  'temperature_2m',
  'relative_humidity_2m',
  'pressure_msl',
  'cloud_cover',
  'wind_speed_10m',
  'wind_direction_10m',
  'precipitation',
  'sunshine_duration',
  'shortwave_radiation',
  'direct_normal_irradiance',
  'diffuse_radiation',
  'weather_code',
] as const

const units: Hour & Readonly<Record<string, unknown>> = Object.fromEntries(
  [...['°C', '%', 'hPa', '%', 'm/s', '°', 'mm', 's', 'W/m²', 'W/m²', 'W/m²', 'wmo code']].map((unit, index) => [
    variables[index],
    unit,
  ]),
) as never

/** An answer of Open-Meteo's interface about the place of a plant, in UTC and seconds. */
export function answerSky(
  model: PlantModel,
  asked: Readonly<{ nowMs: number; fromMs: number; toMs: number; latitudeDeg: number; longitudeDeg: number }>,
): Readonly<Record<string, unknown>> {
  const count = Math.round((asked.toMs - asked.fromMs) / HOUR_MS)
  const stamps = Array.from({ length: count }, (_, i) => asked.fromMs + i * HOUR_MS)
  const hours = stamps.map((atMs) => hourAt(model, atMs, asked.nowMs))
  return {
    latitude: asked.latitudeDeg,
    longitude: asked.longitudeDeg,
    elevation: model.spec.altitudeM,
    utc_offset_seconds: 0,
    timezone: 'UTC',
    hourly_units: { time: 'unixtime', ...units },
    hourly: {
      time: stamps.map((atMs) => atMs / 1000),
      ...Object.fromEntries(variables.map((name) => [name, hours.map((hour) => Math.round(hour[name] * 10) / 10)])),
    },
  }
}

/** Values at the stamp; sums and means of the hour that ends there, as the service has them. */
function hourAt(model: PlantModel, atMs: number, nowMs: number): Hour {
  let ghi = 0
  let dni = 0
  let dhi = 0
  let sunshineS = 0
  let index = 0
  const samples = HOUR_MS / SAMPLE_MS
  for (let sample = 0; sample < samples; sample++) {
    const middleMs = atMs - HOUR_MS + (sample + 0.5) * SAMPLE_MS
    const own = indexAt(model, middleMs, nowMs)
    index += own / samples
    const light = getSkyLight(getSun(middleMs, model.place), model.place.altitudeM, LINKE_TURBIDITY, own)
    ghi += light.ghiWm2 / samples
    dni += light.dniWm2 / samples
    dhi += light.dhiWm2 / samples
    // The world's meteorologists count sunshine from this direct light on.
    if (light.dniWm2 > 120) sunshineS += HOUR_S / samples
  }
  const { temperatureC, windMs } = airAt(model, atMs)
  const code = codeOf(index, temperatureC)
  return {
    temperature_2m: temperatureC,
    relative_humidity_2m: Math.min(100, 55 + 45 * Math.max(0, 1 - index)),
    pressure_msl: 1013 + 9 * smoothNoiseAt(model.seed, 13, atMs / (2 * DAY_MS)),
    cloud_cover: Math.min(100, Math.max(0, (1 - index) * 115)),
    wind_speed_10m: windMs,
    wind_direction_10m: (180 + 170 * smoothNoiseAt(model.seed, 14, atMs / DAY_MS) + 360) % 360,
    precipitation: code === 65 || code === 75 || code === 95 ? 2.6 : code === 61 || code === 71 ? 0.4 : 0,
    sunshine_duration: sunshineS,
    shortwave_radiation: ghi,
    direct_normal_irradiance: dni,
    diffuse_radiation: dhi,
    weather_code: code,
  }
}

/** WMO code of a share of a clear sky's light. */
function codeOf(index: number, airC: number): number {
  if (index >= 0.9) return 0
  if (index >= 0.75) return 1
  if (index >= 0.55) return 2
  if (index >= 0.32) return airC > -2 && airC < 4 && index < 0.4 ? 45 : 3
  if (airC > 22) return 95
  if (airC < 1) return index < 0.2 ? 75 : 71
  return index < 0.2 ? 65 : 61
}
