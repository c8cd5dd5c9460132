import type { Candidate, Dialog, OtherDevice, Reader } from '../reads/modbus/dialog.ts'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { isAbsent, knowNothing, openMap, tryMap, watch } from '../reads/register-map/identify.ts'
import { describedMaps } from '../reads/register-map/load-maps.ts'
import { openSunSpec, probeSunSpec } from '../reads/sunspec/read-sunspec.ts'

/** Units in the order in which a device is looked for; 1 is the factory setting of most. */
const usualUnits = [1, 2, 3, 71, 100, 126, 127, 200, 201, 227, 240, 247, 0] as const

/**
 * The devices behind an endpoint, best first. The first unit is asked twice, because a device may miss its first request
 * after the connection; a further one that leaves a request unanswered is left out. A family that only its values suggest
 * is offered where no other names itself.
 */
export function* probeEndpoint(units: readonly number[] = usualUnits): Dialog<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const [at, unit] of units.entries()) found.push(...(yield* probeUnit(unit, at === 0 ? 2 : 1)))
  return found.sort((a, b) => b.confidence - a.confidence)
}

function* probeUnit(unit: number, mostSilences: number): Dialog<readonly Candidate[]> {
  const known = knowNothing(unit, mostSilences)
  const found: Candidate[] = [...(yield* watch(known, probeSunSpec(unit)))]
  // A device that speaks SunSpec says what it is; its native registers would be the same device again.
  if (found.length > 0 || isAbsent(known)) return found
  const families = describedMaps()
    .filter(({ device }) => device.units.includes(unit))
    .sort((a, b) => b.device.identify.confidence - a.device.identify.confidence)
  for (const map of families) {
    if (found.length > 0 && map.device.identify.why === 'values') break
    const candidate = yield* tryMap(map, known)
    if (candidate) found.push(candidate)
    if (isAbsent(known)) break
  }
  return found
}

/** Makers whose inverters are sold with Solarman sticks. */
const stickVendors: readonly string[] = ['Deye', 'Sofar', 'Solis']

/**
 * The device behind a logger stick, where each request takes a second: makers with such sticks are tried first, and the
 * first family that names itself ends the search.
 */
export function* probeBehindStick(units: readonly number[] = [1]): Dialog<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const unit of units) {
    const known = knowNothing(unit)
    const rank = ({ maker, device: { identify } }: (typeof families)[number]): number =>
      (identify.why === 'values' ? 4 : 0) + (stickVendors.includes(maker) ? 0 : 2) - identify.confidence
    const families = describedMaps().filter(({ device }) => device.units.includes(unit))
    for (const map of families.toSorted((a, b) => rank(a) - rank(b))) {
      const candidate = yield* tryMap(map, known)
      if (candidate) found.push(candidate)
      if (isAbsent(known) || found.some(({ why }) => why !== 'values')) break
    }
  }
  return found.sort((a, b) => b.confidence - a.confidence)
}

/**
 * A found device, ready to be polled: opened anew at each connect, because firmwares and parts change.
 * @returns undefined when it is silent, or its family is not known here any more
 */
export function* openDevice(candidate: Candidate): Dialog<Reader | OtherDevice | undefined> {
  if (candidate.wire === 'sunspec') return yield* openSunSpec(candidate)
  const map =
    (candidate.map as DescribedMap | undefined) ?? describedMaps().find(({ id }) => id === candidate.profileId)
  return map && (yield* openMap(map, candidate))
}
