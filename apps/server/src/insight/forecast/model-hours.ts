import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { fixedPlanesOf } from '@heliograph/domain/module-plane.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { describeArray, type Place, type Plane } from '@heliograph/solar/array.ts'
import { getPotential, guessAir, type KnownLight } from '@heliograph/solar/light-source.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { getLightSlots, type LightSlot, SLOTS_PER_HOUR } from '@heliograph/solar/weather-light.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'

/** An hour of the physical model: of all planes, of each, and of a clear sky. W, means; nothing is limited. */
export type ModelHour = Readonly<{
  /** Start, UTC ms. */
  atMs: number
  powerW: number
  planesW: readonly number[]
  clearW: number
}>

export type ForecastSite = Readonly<{ place: Place; planes: readonly Plane[] }>

export const siteOf = (facts: PlantFacts): ForecastSite => ({
  place: { latitudeDeg: facts.latitudeDeg, longitudeDeg: facts.longitudeDeg, altitudeM: facts.altitudeM },
  planes: fixedPlanesOf(facts),
})

const array = describeArray({ ratedAcW: 1, lossFraction: getPvwattsLossFraction({ availability: 0 }) })
const clearSky: KnownLight = { source: 'clear-sky', linkeTurbidity: 3.3 }

/**
 * Yield of a plant's planes from weather, from direct and diffuse light, hour by hour.
 * @param startsMs the starts of the hours that are wanted: a plant's clock may begin them at half past
 */
export function modelHours(
  site: ForecastSite,
  weather: readonly WeatherHour[],
  startsMs: readonly number[],
): readonly ModelHour[] {
  const slots = new Map<number, LightSlot>()
  for (const hour of weather) for (const slot of getLightSlots(hour, site.place)) slots.set(slot.atMs, slot)
  const stepMs = HOUR_MS / SLOTS_PER_HOUR
  return startsMs.flatMap((atMs): ModelHour[] => {
    const own = Array.from({ length: SLOTS_PER_HOUR }, (_, i) => slots.get(atMs + (i + 0.5) * stepMs)).filter(
      (slot) => slot !== undefined,
    )
    // Half an hour of weather says enough of an hour.
    if (own.length * 2 < SLOTS_PER_HOUR) return []
    const made = own.map((slot) => modelSlot(site, slot))
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    return [
      {
        atMs,
        powerW: mean(made.map(({ planesW }) => planesW.reduce((sum, w) => sum + w, 0))),
        planesW: site.planes.map((_, plane) => mean(made.map(({ planesW }) => planesW[plane] ?? 0))),
        clearW: mean(made.map(({ clearW }) => clearW)),
      },
    ]
  })
}

function modelSlot({ place, planes }: ForecastSite, slot: LightSlot) {
  // Night is most of the work that need not be done.
  if (slot.clearGhiWm2 <= 0) return { planesW: planes.map(() => 0), clearW: 0 }
  const guess = guessAir(slot.atMs, place.latitudeDeg, place.longitudeDeg)
  const air = { temperatureC: slot.airC ?? guess.temperatureC, windMs: slot.windMs ?? guess.windMs }
  const split =
    slot.dniWm2 === undefined || slot.dhiWm2 === undefined ? {} : { dniWm2: slot.dniWm2, dhiWm2: slot.dhiWm2 }
  const light: KnownLight = { source: 'weather', ghiWm2: slot.ghiWm2, ...split }
  return {
    planesW: planes.map((plane) => getPotential(slot.atMs, place, [plane], array, light, air).acW),
    clearW: getPotential(slot.atMs, place, planes, array, clearSky, air).acW,
  }
}
