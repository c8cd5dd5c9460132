import { deviceTypes } from '@heliograph/domain/device.ts'
import { listedDevices, spellListed } from '@heliograph/domain/listed-devices.ts'
import { z } from 'zod'
import { endpoint, onLogger, onPlant } from '../endpoint.ts'
import { epochSeconds, idParams, list, numberOrNull, pageQuery, plantListQuery } from '../page.ts'
import { deviceRow } from './device.ts'

const listed = z.string().max(40).transform(spellListed).pipe(z.enum(listedDevices))

/** A device of one kind. Powers in W, energies in kWh, each as the device itself reports it; null: it does not report it. */
export const kindRow = z.object({
  /** Of a battery that an inverter reports (`virtual`): the inverter's. 0 for a logger that measures nothing itself. */
  id: z.number().int(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypes),
  /** The name of the plant. */
  systemName: z.string(),
  model: z.string(),
  /** 1 online, 0 offline: not the scale of deviceState (1 online, 2 alarm, 3 offline). */
  netState: z.union([z.literal(0), z.literal(1)]),
  /** 1: it reports a fault. */
  alertState: z.union([z.literal(0), z.literal(1)]),
  deviceState: z.number().int(),
  /** Of the logger; of a virtual battery that of its inverter. */
  parentDeviceSn: z.string().nullable(),
  collectionTime: epochSeconds.nullable(),
  /**
   * An inverter's production, a meter's grid power (import > 0), a battery's power (discharge > 0), a load's consumption; of
   * others the first power that a device of its type is known by. null while it is late.
   */
  power: numberOrNull,
  generation: numberOrNull,
  generationTotal: numberOrNull,
  buyTotal: numberOrNull,
  gridTotal: numberOrNull,
  chargeTotal: numberOrNull,
  dischargeTotal: numberOrNull,
  batterySoc: numberOrNull,
  /** The inverter reports this battery; no device of its own does. */
  virtual: z.boolean(),
})
export type KindRow = z.infer<typeof kindRow>

export const deviceKindCalls = {
  'GET /maintain-s/operating/station/{id}/{x}': endpoint({
    summary: 'The devices of a plant of one kind or type, or all, with their newest values',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams.extend({ x: listed }),
    query: pageQuery,
    reply: list(kindRow),
  }),
  'GET /maintain-s/power/system/gateway/{id}/device': endpoint({
    summary: 'The devices that report through a logger',
    right: onLogger('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: plantListQuery,
    reply: list(deviceRow),
  }),
} as const
