/** A device's most important values, worded so that they need no sign. */

import { getQuantity, type Quantity } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { isOld, keyValues, type Role, roleOf } from './device-values.ts'

export type Direction = 'charging' | 'discharging' | 'buying' | 'feeding'
export type KeyFigure = Readonly<{
  quantity: Quantity
  /** The meaning of the sign; undefined without one, or without a flow. */
  direction: Direction | undefined
  value: number | null
  role: Role
  /** Set where the value is older than the device's newest record. */
  atMs: number | undefined
}>

const directions: Readonly<Record<string, readonly [above: Direction, below: Direction]>> = {
  batteryPowerW: ['discharging', 'charging'],
  gridPowerW: ['buying', 'feeding'],
}

export function toKeyFigures(
  detail: Pick<DeviceDetail, 'groups' | 'heardAtMs' | 'zone'> &
    Readonly<{ device: Pick<DeviceDetail['device'], 'intervalS' | 'type' | 'todayWh'> }>,
  nowMs: number,
  most: number,
): readonly KeyFigure[] {
  const { heardAtMs, device, zone } = detail
  return keyValues(detail, most).map((keyValue) => {
    const quantity = getQuantity(keyValue.quantity)
    // "Today" of a device that has been silent since yesterday is not today's.
    const gone = quantity.daily && keyValue.atMs !== null && localDate(keyValue.atMs, zone) !== localDate(nowMs, zone)
    // The server's count of today stands in until the device has reported its own.
    const counted = quantity.id === 'generationTodayWh' ? device.todayWh : null
    const value = gone ? counted : keyValue.raw
    const [above, below] = directions[quantity.id] ?? []
    const direction = value === null || value === 0 ? undefined : value > 0 ? above : below
    return {
      quantity,
      direction,
      value: direction && value !== null ? Math.abs(value) : value,
      role: roleOf(quantity.id),
      atMs:
        gone && value !== null
          ? undefined
          : isOld(keyValue, heardAtMs, device.intervalS) && keyValue.atMs !== null
            ? keyValue.atMs
            : undefined,
    }
  })
}
