/** The sky over a plant. */
import {
  type SkyDay,
  type SkyHour,
  type SkySource,
  skyDay,
  skyHour,
  skySource,
} from '@heliograph/contract/codecs/weather.ts'
import { call } from './call.ts'

export type { SkyDay }
export type PlantSky = SkySource & Readonly<{ now: SkyHour | null; days: readonly SkyDay[] }>

export async function fetchSky(plantId: number, signal?: AbortSignal): Promise<PlantSky> {
  const query = { plantId: String(plantId) }
  const wire = await call('GET /region-s/weather/searchForecast', { query }, { signal })
  return {
    ...skySource.fromWire(wire),
    now: wire.now && skyHour.fromWire(wire.now),
    days: wire.data.map(skyDay.fromWire),
  }
}
