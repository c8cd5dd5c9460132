import type { Fault, FaultSeverity, FaultWord } from '../fault-word.ts'

/**
 * Faults of the KTL-X string inverters: IDnnn is bit nnn - 1 of the five words (facts/fault-codes, Sofar "KTL-X
 * string", from davidrapan/ha-solarman at ac1d88b, MIT). The words' position in the record is deduced; no fault was
 * captured.
 */
const rows: Readonly<Record<number, readonly [key: string, severity: FaultSeverity]>> = {
  1: ['grid-ov', 'warning'],
  2: ['grid-uv', 'warning'],
  3: ['grid-of', 'warning'],
  4: ['grid-uf', 'warning'],
  5: ['pv-uv', 'notice'],
  6: ['grid-uv', 'warning'],
  9: ['pv-ov', 'fault'],
  10: ['pv-string', 'warning'],
  11: ['config', 'warning'],
  12: ['leak-test', 'fault'],
  13: ['phase', 'warning'],
  14: ['boost', 'fault'],
  15: ['ac-oc', 'fault'],
  16: ['ac-oc', 'fault'],
  17: ['sampling', 'fault'],
  18: ['dci', 'fault'],
  19: ['sampling', 'fault'],
  20: ['leak-test', 'fault'],
  21: ['hardware', 'fault'],
  22: ['aux', 'fault'],
  23: ['bus', 'fault'],
  24: ['phase', 'warning'],
  25: ['bus-uv', 'warning'],
  26: ['bus-ov', 'fault'],
  27: ['bus-unbal', 'fault'],
  28: ['dci', 'fault'],
  29: ['ac-oc', 'fault'],
  30: ['pv-oc', 'fault'],
  49: ['sampling', 'fault'],
  50: ['sampling', 'fault'],
  51: ['dci', 'fault'],
  52: ['leak-test', 'fault'],
  53: ['comm-internal', 'fault'],
  55: ['relay', 'fault'],
  56: ['insulation', 'fault'],
  57: ['overtemp', 'warning'],
  58: ['overtemp', 'warning'],
  59: ['overtemp', 'warning'],
  60: ['grounding', 'fault'],
  65: ['ac-oc', 'fault'],
  66: ['bus-ov', 'fault'],
  67: ['phase', 'warning'],
  68: ['pv-string', 'warning'],
  69: ['bus-unbal', 'fault'],
  70: ['ac-oc', 'fault'],
  74: ['pv-oc', 'fault'],
  75: ['memory', 'warning'],
  76: ['memory', 'warning'],
  77: ['relay', 'fault'],
}

/** The 32 faults whose bits begin at ID `first`. */
const wordFrom = (first: number): Readonly<Record<number, Fault>> =>
  Object.fromEntries(
    Object.entries(rows)
      .map(([id, [key, severity]]) => [Number(id), { code: `ID${id.padStart(3, '0')}`, key, severity }] as const)
      .filter(([id]) => id >= first && id < first + 32)
      .map(([id, fault]) => [id - first, fault]),
  )

export const stringFaults: readonly FaultWord[] = [
  { quantity: 'faultCode1', by: 'bit', faults: wordFrom(1) },
  { quantity: 'faultCode2', by: 'bit', faults: wordFrom(49) },
]
