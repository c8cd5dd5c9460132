import { activeFaults, stateName } from '@heliograph/devices/catalog/faults.ts'
import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import type { ReportedFault, SampleFacts } from '@heliograph/domain/alarms/sample-facts.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { lateAfterMs } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { guessAir } from '@heliograph/solar/light-source.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import { getClearSkyShare, productionOf } from '../../fleet/now/now.ts'
import type { Newest } from '../../fleet/telemetry/telemetry.ts'
import type { Watched } from './watched-devices.ts'

/** Without a place no rule looks at the sun. */
const NO_SUN_DEG = -90

/** So cold that snow may lie: by a sensor, and by place and season, which is a mean of warmer and colder years. */
const SNOW_C = { measured: 2, guessed: 7 }

/** A device's sample as the rules see it. @param before its report before */
export function factsOf(
  { plan, device, watched }: Pick<Watched, 'plan' | 'device' | 'watched'>,
  after: Newest,
  before: Newest | undefined,
): SampleFacts {
  const { atMs } = after
  const freshFromMs = atMs - lateAfterMs(watched.intervalMs)
  const read = (quantity: QuantityId): number | undefined => after.valueSince(quantity, freshFromMs)
  return {
    atMs,
    read,
    ageMs: (quantity) => {
      const found = after.valueOf(quantity)
      return found === undefined ? null : atMs - found.atMs
    },
    beginsHour: () => before !== undefined && Math.floor(before.atMs / HOUR_MS) !== Math.floor(atMs / HOUR_MS),
    powerBefore: () =>
      before === undefined || atMs - before.atMs > lateAfterMs(watched.intervalMs)
        ? null
        : productionOf(device, before),
    hasCounted: () => before !== undefined && hasCounted(plan.zone, before, after),
    repeats: () => (before === undefined ? null : repeated(watched, before, after)),
    sunDeg: () => (hasPlace(plan) ? getSunElevationDeg(atMs, plan.latitudeDeg, plan.longitudeDeg) : NO_SUN_DEG),
    clearShare: () => getClearSkyShare(plan, atMs),
    mayBeSnow: () => {
      const measuredC = read('ambientTemperatureC')
      if (measuredC !== undefined) return measuredC <= SNOW_C.measured
      return guessAir(atMs, plan.latitudeDeg, plan.longitudeDeg).temperatureC <= SNOW_C.guessed
    },
    faults: () => faultsOf(device.profile, read),
    evidence: () => ({
      ...(device.profile === undefined ? {} : { maker: device.profile.maker, profileId: device.profile.id }),
    }),
  }
}

function hasCounted(zone: string, before: Newest, after: Newest): boolean {
  const rose = (quantity: QuantityId): boolean => {
    const [first, second] = [before.valueOf(quantity), after.valueOf(quantity)]
    return first !== undefined && second !== undefined && second.value > first.value
  }
  const isSameDay = localDate(before.atMs, zone) === localDate(after.atMs, zone)
  return rose('generationTotalWh') || (isSameDay && rose('generationTodayWh'))
}

/** Values that move with every sample, in the order in which they differ first. */
const momentary = [
  ...['acPowerW', 'pvPowerW', 'pv1PowerW', 'pv2PowerW', 'grid1VoltageV', 'ac1VoltageV', 'pv1VoltageV'],
  ...['acFrequencyHz', 'batteryPowerW', 'gridPowerW', 'loadPowerW'],
] as const satisfies readonly QuantityId[]
/** Below this share of the rating a power may rest; at the rating it does. */
const MOVING = { from: 0.02, to: 0.97 }

/** Whether a sample has the production and all other values of the moment of the one before, to the last digit. */
function repeated({ pv, ratedW }: Watched['watched'], before: Newest, after: Newest): 'all' | 'power' | null {
  const production = pv[0]
  if (production === undefined) return null
  let compared = 0
  for (const quantity of [production, ...momentary]) {
    const [first, second] = [before.valueOf(quantity), after.valueOf(quantity)]
    if (second === undefined || second.atMs !== after.atMs) continue
    if (first === undefined || first.atMs !== before.atMs || first.value !== second.value) return null
    if (quantity === production && !isMoving(second.value, ratedW)) return null
    // Zero stays zero.
    if (second.value !== 0 && quantity !== production) compared++
  }
  return compared > 1 ? 'all' : 'power'
}

const isMoving = (powerW: number, ratedW: number | null): boolean =>
  ratedW === null ? powerW > 50 : powerW > MOVING.from * ratedW && powerW < MOVING.to * ratedW

const words = ['faultCode1', 'faultCode2', 'inverterState'] as const satisfies readonly QuantityId[]
const noFaults: readonly ReportedFault[] = []
const withoutCode = new WeakMap<Profile, Map<number | undefined, readonly ReportedFault[]>>()
/** A word of many bits has many values. */
const MOST_STATES = 256

/** Runs for each sample, and nearly all of them report no code: what a state alone says is read once. */
function faultsOf(profile: Profile | undefined, read: SampleFacts['read']): readonly ReportedFault[] {
  if (read('faultCode1') || read('faultCode2')) return readFaults(profile, read)
  if (profile === undefined) return noFaults
  const state = read('inverterState')
  const known = withoutCode.get(profile) ?? new Map<number | undefined, readonly ReportedFault[]>()
  withoutCode.set(profile, known)
  const found = known.get(state) ?? readFaults(profile, read)
  if (known.size < MOST_STATES) known.set(state, found)
  return found
}

/** The faults that a device reports, by the table of its profile; a word that no table reads stands as it is. */
function readFaults(profile: Profile | undefined, read: SampleFacts['read']): readonly ReportedFault[] {
  const values: Partial<Record<QuantityId, number>> = {}
  for (const word of words) {
    const value = read(word)
    if (value !== undefined) values[word] = value
  }
  if (profile === undefined) return unread(values, new Set())
  const found = activeFaults(profile, values).map(({ code, severity }) => ({ code, isGrave: severity === 'fault' }))
  const inTables = new Set<QuantityId>(profile.faults.map(({ quantity }) => quantity))
  const more = unread(values, inTables)
  const all = [...found, ...more]
  if (all.some(({ isGrave }) => isGrave)) return all
  const name = stateName(profile, values)
  const isFault = name === 'fault' || name === 'permanent-fault'
  // The device says that it is a fault: its codes are why.
  if (all.length > 0) return isFault ? all.map(({ code }) => ({ code, isGrave: true })) : all
  return isFault ? [{ code: stateCode(values.inverterState), isGrave: true }] : noFaults
}

/** A state is no code of the maker's: it cannot be looked up. */
const stateCode = (state: number | undefined): string => `state ${state ?? ''}`

const unread = (
  values: Partial<Record<QuantityId, number>>,
  inTables: ReadonlySet<QuantityId>,
): readonly ReportedFault[] =>
  (['faultCode1', 'faultCode2'] as const).flatMap((word) => {
    const value = values[word]
    return value === undefined || value === 0 || inTables.has(word) ? [] : [{ code: String(value), isGrave: true }]
  })
