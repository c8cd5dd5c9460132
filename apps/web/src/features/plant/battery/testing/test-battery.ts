import type { Battery } from '../../../../api/batteries.ts'

/** A battery that reports nothing but what is given. */
export const testBattery = (deviceId: number, options: Partial<Battery> = {}): Battery => ({
  deviceId,
  serial: `B${deviceId}`,
  name: `Battery ${deviceId}`,
  isVirtual: false,
  isModule: false,
  parent: undefined,
  status: 'well',
  reason: null,
  heardAtMs: 0,
  socPercent: null,
  sohPercent: null,
  voltageV: null,
  currentA: null,
  powerW: null,
  cycles: null,
  ratedAh: null,
  temperatureC: null,
  cellMaxV: null,
  cellMinV: null,
  cellMaxC: null,
  cellMinC: null,
  spreadMv: null,
  cells: [],
  ...options,
})
