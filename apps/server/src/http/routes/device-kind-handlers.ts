import type { KindRow } from '@heliograph/contract/maintain-s/device-kind.ts'
import { deviceStates } from '@heliograph/domain/device.ts'
import { deviceStateOf, type KindView, listDevices, listDevicesOfKind } from '../../fleet/devices/devices.ts'
import { toDeviceRow } from './device-wire.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSecondsOrNull } from './scales.ts'
import { pageOf, sortBy } from './sorted-page.ts'

export const deviceKindHandlers = {
  'GET /maintain-s/operating/station/{id}/{x}': async ({ params, query, context }) => {
    const { plantName, devices } = await listDevicesOfKind(context.db, params.id, params.x, context.nowMs)
    const sorted = sortBy(devices, keys, query['order.property'], query['order.direction'])
    return { total: devices.length, data: pageOf(sorted, query).map((item) => toKindRow(item, plantName)) }
  },
  'GET /maintain-s/power/system/gateway/{id}/device': async ({ params, query, context }) => {
    const devices = await listDevices(context.db, context.membership.plantId, context.nowMs, { withYesterday: true })
    const own = devices.filter(({ loggerId }) => loggerId === params.id)
    return { total: own.length, data: pageOf(own, query).map(toDeviceRow) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const keys: Readonly<Record<string, (one: KindView) => string | number>> = {
  id: ({ view }) => view.deviceId,
  name: ({ view }) => view.name,
  deviceSn: ({ view }) => view.serial,
}

const toKindRow = (one: KindView, plantName: string): KindRow => {
  const { view } = one
  const state = deviceStateOf(view)
  return {
    id: view.deviceId,
    deviceSn: view.serial,
    deviceName: view.name,
    deviceType: one.isVirtual ? 'BATTERY' : view.type,
    systemName: plantName,
    model: view.model,
    netState: state === deviceStates.offline ? 0 : 1,
    alertState: state === deviceStates.alarm ? 1 : 0,
    deviceState: state,
    parentDeviceSn: one.isVirtual ? view.serial : view.loggerSerial,
    collectionTime: toSecondsOrNull(view.lastAtMs),
    power: one.powerW,
    generation: toKwh(view.generationTodayWh),
    generationTotal: toKwh(view.generationTotalWh),
    buyTotal: toKwh(one.importWh),
    gridTotal: toKwh(one.exportWh),
    chargeTotal: toKwh(one.chargeWh),
    dischargeTotal: toKwh(one.dischargeWh),
    batterySoc: view.socPercent,
    virtual: one.isVirtual,
  }
}
