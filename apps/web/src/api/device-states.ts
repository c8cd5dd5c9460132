/** States and faults that a device reported on a day. */
import type { DeviceStates, FaultSpan, StateSpan } from '@heliograph/contract/device-s/device.ts'
import { call } from './call.ts'

export type { DeviceStates, FaultSpan, StateSpan }

export const fetchDayStates = (deviceId: number, date: string, signal?: AbortSignal): Promise<DeviceStates> =>
  call('GET /device-s/device/{id}/states', { params: { id: deviceId }, query: { date } }, { signal })
