import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { DayCourse, FeedIn, InverterCourse } from '@heliograph/domain/performance/day-course.ts'
import type { LightSource } from '@heliograph/domain/performance/losses.ts'
import { ORDINARY_GAMMA_PER_K, ratingAt } from '@heliograph/domain/performance/yields.ts'
import { describeArray, type Place, type Plane, type PvArray } from '@heliograph/solar/array.ts'
import type { Air } from '@heliograph/solar/expected-power.ts'
import { getPotential, guessAir, type KnownLight } from '@heliograph/solar/light-source.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { meanOfSlots, type Points } from './slot-means.ts'

export const SLOT_MS = 15 * MINUTE_MS

/** Where a plant is and how its modules point; `gammaPerK` of the modules. */
export type Site = Readonly<{ place: Place; planes: readonly Plane[]; gammaPerK?: number; lossFraction?: number }>

/** Measurements of a day's light and air: sensors of the plant, or a weather service. Lists may be empty. */
export type Sky = Readonly<{
  /** W/m2, in the plane of the modules. */
  inPlane?: Points
  /** W/m2, global on the horizontal. */
  horizontal?: Points
  /** Of a weather service, W/m2: stamps are the middles of the intervals. */
  weather?: Readonly<{ ghi: Points; dni?: Points; dhi?: Points }>
  /** degC and m/s. */
  moduleC?: Points
  airC?: Points
  windMs?: Points
}>

export type SampledInverter = Omit<InverterCourse, 'powerW' | 'limitPercent'> &
  Readonly<{ power: Points; limitPercent?: Points }>

/** Readings at the connection to the grid, W to the grid, and into batteries; `charge` absent: there are none. */
export type MeteredFeedIn = Readonly<{ points: Points; charge?: Points }>

/** A day's figures for the ratios of IEC 61724-1, over the slots in which light and all powers are valid. */
export type DayReference = Readonly<{
  /** Wh/m2 on the planes; of all slots, estimated ones among them. */
  irradiationWhM2: number
  /** The valid slots' energy (Wh), irradiation (Wh/m2), and irradiation times the rating at module temperature. */
  validWh: number
  validWhM2: number
  correctedWhM2: number
}>

/**
 * Ordinary losses of a plant that works (PVWatts), without availability: an outage is no ordinary loss, and is counted
 * on its own.
 */
export const ordinaryLoss = getPvwattsLossFraction({ availability: 0 })

/** Temperate air; the light of a clear day, not the most that any sky allows (plants/clear-sky-band.ts). */
const CLEAR_TURBIDITY = 3.3
/** A sensor that says less of the day's light than this is not used. */
const LEAST_COVER = 0.7

/**
 * When in its slot the power is known, ms after its start: the middle, but one reading an hour is that of its moment, and
 * half an hour of sun would look like modules that face another way.
 */
function findMoment(inverters: readonly SampledInverter[], fromMs: number, slotMs: number): number {
  if (slotMs <= SLOT_MS) return slotMs / 2
  let sumMs = 0
  let count = 0
  for (const { power } of inverters)
    for (const { atMs } of power) {
      sumMs += (((atMs - fromMs) % slotMs) + slotMs) % slotMs
      count++
    }
  return count === 0 ? slotMs / 2 : sumMs / count
}

/**
 * A day on a grid of slots, with the light that is known best: in-plane sensor, horizontal sensor, weather, clear sky.
 * Slots in which a sensor was silent get a clear sky's light times the day's mean share of it.
 */
export function makeCourse(options: {
  site: Site
  fromMs: number
  toMs: number
  inverters: readonly SampledInverter[]
  sky: Sky
  feedIn?: MeteredFeedIn | undefined
  producedWh: number | null
  usualShare: number
  isAfterSnow?: boolean
  slotMs?: number
}): Readonly<{ course: DayCourse; reference: DayReference }> {
  const { site, fromMs, toMs, sky, slotMs = SLOT_MS } = options
  const count = Math.max(1, Math.round((toMs - fromMs) / slotMs))
  const slots = (points: Points | undefined, fillSlots?: number) =>
    meanOfSlots(points ?? [], { fromMs, slotMs, count }, fillSlots)
  const array = describeArray({
    ratedAcW: 1,
    gammaPerK: site.gammaPerK ?? ORDINARY_GAMMA_PER_K,
    lossFraction: site.lossFraction ?? ordinaryLoss,
  })
  const within = findMoment(options.inverters, fromMs, slotMs)
  const middle = (slot: number) => fromMs + slot * slotMs + within
  const airC = slots(sky.airC, 8)
  const windMs = slots(sky.windMs, 8)
  const moduleC = slots(sky.moduleC)
  const airAt = (slot: number): Air => {
    const guess = guessAir(middle(slot), site.place.latitudeDeg, site.place.longitudeDeg)
    return { temperatureC: known(airC[slot]) ?? guess.temperatureC, windMs: known(windMs[slot]) ?? guess.windMs }
  }
  const clear = Array.from({ length: count }, (_, slot) =>
    getPotential(middle(slot), site.place, site.planes, array, clearSky, airAt(slot)),
  )
  const lights = chooseLight(
    sky,
    slots,
    clear.map(({ poaWm2 }) => poaWm2),
  )
  const potentials = clear.map((under, slot) => {
    const light = lights.at(slot)
    const atModule = known(moduleC[slot])
    if (light === null) return null
    if (light.source === 'clear-sky') return under
    const full = light.source === 'in-plane' ? { ...light, moduleC: atModule } : light
    return getPotential(middle(slot), site.place, site.planes, array, full, airAt(slot))
  })
  const share = shareOfClear(potentials, clear)
  const inverters = options.inverters.map(({ power, limitPercent, ...one }) => ({
    ...one,
    powerW: slots(power),
    ...(limitPercent === undefined ? {} : { limitPercent: slots(limitPercent, 4) }),
  }))
  const course: DayCourse = {
    fromMs,
    slotMs,
    source: lights.source,
    potentialW: potentials.map((potential, slot) => potential?.acW ?? (clear[slot]?.acW ?? 0) * share),
    ...(lights.source === 'clear-sky' ? {} : { clearW: clear.map(({ acW }) => acW) }),
    isLightKnown: potentials.map((potential) => potential !== null),
    airC: meanAir(clear, airAt),
    isAirMeasured: airC.some((value) => !Number.isNaN(value)),
    inverters,
    ...(options.feedIn === undefined ? {} : { feedIn: onSlots(options.feedIn, slots) }),
    producedWh: options.producedWh,
    usualShare: options.usualShare,
    isAfterSnow: options.isAfterSnow ?? false,
  }
  return { course, reference: refer(course, potentials, clear, share, array, moduleC) }
}

