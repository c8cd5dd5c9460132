import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import { categoryTags, type DeviceDetail as WireDetail } from '@heliograph/contract/device-s/device.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import { deviceStates } from '@heliograph/domain/device.ts'
import {
  type DeviceDetail,
  type DeviceEdit,
  type DeviceValue,
  type DeviceView,
  deviceStateOf,
} from '../../fleet/devices/devices.ts'
import { countUnread } from '../../fleet/loggers/loggers.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'
import { toUnreadReasons } from './unread-wire.ts'

type Tag = (typeof categoryTags)[number]
type Field = WireDetail['paramCategoryList'][number]['fieldList'][number]

export const toDeviceRow = (view: DeviceView): DeviceRow => ({
  deviceId: view.deviceId,
  deviceSn: view.serial,
  deviceName: view.name,
  deviceType: view.type,
  deviceStatus: deviceStateOf(view),
  status: view.status,
  reason: view.reason && statusReason.toWire(view.reason),
  model: view.model,
  profileId: view.profileId,
  gatewaySn: view.loggerSerial,
  signalIntensity: view.signalPercent,
  generationPower: view.generationW,
  generation: toKwh(view.generationTodayWh),
  generationYesterday: toKwh(view.generationYesterdayWh),
  generationTotal: toKwh(view.generationTotalWh),
  batterySoc: view.socPercent,
  collectionTime: toSecondsOrNull(view.lastAtMs),
  intervalS: view.intervalMs / 1000,
})

/** The wire's name for each part of a device's record. A part without a name does not compile. */
const fieldOf = {
  name: 'deviceName',
  ratedW: 'ratedPower',
  warrantyUntil: 'warrantyLastDay',
  loggerId: 'gatewayId',
  counterMeaning: 'counterMeaning',
} as const satisfies Record<keyof DeviceEdit['after'], string>

export const toDeviceChanges = ({ before, after }: DeviceEdit): Changes =>
  (Object.keys(fieldOf) as (keyof typeof fieldOf)[])
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ field: fieldOf[part], before: before[part], after: after[part] }))

/** connectStatus has its own scale, unlike deviceStatus: 0 offline, 1 online, 2 alarm (screens.md 4.5). */
const connectStatus = { [deviceStates.online]: 1, [deviceStates.alarm]: 2, [deviceStates.offline]: 0 } as const

export function toWireDetail(detail: DeviceDetail): WireDetail {
  const fields = new Map<Tag, Field[]>()
  const add = (tag: Tag, field: Field): void => {
    fields.set(tag, [...(fields.get(tag) ?? []), field])
  }
  for (const [name, text] of Object.entries(detail.texts))
    add(/version|firmware|protocol/i.test(name) ? 'version' : 'basic', {
      key: name,
      storageName: name,
      value: text,
      unit: null,
      orgValue: null,
      at: null,
    })
  for (const value of detail.values) add(value.quantity.category, toField(value))
  return {
    device: toDeviceRow(detail.view),
    stationId: detail.plantId,
    timeZone: detail.zone,
    connectStatus: connectStatus[deviceStateOf(detail.view)],
    collectionTime: toSecondsOrNull(detail.view.lastAtMs),
    experimental: detail.isExperimental,
    counter: detail.counter && { ...detail.counter },
    undecoded: countUnread(detail.unread),
    undecodedReasons: toUnreadReasons(detail.unread),
    paramCategoryList: categoryTags.flatMap((tag) => {
      const fieldList = fields.get(tag)
      return fieldList === undefined ? [] : [{ tag, fieldList }]
    }),
  }
}

const toField = ({ quantity, value, atMs, stateName }: DeviceValue): Field => ({
  key: quantity.key,
  storageName: quantity.id,
  value: stateName ?? value.toFixed(quantity.decimals),
  unit: quantity.unit,
  orgValue: value,
  at: toSeconds(atMs),
})
