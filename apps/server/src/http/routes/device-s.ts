import type { RawFrame } from '@heliograph/contract/device-s/frames.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  compareDevices,
  deviceHistory,
  deviceStates,
  getDevice,
  getDeviceDetail,
  listComparable,
  listDeviceQuantities,
} from '../../fleet/devices/devices.ts'
import { type KeptFrame, listFrames } from '../../intake/ingest/ingest.ts'
import { toWireComparison, toWireHistory } from './device-history-wire.ts'
import { toWireDetail } from './device-wire.ts'
import type { FamilyHandlers } from './handler.ts'

const toRawFrame = ({ bytes, parts, ...frame }: KeptFrame): RawFrame => ({
  ...frame,
  hex: Buffer.from(bytes).toString('hex'),
  parts: [...parts],
})

export const deviceSHandlers: FamilyHandlers<'device-s'> = {
  'POST /device-s/device/v3/detail': async ({ body, context }) => {
    // A device of another plant of the same caller is not a device of this plant.
    if (body.siteId !== undefined && body.siteId !== context.membership.plantId) throw new Refusal('NOT_FOUND')
    return toWireDetail(await getDeviceDetail(context.db, body.deviceId, context.nowMs))
  },
  'GET /device-s/device/params': async ({ query, context }) => {
    const quantities = await listDeviceQuantities(context.db, query.deviceId)
    return quantities.map(({ id, key, unit, category, rollUp }) => ({
      key,
      quantity: id,
      unit,
      tag: category,
      rollUp,
    }))
  },
  'GET /device-s/device/{id}/stats/{period}': async ({ params, query, context }) => {
    const wanted = {
      deviceId: params.id,
      names: [...new Set([query.quantities].flat())],
      period: params.period,
      date: query.date,
    }
    return toWireHistory(await deviceHistory(context.db, wanted, context.nowMs))
  },
  'GET /device-s/device/{id}/frames': async ({ params, query, context }) => {
    const { db, services, nowMs } = context
    const device = await getDevice(db, params.id)
    const { total, items } = await listFrames(db, services.frames, device, query, nowMs)
    return { total, data: items.map(toRawFrame), keptSinceMs: services.frames.keptSinceMs() }
  },
  'GET /device-s/device/{id}/states': async ({ params, query, context }) => {
    const { states, faults, ...day } = await deviceStates(
      context.db,
      { deviceId: params.id, date: query.date },
      context.nowMs,
    )
    return { ...day, states, faults }
  },
  'GET /device-s/station/{id}/comparable': async ({ params, query, context }) => ({
    deviceIds: [...(await listComparable(context.db, params.id, [query.quantities].flat()))],
  }),
  'GET /device-s/station/{id}/stats/{period}': async ({ params, query, context }) => {
    const wanted = {
      plantId: params.id,
      deviceIds: [...new Set([query.deviceIds].flat())],
      names: [...new Set([query.quantities].flat())],
      period: params.period,
      date: query.date,
      every: query.every,
    }
    return toWireComparison(await compareDevices(context.db, wanted, context.nowMs))
  },
}
