import { Refusal } from '@heliograph/domain/errors.ts'
import { countTypes, type DeviceView, listDevices } from '../devices/devices.ts'
import { toDeviceRow } from './device-wire.ts'
import type { FamilyHandlers } from './handler.ts'

const ofType = (devices: readonly DeviceView[], type: string): readonly DeviceView[] =>
  type === 'ALL' ? devices : devices.filter((one) => one.type === type)

export const deviceHandlers = {
  'GET /maintain-s/fast/device/{id}/device-types': async ({ params, context }) => [
    ...countTypes(await listDevices(context.db, params.id, context.nowMs)).keys(),
  ],
  'GET /maintain-s/power/system/{id}/deviceTypeList': async ({ params, context }) => {
    const counts = countTypes(await listDevices(context.db, params.id, context.nowMs))
    return [...counts].map(([deviceType, count]) => ({ deviceType, count }))
  },
  'GET /maintain-s/fast/device/{id}/device-list': async ({ params, query, context }) =>
    ofType(await listDevices(context.db, params.id, context.nowMs), query.deviceType).map(toDeviceRow),
  'POST /maintain-s/power/system/deviceList': async ({ query, body, context }) => {
    const devices = ofType(await listDevices(context.db, body.stationId, context.nowMs), body.deviceType)
    const sorted = sortDevices(devices, query['order.property'], query['order.direction'])
    const from = (query.page - 1) * query.size
    return { total: devices.length, data: sorted.slice(from, from + query.size).map(toDeviceRow) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const keys: Readonly<Record<string, (one: DeviceView) => string | number>> = {
  id: ({ deviceId }) => deviceId,
  name: ({ name }) => name,
  deviceSn: ({ serial }) => serial,
  deviceType: ({ type }) => type,
}

function sortDevices(
  devices: readonly DeviceView[],
  property: string,
  direction: 'ASC' | 'DESC',
): readonly DeviceView[] {
  const keyOf = Object.hasOwn(keys, property) ? keys[property] : undefined
  if (keyOf === undefined) throw new Refusal('PARAM_ERROR', { field: 'query.order.property' })
  const sign = direction === 'ASC' ? 1 : -1
  return [...devices].sort((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    return first === second ? 0 : first < second ? -sign : sign
  })
}
