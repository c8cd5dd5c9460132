/** One device's values and history in our words. */

import type { CallReply } from '@heliograph/contract/calls.ts'
import { type DeviceDetail, deviceDetail } from '@heliograph/contract/codecs/device.ts'
import type { statsPeriods, DeviceSeries as WireSeries } from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'

export type { DeviceDetail, DeviceValue, ValueGroup } from '@heliograph/contract/codecs/device.ts'

export const fetchDevice = async (deviceId: number, signal?: AbortSignal): Promise<DeviceDetail> =>
  deviceDetail.fromWire(
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
    { params: { id: deviceId, period }, query: { quantities, date } },
    { signal },
  )
