import type { DeviceType } from '@heliograph/domain/device.ts'
import { readsRegisters } from '../reads/reads.ts'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { describedMaps } from '../reads/register-map/load-maps.ts'
import type { FaultWord } from './fault-word.ts'
import type { InverterStateName, Profile } from './profile.ts'
import { sunSpecBatteryFaults, sunSpecInverterFaults } from './sunspec/faults.ts'

/** Codes from `faultsFrom` on are faults without a table: they show their number. */
const unlistedFaults: readonly FaultWord[] = [{ quantity: 'inverterState', by: 'code', faults: {} }]

function toProfile(map: DescribedMap): Profile {
  const { device, id, maker } = map
  const { names = {}, faultsFrom } = device.states ?? {}
  const profile: Profile = {
    id,
    maker,
    model: device.model,
    deviceType: device.type,
    hybrid: device.hybrid,
    confidence: device.confidence,
    mpptCount: 4,
    phaseCount: 3,
    stateNames: names as Readonly<Record<number, InverterStateName>>,
    faults: faultsFrom === undefined ? [] : unlistedFaults,
    reads: [readsRegisters(map)],
    computed: device.computed ?? [],
    counterMeaning: device.counterMeaning,
    faultsFromState: faultsFrom,
  }
  return profile
}

/** States of the inverter models 101 to 113; 701 is brought to the same numbers. */
const sunSpecStates: Readonly<Record<number, InverterStateName>> = {
  1: 'standby',
  2: 'standby',
  3: 'checking',
  4: 'normal',
  5: 'normal',
  6: 'standby',
  7: 'fault',
  8: 'standby',
}

const sunSpec = (kind: string, deviceType: DeviceType, faults: readonly FaultWord[], hybrid = false): Profile => ({
  id: `sunspec-${kind}`,
  maker: '',
  model: `SunSpec ${kind}`,
  deviceType,
  hybrid,
  confidence: 'verified',
  mpptCount: 16,
  phaseCount: 3,
  stateNames: sunSpecStates,
  faults,
  reads: [],
  computed: [],
  // Its counter is that of the AC side, whatever fed it.
  counterMeaning: hybrid ? 'acOutput' : undefined,
})

const sunSpecProfiles = [
  sunSpec('inverter', 'INVERTER', sunSpecInverterFaults),
  sunSpec('hybrid', 'INVERTER', sunSpecInverterFaults, true),
  sunSpec('meter', 'SMART_METER', []),
  sunSpec('battery', 'BATTERY', sunSpecBatteryFaults),
]

let byId: ReadonlyMap<string, Profile> | undefined
/** The profile of devices that this server reads itself: of a register map, or of SunSpec. */
export function findPolledProfile(id: string): Profile | undefined {
  byId ??= new Map([...describedMaps().map(toProfile), ...sunSpecProfiles].map((profile) => [profile.id, profile]))
  return byId.get(id)
}
