import type { PowerRecord } from '../maintain-s/history.ts'

/** Powers at one instant in W, each >= 0 except the nets; null: not measured. */
export type Powers = Readonly<{
  pvW: number | null
  loadW: number | null
  importW: number | null
  exportW: number | null
  /** > 0 importing. */
  gridW: number | null
  chargeW: number | null
  dischargeW: number | null
  /** > 0 discharging. */
  batteryW: number | null
  generatorW: number | null
  socPercent: number | null
}>

/** On the wire "grid" is the export, and "wire" the net of both. */
export const powerFields = {
  pvW: 'generationPower',
  loadW: 'usePower',
  importW: 'buyPower',
  exportW: 'gridPower',
  gridW: 'wirePower',
  chargeW: 'chargePower',
  dischargeW: 'dischargePower',
  batteryW: 'batteryPower',
  generatorW: 'generatorPower',
  socPercent: 'batterySoc',
} as const satisfies Record<keyof Powers, keyof PowerRecord>

/** The part of a signed power in the direction of `sign`. */
const partOf = (powerW: number | null, sign: 1 | -1): number | null =>
  powerW === null ? null : Math.max(0, powerW * sign)

/** Signed powers of grid and battery, with the directions apart. */
export const withDirections = <T extends Pick<Powers, 'gridW' | 'batteryW'>>(signed: T) => ({
  ...signed,
  importW: partOf(signed.gridW, 1),
  exportW: partOf(signed.gridW, -1),
  chargeW: partOf(signed.batteryW, -1),
  dischargeW: partOf(signed.batteryW, 1),
})