const onSlots = ({ points, charge }: MeteredFeedIn, slots: (points: Points) => readonly number[]): FeedIn => ({
  points,
  ...(charge === undefined ? {} : { chargeW: slots(charge) }),
})

const clearSky: KnownLight = { source: 'clear-sky', linkeTurbidity: CLEAR_TURBIDITY }

type Under = Readonly<{ acW: number; poaWm2: number; cellC: number }>
type Lights = Readonly<{ source: LightSource; at: (slot: number) => KnownLight | null }>

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)

/** The best source that covers the day's light; `at` is null where it was silent. */
function chooseLight(
  sky: Sky,
  slots: (points: Points | undefined, fillSlots?: number) => readonly number[],
  clearWm2: readonly number[],
): Lights {
  const allWm2 = clearWm2.reduce((sum, w) => sum + w, 0)
  const covers = (values: readonly number[]): boolean => {
    const heard = clearWm2.reduce((sum, w, slot) => sum + (known(values[slot]) === null ? 0 : w), 0)
    return allWm2 > 0 && heard >= allWm2 * LEAST_COVER
  }
  const inPlane = slots(sky.inPlane)
  if (covers(inPlane)) return sourceOf('in-plane', inPlane, (poaWm2) => ({ source: 'in-plane', poaWm2, moduleC: null }))
  const horizontal = slots(sky.horizontal)
  if (covers(horizontal)) return sourceOf('horizontal', horizontal, (ghiWm2) => ({ source: 'horizontal', ghiWm2 }))
  // A weather service gives hours or halves of them.
  const ghi = slots(sky.weather?.ghi, 4)
  if (!covers(ghi)) return { source: 'clear-sky', at: () => clearSky }
  const dni = slots(sky.weather?.dni, 4)
  const dhi = slots(sky.weather?.dhi, 4)
  return sourceOf('weather', ghi, (ghiWm2, slot) => {
    const [direct, diffuse] = [known(dni[slot]), known(dhi[slot])]
    const split = direct === null || diffuse === null ? {} : { dniWm2: direct, dhiWm2: diffuse }
    return { source: 'weather', ghiWm2, ...split }
  })
}

const sourceOf = (
  source: LightSource,
  values: readonly number[],
  toLight: (value: number, slot: number) => KnownLight,
): Lights => ({
  source,
  at: (slot) => {
    const value = known(values[slot])
    return value === null ? null : toLight(value, slot)
  },
})

/** The known slots' mean share of a clear sky. */
function shareOfClear(potentials: readonly (Under | null)[], clear: readonly Under[]): number {
  let made = 0
  let possible = 0
  potentials.forEach((potential, slot) => {
    if (potential === null) return
    made += potential.acW
    possible += clear[slot]?.acW ?? 0
  })
  return possible > 0 ? made / possible : 0
}

/** Mean air while the sun is up, degC. */
function meanAir(clear: readonly Under[], airAt: (slot: number) => Air): number {
  let sum = 0
  let weight = 0
  clear.forEach(({ poaWm2 }, slot) => {
    sum += airAt(slot).temperatureC * poaWm2
    weight += poaWm2
  })
  return weight > 0 ? sum / weight : airAt(Math.floor(clear.length / 2)).temperatureC
}

function refer(
  course: DayCourse,
  potentials: readonly (Under | null)[],
  clear: readonly Under[],
  share: number,
  array: PvArray,
  moduleC: readonly number[],
): DayReference {
  const hours = course.slotMs / HOUR_MS
  let irradiationWhM2 = 0
  let validWh = 0
  let validWhM2 = 0
  let correctedWhM2 = 0
  potentials.forEach((potential, slot) => {
    const whM2 = (potential?.poaWm2 ?? (clear[slot]?.poaWm2 ?? 0) * share) * hours
    irradiationWhM2 += whM2
    const powers = course.inverters.map(({ powerW }) => powerW[slot] ?? Number.NaN)
    if (potential === null || powers.length === 0 || powers.some(Number.isNaN)) return
    validWh += powers.reduce((sum, w) => sum + Math.max(0, w), 0) * hours
    validWhM2 += whM2
    correctedWhM2 += whM2 * ratingAt(known(moduleC[slot]) ?? potential.cellC, array.gammaPerK)
  })
  return { irradiationWhM2, validWh, validWhM2, correctedWhM2 }
}
