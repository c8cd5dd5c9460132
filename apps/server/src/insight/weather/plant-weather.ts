import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { addDays, addMonths, dayBounds, daysBetween, isDate, localDate } from '@heliograph/domain/time.ts'
import { sumWeatherDay, type WeatherDay } from '@heliograph/domain/weather/weather-day.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { findSunEvents, type SunEvents } from '@heliograph/solar/sun-events.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import { getFacts, type PlantFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FaultKind } from './provider.ts'
import { providers, type WeatherSettings } from './providers.ts'
import { readPlantHours, readWeatherState } from './read-weather.ts'

/** Days of the strip, today among them. */
const STRIP_DAYS = 7

/** The source of the weather, and its age. */
export type WeatherSource = Readonly<{
  zone: string
  /** Why there is none; '': there is. */
  reason: '' | 'off' | 'place' | 'waiting'
  provider: string
  attribution: Readonly<{ text: string; url: string }> | null
  /** Whether it reports the light itself, not only clouds. */
  knowsLight: boolean
  /** Whether it reports the past; else earlier days are its forecasts of them. */
  knowsPast: boolean
  answeredAtMs: number | null
  fault: '' | FaultKind
}>
export type PlantDay = Readonly<{ date: string; weather: WeatherDay; sun: SunEvents }>
export type PlantHour = Readonly<{ hour: WeatherHour; isSunUp: boolean }>

/** Now and the days of the strip. @throws Refusal NOT_FOUND */
export async function plantForecast(
  db: Db,
  settings: WeatherSettings,
  plantId: number,
  nowMs: number,
): Promise<Readonly<{ source: WeatherSource; now: PlantHour | null; days: readonly PlantDay[] }>> {
  const facts = await getFacts(db, plantId)
  const source = await findSource(db, settings, facts)
  if (source.reason !== '') return { source, now: null, days: [] }
  const today = localDate(nowMs, facts.zone)
  const { days, hours } = await readDays(db, facts, today, addDays(today, STRIP_DAYS - 1))
  const hour = hours.findLast(({ atMs }) => atMs <= nowMs && nowMs < atMs + HOUR_MS)
  return { source, now: hour ? toPlantHour(hour, facts, nowMs) : null, days }
}

/** One day by hours. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantWeatherDay(
  db: Db,
  settings: WeatherSettings,
  plantId: number,
  date: string | undefined,
  nowMs: number,
): Promise<Readonly<{ source: WeatherSource; date: string; day: PlantDay | null; hours: readonly PlantHour[] }>> {
  const facts = await getFacts(db, plantId)
  const wanted = date ?? localDate(nowMs, facts.zone)
  if (!isDate(wanted) || wanted < '1970' || wanted >= '2200') throw new Refusal('PARAM_ERROR', { field: 'date' })
  const source = await findSource(db, settings, facts)
  const { days, hours } = await readDays(db, facts, wanted, wanted)
  return { source, date: wanted, day: days[0] ?? null, hours: hours.map((hour) => toPlantHour(hour, facts)) }
}

/** A month by days; days without an hour are absent. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantWeatherMonth(
  db: Db,
  settings: WeatherSettings,
  plantId: number,
  month: string | undefined,
  nowMs: number,
): Promise<Readonly<{ source: WeatherSource; month: string; days: readonly PlantDay[] }>> {
  const facts = await getFacts(db, plantId)
  const wanted = month ?? localDate(nowMs, facts.zone).slice(0, 7)
  if (wanted < '1970' || wanted >= '2200') throw new Refusal('PARAM_ERROR', { field: 'month' })
  const source = await findSource(db, settings, facts)
  const { days } = await readDays(db, facts, `${wanted}-01`, addDays(`${addMonths(wanted, 1)}-01`, -1))
  return { source, month: wanted, days }
}

/** Some days in the past, and the service that told of them; without an hour a day is absent. */
export async function plantWeatherOf(
  db: Db,
  facts: PlantFacts,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<Pick<WeatherSource, 'attribution' | 'knowsPast'> & Readonly<{ days: readonly PlantDay[] }>> {
  const [{ attribution, knowsPast }, { days }] = await Promise.all([
    findSource(db, null, facts),
    readDays(db, facts, from, to),
  ])
  return { attribution, knowsPast, days }
}

const toPlantHour = (hour: WeatherHour, place: PlantFacts, atMs = hour.atMs + HOUR_MS / 2): PlantHour => ({
  hour,
  isSunUp: isSunUp(atMs, place),
})

async function findSource(db: Db, settings: WeatherSettings, facts: PlantFacts): Promise<WeatherSource> {
  const state = await readWeatherState(db, facts.plantId)
  const known = Object.values(providers).find(({ name }) => name === state?.provider)
  const reason = !hasPlace(facts)
    ? 'place'
    : settings === null
      ? 'off'
      : (state?.answeredAtMs ?? null) === null
        ? 'waiting'
        : ''
  return {
    zone: facts.zone,
    reason,
    answeredAtMs: state?.answeredAtMs ?? null,
    provider: known?.name ?? '',
    attribution: known?.attribution ?? null,
    knowsLight: known?.knowsLight ?? false,
    knowsPast: known?.knowsPast ?? true,
    fault: reason === 'off' ? '' : ((state?.fault ?? '') as WeatherSource['fault']),
  }
}

async function readDays(
  db: Db,
  facts: PlantFacts,
  from: string,
  to: string,
): Promise<Readonly<{ days: readonly PlantDay[]; hours: readonly WeatherHour[] }>> {
  const { zone, latitudeDeg, longitudeDeg } = facts
  // A day begins with the hour that covers its midnight: in zones of half hours that one began before it.
  const fromMs = dayBounds(from, zone).fromMs - HOUR_MS / 2
  const read = await readPlantHours(db, facts.plantId, fromMs, dayBounds(to, zone).toMs)
  const hours = read.filter(({ atMs }) => localDate(atMs + HOUR_MS / 2, zone) <= to)
  const byDate = new Map<string, WeatherHour[]>()
  for (const hour of hours) {
    const date = localDate(hour.atMs + HOUR_MS / 2, zone)
    const own = byDate.get(date)
    if (own) own.push(hour)
    else byDate.set(date, [hour])
  }
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i)).flatMap((date) => {
    const own = byDate.get(date)
    if (own === undefined) return []
    const bounds = dayBounds(date, zone)
    return [
      {
        date,
        weather: sumWeatherDay(own, ({ atMs }) => isSunUp(atMs + HOUR_MS / 2, facts)),
        sun: findSunEvents(bounds.fromMs, bounds.toMs, latitudeDeg, longitudeDeg),
      },
    ]
  })
  return { days, hours }
}
