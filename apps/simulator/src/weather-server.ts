import { createServer, type Server } from 'node:http'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { fleet } from './fleet.ts'
import { createPlantModel, type PlantModel } from './plant-model.ts'
import { answerSky } from './sky-answer.ts'

/** Places further from every plant than this are not known, degrees. */
const NEAR_DEG = 0.1

/**
 * A weather service about the simulated sky, with Open-Meteo's interface (GET /v1/forecast, /v1/archive): its past is
 * the very sky that made the plants' power, its forecast is less certain.
 */
export function createWeatherServer(options: Readonly<{ seed: number; now: () => number }>): Server {
  const models = fleet.map((spec) => createPlantModel(spec, [], options.seed))
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const refuse = (reason: string): void => reply(400, { error: true, reason })
    const isArchive = url.pathname === '/v1/archive'
    if (request.method !== 'GET' || !(isArchive || url.pathname === '/v1/forecast'))
      return reply(404, { error: true, reason: 'Not Found' })
    const number = (name: string, fallback: number, least: number, most: number): number => {
      const text = url.searchParams.get(name)
      const value = text === null ? fallback : Number(text)
      return Number.isFinite(value) && value >= least && value <= most ? value : Number.NaN
    }
    const latitudeDeg = number('latitude', Number.NaN, -90, 90)
    const longitudeDeg = number('longitude', Number.NaN, -180, 180)
    const pastDays = number('past_days', 0, 0, 92)
    const forecastDays = number('forecast_days', 7, 0, 16)
    if ([latitudeDeg, longitudeDeg, pastDays, forecastDays].some(Number.isNaN))
      return refuse('A parameter is out of range')
    if (url.searchParams.get('timezone') !== 'UTC' || url.searchParams.get('timeformat') !== 'unixtime')
      return refuse('This server knows only timezone=UTC and timeformat=unixtime')
    const model = findModel(models, latitudeDeg, longitudeDeg)
    if (model === undefined) return refuse('No simulated plant is near this place')
    const nowMs = options.now()
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
    const [fromMs, toMs] = isArchive
      ? [
          Date.parse(url.searchParams.get('start_date') ?? ''),
          Date.parse(url.searchParams.get('end_date') ?? '') + DAY_MS,
        ]
      : [todayMs - pastDays * DAY_MS, todayMs + forecastDays * DAY_MS]
    if (isArchive && !(toMs > fromMs && toMs - fromMs <= 366 * DAY_MS && toMs <= todayMs + DAY_MS))
      return refuse('A date is out of range')
    reply(200, answerSky(model, { nowMs, fromMs, toMs, latitudeDeg, longitudeDeg }))
  })
}

const findModel = (models: readonly PlantModel[], latitudeDeg: number, longitudeDeg: number): PlantModel | undefined =>
  models
    .map((model) => ({
      model,
      away: Math.max(
        Math.abs(model.place.latitudeDeg - latitudeDeg),
        Math.abs(model.place.longitudeDeg - longitudeDeg),
      ),
    }))
    .filter(({ away }) => away <= NEAR_DEG)
    .sort((a, b) => a.away - b.away)[0]?.model
