import type { InverterStateName } from '../profile.ts'

/** Codes of the string inverters. */
export const stringStates: Readonly<Record<number, InverterStateName>> = {
  0: 'standby',
  1: 'checking',
  2: 'normal',
  3: 'fault',
  4: 'permanent-fault',
}

/** Codes that the storage inverters share with them; above 2 theirs differ and are not sure. */
export const storageStates: Readonly<Record<number, InverterStateName>> = { 0: 'standby', 1: 'checking', 2: 'normal' }
