/** One device's values and history in our words. */

import type { CallReply } from '@heliograph/contract/calls.ts'
import type {
  categoryTags,
  statsPeriods,
  DeviceDetail as WireDetail,
  DeviceSeries as WireSeries,
} from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'
import { type Device, toDevice } from './devices.ts'
import type { UnreadRecords } from './loggers.ts'
import { toMs } from './wire-time.ts'

export type GroupTag = (typeof categoryTags)[number]

/** One value of a device. `text` in the base unit. */
export type DeviceValue = Readonly<{
  key: string
  /** Id in domain/quantities.ts, or the name of a text. */
  quantity: string
  text: string
  unit: string | null
  /** The raw number; null: there is none. */
  raw: number | null
  /** Older than the device's newest record where recent ones lacked it. */
  atMs: number | null
}>
export type ValueGroup = Readonly<{ tag: GroupTag; values: readonly DeviceValue[] }>

export type DeviceDetail = Readonly<{
  device: Device
  plantId: number
  zone: string
  /** Instant of the newest record; null: none arrived yet. */
  heardAtMs: number | null
  /** No real frame has confirmed its profile yet. */
  experimental: boolean
  /** Its records that could not be read, and why. */
  unread: readonly UnreadRecords[]
  /** Meaning of its lifetime counter: as stated by a person, and as it applies; null: no battery may be in it. */
  counter: WireDetail['counter']
  groups: readonly ValueGroup[]
}>

export const toDetail = (wire: WireDetail): DeviceDetail => ({
  device: toDevice(wire.device),
  plantId: wire.stationId,
  zone: wire.timeZone,
  heardAtMs: toMs(wire.collectionTime),
  experimental: wire.experimental,
  unread: wire.undecodedReasons,
  counter: wire.counter,
  groups: wire.paramCategoryList.map(({ tag, fieldList }) => ({
    tag,
    values: fieldList.map((field) => ({
      key: field.key,
      quantity: field.storageName,
      text: field.value,
      unit: field.unit,
      raw: field.orgValue,
      atMs: toMs(field.at),
    })),
  })),
})

export const fetchDevice = async (deviceId: number, signal?: AbortSignal): Promise<DeviceDetail> =>
  toDetail(
    await call('POST /device-s/device/v3/detail', { body: { deviceId, needRealTimeDataFlag: true } }, { signal }),
  )

/** A quantity of a device that can be charted. */
export type DeviceQuantity = CallReply<'GET /device-s/device/params'>[number]

export const fetchDeviceQuantities = (deviceId: number, signal?: AbortSignal): Promise<readonly DeviceQuantity[]> =>
  call('GET /device-s/device/params', { query: { deviceId } }, { signal })

export type DevicePoint = WireSeries['points'][number]
export type DeviceSeries = Readonly<{ quantity: string; points: readonly DevicePoint[] }>
export type DeviceHistory = Readonly<{ fromMs: number; toMs: number; zone: string; series: readonly DeviceSeries[] }>

/** @param date first day of the period at the plant */
export const fetchDeviceHistory = (
  deviceId: number,
  {
    period,
    date,
    quantities,
  }: Readonly<{ period: (typeof statsPeriods)[number]; date: string; quantities: readonly string[] }>,
  signal?: AbortSignal,
): Promise<DeviceHistory> =>
  call(
    'GET /device-s/device/{id}/stats/{period}',
    { params: { id: deviceId, period }, query: { quantities: [...quantities], date } },
    { signal },
  )
