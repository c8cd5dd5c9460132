import type { DeviceType } from '@heliograph/domain/device.ts'
import { getQuantity, type Quantity, type QuantityId } from '@heliograph/domain/quantities.ts'

/** One value of a device as clients read it: always a text. */
export type Point = Readonly<{ key: string; value: string; unit: string | null; name: string }>

/** Keys that clients read beside the quantity's own: makes and generations of devices call it differently. */
const furtherKeys: Readonly<Partial<Record<QuantityId, readonly string[]>>> = {
  pvPowerW: ['PVTP'],
  acPowerW: ['T_AC_OP'],
  dcBusVoltageV: ['Bus_V1'],
  gridExportTotalWh: ['t_gc1'],
  gridExportTodayWh: ['t_gc_tdy1'],
  gridImportTotalWh: ['Et_pu1'],
  gridImportTodayWh: ['Etdy_pu1'],
  loadTotalWh: ['Et_use1'],
  batteryCurrentA: ['B_CT'],
  radiatorTemperatureC: ['T_RDT1', 'T_RDT2'],
  ambientTemperatureC: ['SPAT'],
  insulationPv1Ohm: ['IPV'],
}

/** Keys of the same quantities where the device is a battery. */
const batteryKeys: Readonly<Partial<Record<QuantityId, readonly string[]>>> = {
  batteryVoltageV: ['V_BAP1'],
  batteryCurrentA: ['I_BAP1'],
  batterySocPercent: ['SOC_BAP1'],
  batterySohPercent: ['SOH_BAP1'],
}

/** Above 0 is fed in, or charged, there; here it is bought, or discharged. */
const turned: ReadonlySet<QuantityId> = new Set([
  'gridPowerW',
  'grid1PowerW',
  'grid2PowerW',
  'grid3PowerW',
  'batteryPowerW',
  'batteryCurrentA',
])

/** Whether the name that the quantity has here would state the other sign. */
export const isTurned = (id: QuantityId): boolean => turned.has(id)

const isEnergy = ({ unit }: Quantity): boolean => unit === 'Wh'

/** Energies in kWh, with the decimals that the device resolves. */
export function writeValue(id: QuantityId, value: number): string {
  const quantity = getQuantity(id)
  const own = turned.has(id) ? -value : value
  const text = isEnergy(quantity) ? (own / 1000).toFixed(2) : own.toFixed(quantity.decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

const unitless: ReadonlySet<string> = new Set(['code', 'count', 'ratio'])
function unitOf(quantity: Quantity): string | null {
  if (isEnergy(quantity)) return 'kWh'
  return unitless.has(quantity.unit) ? null : quantity.unit
}

/** A quantity under each of its keys. @param shown in place of the number: the text of a state */
export function toPoints(
  id: QuantityId,
  value: number,
  options: Readonly<{ type: DeviceType; name: string; shown?: string | undefined }>,
): readonly Point[] {
  const quantity = getQuantity(id)
  const further = [...(furtherKeys[id] ?? []), ...(options.type === 'BATTERY' ? (batteryKeys[id] ?? []) : [])]
  const point = { value: options.shown ?? writeValue(id, value), unit: unitOf(quantity), name: options.name }
  return [quantity.key, ...further].map((key) => ({ key, ...point }))
}
