import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { isPlain, type MeterRole, type MeterWiring } from '@heliograph/domain/meter-role.ts'

export type WiringColumns = Readonly<{
  type: string
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
}>

/** Of table devices. The wiring that an owner entered for a meter; undefined: none, or it is no meter. */
export function wiringOf(row: WiringColumns): MeterWiring | undefined {
  if (!deviceKinds[row.type as DeviceType].isMeter) return undefined
  const wiring = { role: row.meter_role, ratio: row.meter_ratio, isReversed: row.meter_is_reversed }
  return isPlain(wiring) ? undefined : wiring
}
