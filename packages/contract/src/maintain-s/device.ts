import { deviceTypes } from '@heliograph/domain/device.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochSeconds, id, idParams, list, numberOrNull, pageQuery } from '../page.ts'

/** A device in a list. deviceStatus: 1 online, 2 alarm, 3 offline. generation in kWh, power in W. */
export const deviceRow = z.object({
  /** 0 for a logger that is no measuring device of its own. */
  deviceId: z.number().int(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypes),
  deviceStatus: z.number().int(),
  asleep: z.boolean(),
  model: z.string(),
  profileId: z.string(),
  gatewaySn: z.string().nullable(),
  signalIntensity: numberOrNull,
  generationPower: numberOrNull,
  generation: numberOrNull,
  generationTotal: numberOrNull,
  batterySoc: numberOrNull,
  collectionTime: epochSeconds.nullable(),
  intervalS: z.number().int(),
})
export type DeviceRow = z.infer<typeof deviceRow>

const filter = z.object({ deviceType: z.enum(['ALL', ...deviceTypes]).default('ALL') })

export const deviceCalls = {
  'GET /maintain-s/fast/device/{id}/device-types': endpoint({
    summary: 'The device types of a plant',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    reply: z.array(z.enum(deviceTypes)),
  }),
  'GET /maintain-s/power/system/{id}/deviceTypeList': endpoint({
    summary: 'The device types of a plant, with counts',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    reply: z.array(z.object({ deviceType: z.enum(deviceTypes), count: z.number().int() })),
  }),
  'GET /maintain-s/fast/device/{id}/device-list': endpoint({
    summary: 'The devices of a plant, of one type or all',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    query: filter,
    reply: z.array(deviceRow),
  }),
  'POST /maintain-s/power/system/deviceList': endpoint({
    summary: 'The devices of a plant, page by page',
    reads: true,
    right: onPlant('viewPlantDevice', 'body.stationId'),
    query: pageQuery,
    body: filter.extend({ stationId: id }),
    reply: list(deviceRow),
  }),
} as const
