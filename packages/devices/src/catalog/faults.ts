import type { Values } from '@heliograph/domain/reading.ts'
import type { Fault } from './fault-word.ts'
import type { InverterStateName, Profile } from './profile.ts'

/** The fault for a value that no table names; it shows the raw value. */
const unknownFault = (code: string): Fault => ({ code, key: 'unknown', severity: 'fault' })

/** All active faults that a device reports. */
export function activeFaults(profile: Pick<Profile, 'faults' | 'faultsFromState'>, values: Values): readonly Fault[] {
  return profile.faults.flatMap(({ quantity, by, faults }) => {
    const word = values[quantity] ?? 0
    if (by === 'bit') return setBits(word).map((bit) => faults[bit] ?? unknownFault(`bit ${bit}`))
    // A state word also has states below its faults.
    if (quantity === 'inverterState' && word < (profile.faultsFromState ?? Number.POSITIVE_INFINITY)) return []
    return word === 0 ? [] : [faults[word] ?? unknownFault(word.toString(16).toUpperCase())]
  })
}

/** The state that the device reports, or undefined for an unknown one. */
export function stateName(
  profile: Pick<Profile, 'stateNames' | 'faults' | 'faultsFromState'>,
  values: Values,
): InverterStateName | undefined {
  const code = values.inverterState
  if (code === undefined) return undefined
  if (code < (profile.faultsFromState ?? Number.POSITIVE_INFINITY)) return profile.stateNames[code]
  const isNotice = activeFaults(profile, { inverterState: code }).every(({ severity }) => severity === 'notice')
  return isNotice ? 'standby' : 'fault'
}

function setBits(word: number): readonly number[] {
  const bits: number[] = []
  for (let bit = 0; bit < 32; bit++) if (Math.floor(word / 2 ** bit) % 2 === 1) bits.push(bit)
  return bits
}
