import type { QuantityId } from './quantities.ts'

/** The quantities that hold the least and the most of a power within the time for which one sample is stored. */
export type Extremes = Readonly<{ min: QuantityId; max: QuantityId }>

/** Powers of whole devices whose extremes are kept beside their means: what a load of a few seconds takes is in no mean. */
export const powerExtremes: Readonly<Partial<Record<QuantityId, Extremes>>> = {
  pvPowerW: { min: 'pvPowerMinW', max: 'pvPowerMaxW' },
  acPowerW: { min: 'acPowerMinW', max: 'acPowerMaxW' },
  gridPowerW: { min: 'gridPowerMinW', max: 'gridPowerMaxW' },
  loadPowerW: { min: 'loadPowerMinW', max: 'loadPowerMaxW' },
  batteryPowerW: { min: 'batteryPowerMinW', max: 'batteryPowerMaxW' },
}
