import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type FaultSeverity = 'notice' | 'warning' | 'fault'

/**
 * A fault as data: the code that the device shows, its kind (shared by equal faults of different manufacturers), its
 * severity.
 */
export type Fault = Readonly<{ code: string; key: string; severity: FaultSeverity }>

/** The meaning of one fault word of a device. */
export type FaultWord = Readonly<{
  quantity: QuantityId
  /** bit: each set bit is a fault, and its number is the row. code: the word is the row, 0 is none. */
  by: 'bit' | 'code'
  faults: Readonly<Record<number, Fault>>
}>
