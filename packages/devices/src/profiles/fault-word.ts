import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type FaultSeverity = 'notice' | 'warning' | 'fault'

/** A fault as data: the code that the device shows, its kind (equal kinds of different makers share a key), how bad. */
export type Fault = Readonly<{ code: string; key: string; severity: FaultSeverity }>

/** What one word of a device says of faults. */
export type FaultWord = Readonly<{
  quantity: QuantityId
  /** bit: each bit that is set is a fault, and its number the row. code: the word is the row, 0 is none. */
  by: 'bit' | 'code'
  faults: Readonly<Record<number, Fault>>
}>
