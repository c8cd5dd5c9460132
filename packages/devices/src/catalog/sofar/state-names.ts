import type { InverterStateName } from '../profile.ts'

/** Codes of the string inverters. */
export const stringStates: Readonly<Record<number, InverterStateName>> = {
  0: 'standby',
  1: 'checking',
  2: 'normal',
  3: 'fault',
  4: 'permanent-fault',
}

/**
 * Codes of the storage inverters: the shared ones, and the two that only register 0x0200 has (alarm and fault:
 * facts/profiles sofar-hybrid). 3 and 4 are a fault in one source and a discharging battery in the other.
 */
export const storageStates: Readonly<Record<number, InverterStateName>> = {
  0: 'standby',
  1: 'checking',
  2: 'normal',
  6: 'fault',
  7: 'permanent-fault',
}
