import type { Fault, FaultSeverity, FaultWord } from '../fault-word.ts'

type Row = readonly [bit: number, key: string, severity: FaultSeverity]

/**
 * Events of the inverter models (Evt1 of 101 to 113, Alrm of 701), by the standard. What the grid does, and switches that
 * also open at night, are warnings: they are a fault where the state says so.
 */
const inverterRows: readonly Row[] = [
  [0, 'leak', 'fault'],
  [1, 'pv-ov', 'fault'],
  [2, 'no-grid', 'warning'],
  [3, 'pv-config', 'warning'],
  [4, 'no-grid', 'warning'],
  [5, 'cabinet', 'fault'],
  [6, 'drm', 'warning'],
  [7, 'overtemp', 'fault'],
  [8, 'grid-of', 'warning'],
  [9, 'grid-uf', 'warning'],
  [10, 'grid-ov', 'warning'],
  [11, 'grid-uv', 'warning'],
  [12, 'pv-fuse', 'fault'],
  [13, 'undertemp', 'warning'],
  [14, 'memory', 'fault'],
  [15, 'dsp', 'fault'],
]

/** Alarms of model 802; its warnings come before them. */
const batteryRows: readonly Row[] = [
  [0, 'comm-internal', 'fault'],
  [1, 'bat-overtemp', 'fault'],
  [3, 'bat-undertemp', 'warning'],
  [5, 'bat-oc', 'fault'],
  [7, 'bat-oc', 'fault'],
  [9, 'bat-ov', 'fault'],
  [11, 'bat-uv', 'fault'],
  [13, 'bat-soc', 'notice'],
  [15, 'bat-soc', 'notice'],
  [18, 'temp-diff', 'warning'],
  [20, 'bat-contactor', 'fault'],
  [21, 'fan', 'fault'],
  [22, 'leak', 'fault'],
  [23, 'cabinet', 'fault'],
  [25, 'battery', 'fault'],
  [28, 'config', 'fault'],
]

const BITS = Array.from({ length: 32 }, (_, bit) => bit)

/** Every bit has its code; one that the standard does not name may be anything, also a state. */
function wordOf(quantity: FaultWord['quantity'], point: string, rows: readonly Row[]): FaultWord {
  const named = new Map(rows.map(([bit, key, severity]) => [bit, { key, severity }]))
  const faultOf = (bit: number): Fault => ({
    code: `${point} bit ${bit}`,
    ...(named.get(bit) ?? { key: 'unknown', severity: 'warning' }),
  })
  return { quantity, by: 'bit', faults: Object.fromEntries(BITS.map((bit) => [bit, faultOf(bit)])) }
}

/** Standard events, and those that the maker defines: no document says what these are, so they keep their number. */
export const sunSpecInverterFaults: readonly FaultWord[] = [
  wordOf('faultCode1', 'Evt1', inverterRows),
  wordOf('faultCode2', 'EvtVnd1', []),
]
export const sunSpecBatteryFaults: readonly FaultWord[] = [wordOf('faultCode1', 'Evt1', batteryRows)]
