import { addDays } from '@heliograph/domain/time.ts'
import type { FaultType } from '../../../../../simulator/src/faults.ts'
import { type FaultCase, faultCases } from './simulated-recordings.ts'

/** What a fault's case may be drawn from. Absent: as it is written. */
type Draw = Readonly<{
  severity?: readonly [least: number, most: number]
  /** Minus as often as plus. */
  signed?: boolean
  /** First and last month in which it can be seen. */
  months?: readonly [first: number, last: number]
}>

const draws: Readonly<Partial<Record<FaultType, Draw>>> = {
  'dead-string': { months: [3, 9] },
  'weak-string': { severity: [0.35, 0.9], months: [3, 9] },
  soiling: { severity: [0.2, 0.4], months: [4, 6] },
  snow: { severity: [0.97, 1], months: [1, 2] },
  clipping: { severity: [0.3, 0.75], months: [4, 8] },
  'clock-shift': { severity: [900, 7_200], signed: true },
  'stamp-shift': { severity: [2_700, 7_200], signed: true, months: [3, 9] },
  'power-spike': { severity: [3, 20] },
  'grid-voltage': { severity: [26, 60] },
  'grid-frequency': { severity: [0.6, 2] },
  'over-export': { months: [5, 8] },
  heat: { severity: [92, 115], months: [4, 9] },
  insulation: { severity: [5, 45] },
  'battery-heat': { severity: [57, 80] },
  'cell-spread': { severity: [0.25, 0.6] },
  'soc-stuck': { severity: [20, 80], months: [3, 10] },
}

/** Another case of a fault: other weather, another day of the year, another severity and beginning. */
export function drawCase(type: FaultType, dice: () => number): Readonly<{ row: FaultCase; seed: number }> {
  const written = faultCases[type]
  const { severity, signed, months: [first, last] = [2, 10] } = draws[type] ?? {}
  const between = (least: number, most: number): number => least + dice() * (most - least)
  const drawn = severity === undefined ? written.severity : between(...severity)
  const start = addDays(`2026-${String(first).padStart(2, '0')}-01`, Math.floor(between(0, (last - first + 1) * 30)))
  // The same length, up to two hours later: a record that falls within it stays within it.
  const later = written.hours === undefined ? 0 : Math.floor(between(0, Math.min(3, 24 - written.hours[1])))
  return {
    seed: Math.floor(between(10, 100_000)),
    row: {
      ...written,
      severity: signed && dice() < 0.5 ? -drawn : drawn,
      start,
      ...(written.hours && { hours: [written.hours[0] + later, written.hours[1] + later] as const }),
    },
  }
}
