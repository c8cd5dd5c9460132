import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import {
  isPlain,
  type MeterRole,
  type MeterWiring,
  plainWiring,
  type TurnablePower,
} from '@heliograph/domain/meter-role.ts'

export type WiringColumns = Readonly<{
  type: string
  meter_role: MeterRole | null
  meter_ratio: number
  meter_is_reversed: boolean
  turned_powers: readonly TurnablePower[]
}>

/** The columns, for statements in SQL. */
export const wiringColumns = ['meter_role', 'meter_ratio', 'meter_is_reversed', 'turned_powers'] as const

/** Of table devices. The wiring that an owner entered; undefined: none. Only a meter has a role, a ratio and a direction. */
export function wiringOf(row: WiringColumns): MeterWiring | undefined {
  const ofMeter = deviceKinds[row.type as DeviceType].isMeter
    ? { role: row.meter_role, ratio: row.meter_ratio, isReversed: row.meter_is_reversed }
    : plainWiring
  const wiring = { ...ofMeter, turned: row.turned_powers }
  return isPlain(wiring) ? undefined : wiring
}
