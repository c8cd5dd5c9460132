import { announcedDevice, deviceEdit } from '@heliograph/contract/codecs/device-edit.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import {
  announceDevice,
  checkReplacement,
  countTypes,
  type DeviceView,
  decideStanding,
  editDevice,
  eraseDevice,
  listDevices,
  listEditableDevices,
  removeDevice,
  replaceDevice,
  restoreDevice,
  takeBackDevice,
} from '../../fleet/devices/devices.ts'
import { listMovesOfPlant } from '../../intake/moves/moves.ts'
import { toDeviceChanges, toDeviceRow } from './device-wire.ts'
import type { FamilyHandlers } from './handler.ts'
import { pageOf, sortBy } from './sorted-page.ts'

const ofType = (devices: readonly DeviceView[], type: string): readonly DeviceView[] =>
  type === 'ALL' ? devices : devices.filter((device) => device.type === type)

export const deviceHandlers = {
  'GET /maintain-s/power/system/{id}/device': async ({ params, query, context }) => {
    const { db, session, nowMs } = context
    const [devices, moves] = await Promise.all([
      listEditableDevices(db, params.id),
      listMovesOfPlant(db, params.id, session, nowMs),
    ])
    const lastOf = (deviceId: number) => moves.find((move) => move.deviceId === deviceId) ?? null
    const data = pageOf(devices, query).map((device) => ({ ...device, moved: lastOf(device.deviceId) }))
    return { total: devices.length, data }
  },
  'POST /maintain-s/power/system/{id}/device': async ({ params, body, context }) => {
    const device = announcedDevice.fromWire(body)
    const options = { ...device, name: cleanLine(device.name ?? ''), plantId: params.id, nowMs: context.nowMs }
    const deviceId = await announceDevice(context.db, options)
    return { deviceId, changes: [{ field: 'serial', before: null, after: device.serial }] }
  },
  'POST /maintain-s/power/system/{id}/device/replace': async ({ params, body, context }) => {
    const { userId, organizationId, plantIds } = context.session
    const { oldDeviceSn, newDeviceSn, gatewayId } = body
    const options = { plantId: params.id, oldSerial: oldDeviceSn, newSerial: newDeviceSn, loggerId: gatewayId }
    const who = { userId, organizationId, plantIds, nowMs: context.nowMs }
    const { deviceId, before, name } = await replaceDevice(context.db, { ...options, ...who })
    return {
      deviceId,
      changes: [
        { field: 'deviceName', before, after: name },
        { field: 'serial', before: oldDeviceSn, after: newDeviceSn },
      ],
    }
  },
  'POST /maintain-s/power/system/{id}/device/{did}/replace/undo': async ({ params, context }) => {
    const place = { plantId: params.id, deviceId: params.did, userId: context.session.userId, nowMs: context.nowMs }
    const { before, name, oldSerial, newSerial } = await takeBackDevice(context.db, place)
    return {
      changes: [
        { field: 'deviceName', before, after: name },
        { field: 'serial', before: oldSerial, after: newSerial },
      ],
    }
  },
  'GET /maintain-s/power/system/{id}/device/{did}/replacement': async ({ params, context }) => {
    const replacement = await checkReplacement(context.db, { plantId: params.id, deviceId: params.did })
    return { replacement: replacement ?? null }
  },
  'POST /maintain-s/power/system/{id}/device/{did}': async ({ params, body, context }) => {
    const place = { plantId: params.id, deviceId: params.did }
    const { name, ...parts } = deviceEdit.fromWire(body)
    const edit = { ...parts, ...(name !== undefined && { name: toName(name, 'body.deviceName') }) }
    return { changes: toDeviceChanges(await editDevice(context.db, context.services.recounts, place, edit)) }
  },
  'POST /maintain-s/power/system/{id}/device/{did}/standing': async ({ params, body, context }) => {
    const { db, services, nowMs } = context
    const place = { plantId: params.id, deviceId: params.did }
    const { name, before } = await decideStanding(db, services.recounts, place, body.standing, nowMs)
    return {
      changes: [
        { field: 'deviceName', before: name, after: name },
        { field: 'standing', before, after: body.standing },
      ],
    }
  },
  'DELETE /maintain-s/power/system/{id}/device': async ({ params, body, context }) => {
    const place = { plantId: params.id, deviceId: body.deviceId }
    const name =
      body.history === 'keep'
        ? await removeDevice(context.db, place, context.nowMs)
        : await eraseDevice(context.db, context.services.recounts, { ...place, name: body.name })
    return { changes: [{ field: 'deviceName', before: name, after: null }] }
  },
  'POST /maintain-s/power/system/{id}/device/{did}/restore': async ({ params, context }) => {
    const name = await restoreDevice(context.db, { plantId: params.id, deviceId: params.did })
    return { changes: [{ field: 'deviceName', before: null, after: name }] }
  },
  'GET /maintain-s/fast/device/{id}/device-types': async ({ params, context }) => [
    ...countTypes(await listDevices(context.db, params.id, context.nowMs)).keys(),
  ],
  'GET /maintain-s/power/system/{id}/deviceTypeList': async ({ params, context }) => {
    const counts = countTypes(await listDevices(context.db, params.id, context.nowMs))
    return [...counts].map(([deviceType, count]) => ({ deviceType, count }))
  },
  'GET /maintain-s/fast/device/{id}/device-list': async ({ params, query, context }) => {
    const devices = await listDevices(context.db, params.id, context.nowMs, { withYesterday: true })
    return pageOf(ofType(devices, query.deviceType), query).map(toDeviceRow)
  },
  'POST /maintain-s/power/system/deviceList': async ({ query, body, context }) => {
    const all = await listDevices(context.db, body.stationId, context.nowMs, { withYesterday: true })
    const devices = ofType(all, body.deviceType)
    const sorted = sortBy(devices, keys, query['order.property'], query['order.direction'])
    return { total: devices.length, data: pageOf(sorted, query).map(toDeviceRow) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

/** @throws Refusal PARAM_ERROR for a name without visible characters */
function toName(typed: string, field: string): string {
  const name = cleanLine(typed)
  if (name === '') throw new Refusal('PARAM_ERROR', { field })
  return name
}

const keys: Readonly<Record<string, (one: DeviceView) => string | number>> = {
  id: ({ deviceId }) => deviceId,
  name: ({ name }) => name,
  deviceSn: ({ serial }) => serial,
  deviceType: ({ type }) => type,
}
