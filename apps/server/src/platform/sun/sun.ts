import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { fixedPlanesOf, type ModulesOfPlant } from '@heliograph/domain/module-plane.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'

/** A plant's position and the orientation of its modules: degrees, meters. */
export type Site = ModulesOfPlant & Readonly<{ latitudeDeg: number; longitudeDeg: number; altitudeM: number }>

/** Energy expected from the sun between two instants, Wh for each W of rated power. */
export type SunWeight = (fromMs: number, toMs: number) => number

const SLOT_MS = 20 * MINUTE_MS
const ordinaryWeather = { temperatureC: 15, windMs: 2, clearSkyIndex: 1, linkeTurbidity: 3.3 } as const
const array = describeArray({ ratedAcW: 1 })

/** The clear-sky curve of a plant with 1 W of modules and inverter, in Wh between two instants. */
export function sunWeightOf(site: Site): SunWeight {
  const { latitudeDeg, longitudeDeg, altitudeM } = site
  const place = { latitudeDeg, longitudeDeg, altitudeM }
  const planes = fixedPlanesOf(site, 1)
  return (fromMs, toMs) => {
    let wh = 0
    for (let atMs = fromMs; atMs < toMs; atMs += SLOT_MS) {
      const spanMs = Math.min(SLOT_MS, toMs - atMs)
      wh += (getExpectedPower(atMs + spanMs / 2, place, planes, array, ordinaryWeather).acW * spanMs) / HOUR_MS
    }
    return wh
  }
}
