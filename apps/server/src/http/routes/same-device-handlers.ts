import {
  denyLikeness,
  listSameDevices,
  mergeDevices,
  type SameDevices,
  splitDevices,
} from '../../fleet/devices/devices.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

const toSource = ({ deviceId, name, serial, loggerName }: SameDevices['merged'][number]['counts']) => ({
  deviceId,
  deviceName: name,
  serial,
  loggerName,
})

export const sameDeviceHandlers = {
  'GET /maintain-s/station/{id}/same-devices': async ({ params, context: { db } }) => {
    const { alike, merged } = await listSameDevices(db, params.id)
    return {
      alike: alike.map(({ devices, likeness, seenAtMs }) => ({
        devices: devices.map(toSource),
        likeness,
        at: toSeconds(seenAtMs),
      })),
      merged: merged.map(({ counts, second, from }) => ({ counts: toSource(counts), second: toSource(second), from })),
    }
  },
  'POST /maintain-s/station/{id}/same-devices': async ({ params, body, context: { db, services } }) => {
    const { counts, second } = await mergeDevices(db, services.recounts, { plantId: params.id, ...body })
    return { changes: [{ field: 'secondSource', before: null, after: `${second} → ${counts}` }] }
  },
  'POST /maintain-s/station/{id}/same-devices/split': async ({ params, body, context: { db, services } }) => {
    const { counts, second } = await splitDevices(db, services.recounts, { plantId: params.id, ...body })
    return { changes: [{ field: 'secondSource', before: `${second} → ${counts}`, after: null }] }
  },
  'POST /maintain-s/station/{id}/same-devices/deny': async ({ params, body, context: { db } }) => {
    await denyLikeness(db, { plantId: params.id, ...body })
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
