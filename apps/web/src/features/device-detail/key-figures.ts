/** A device's most important values, worded so that they need no sign. */
import type { DeviceDetail } from '@heliograph/contract/device-s/device.ts'
import { getQuantity, type Quantity } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { isOld, keyFields, type Role, roleOf } from './device-values.ts'

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
  detail: Pick<DeviceDetail, 'paramCategoryList' | 'collectionTime' | 'timeZone'> &
    Readonly<{ device: Readonly<{ intervalS: number }> }>,
  nowMs: number,
  most: number,
): readonly KeyFigure[] {
  const { collectionTime, device, timeZone } = detail
  return keyFields(detail, most).map((field) => {
    const quantity = getQuantity(field.storageName)
    // "Today" of a device that has been silent since yesterday is not today's.
    const gone =
      quantity.daily && field.at !== null && localDate(field.at * 1000, timeZone) !== localDate(nowMs, timeZone)
    const value = gone ? null : field.orgValue
    const [above, below] = directions[quantity.id] ?? []
    const direction = value === null || value === 0 ? undefined : value > 0 ? above : below
    return {
      quantity,
      direction,
      value: direction && value !== null ? Math.abs(value) : value,
      role: roleOf(quantity.id),
      atMs: isOld(field, collectionTime, device.intervalS) && field.at !== null ? field.at * 1000 : undefined,
    }
  })
}
