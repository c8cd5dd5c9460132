import {
  type Device,
  device,
  deviceDetail,
  type DeviceValue as Value,
  type ValueGroup,
} from '@heliograph/contract/codecs/device.ts'
import { deviceFields } from '@heliograph/contract/codecs/device-edit.ts'
import { categoryTags, type DeviceDetail as WireDetail } from '@heliograph/contract/device-s/device.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import {
  type DeviceDetail,
  type DeviceEdit,
  type DeviceValue,
  type DeviceView,
  deviceStateOf,
} from '../../fleet/devices/devices.ts'
import { toUnreadReasons } from './unread-wire.ts'

type Tag = ValueGroup['tag']

const toDevice = (view: DeviceView): Device => ({
  ...view,
  state: deviceStateOf(view),
  powerW: view.generationW,
  todayWh: view.generationTodayWh,
  yesterdayWh: view.generationYesterdayWh,
  totalWh: view.generationTotalWh,
  heardAtMs: view.lastAtMs,
  intervalS: view.intervalMs / 1000,
})

export const toDeviceRow = (view: DeviceView): DeviceRow => device.toWire(toDevice(view))

export const toDeviceChanges = ({ before, after }: DeviceEdit): Changes =>
  (Object.keys(deviceFields) as (keyof DeviceEdit['after'])[])
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ field: deviceFields[part], before: before[part], after: after[part] }))

export function toWireDetail(detail: DeviceDetail): WireDetail {
  const values = new Map<Tag, Value[]>()
  const add = (tag: Tag, value: Value): void => {
    values.set(tag, [...(values.get(tag) ?? []), value])
  }
  for (const [name, text] of Object.entries(detail.texts))
    add(/version|firmware|protocol/i.test(name) ? 'version' : 'basic', {
      key: name,
      quantity: name,
      text,
      unit: null,
      raw: null,
      atMs: null,
    })
  for (const value of detail.values) add(value.quantity.category, toValue(value))
  return deviceDetail.toWire({
    device: toDevice(detail.view),
    plantId: detail.plantId,
    zone: detail.zone,
    heardAtMs: detail.view.lastAtMs,
    experimental: detail.isExperimental,
    counter: detail.counter && { ...detail.counter },
    unread: toUnreadReasons(detail.unread),
    groups: categoryTags.flatMap((tag) => {
      const found = values.get(tag)
      return found === undefined ? [] : [{ tag, values: found }]
    }),
  })
}

const toValue = ({ quantity, value, atMs, stateName }: DeviceValue): Value => ({
  key: quantity.key,
  quantity: quantity.id,
  text: stateName ?? value.toFixed(quantity.decimals),
  unit: quantity.unit,
  raw: value,
  atMs,
})
