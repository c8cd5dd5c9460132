import { counterMeanings } from '@heliograph/domain/counter-meaning.ts'
import { deviceTypes } from '@heliograph/domain/device.ts'
import { spellListed } from '@heliograph/domain/listed-devices.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import {
  epochMs,
  epochSeconds,
  id,
  idParams,
  list,
  MOST_OF_PLANT,
  numberOrNull,
  pageQuery,
  plantListQuery,
} from '../page.ts'
import { changes } from './changes.ts'
import { status, statusReason } from './status.ts'

/** A device in a list. deviceStatus: 1 online, 2 alarm, 3 offline. generation in kWh, power in W. */
export const deviceRow = z.object({
  /** 0 for a logger that measures nothing itself. */
  deviceId: z.number().int(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypes),
  deviceStatus: z.number().int(),
  status: status.exclude(['partSilent']),
  /** null for a logger. */
  reason: statusReason.nullable(),
  model: z.string(),
  profileId: z.string(),
  gatewaySn: z.string().nullable(),
  signalIntensity: numberOrNull,
  generationPower: numberOrNull,
  generation: numberOrNull,
  /** Of the day before, by the device's days; null: nothing was measured. */
  generationYesterday: numberOrNull,
  generationTotal: numberOrNull,
  batterySoc: numberOrNull,
  collectionTime: epochSeconds.nullable(),
  intervalS: z.number().int(),
})
export type DeviceRow = z.infer<typeof deviceRow>

/** A device as its settings show it, including one that was removed from the plant. */
export const editableDevice = z.object({
  deviceId: z.number().int(),
  serial: z.string(),
  name: z.string(),
  type: z.enum(deviceTypes),
  /** The rating that bounds its counters; null: none is set, so the plant's capacity does. */
  ratedW: numberOrNull,
  /** The last day of its warranty. */
  warrantyUntil: z.iso.date().nullable(),
  loggerId: numberOrNull,
  /** It was removed with its history kept, and has not reported since. */
  removedAtMs: epochMs.nullable(),
  /**
   * waiting: larger than the plant has room for, so it is stored and counted once a person confirms it. discarded:
   * nothing of it is stored.
   */
  standing: z.enum(['counted', 'waiting', 'discarded']),
  waitsSinceMs: epochMs.nullable(),
  /** The most that it was heard to deliver, where it states no rating. */
  observedW: z.number(),
  /** Named by hand; no logger has reported it yet. */
  announcedAtMs: epochMs.nullable(),
  /** The devices that stood in its place before, the last one first. */
  replaced: z.array(z.object({ serial: z.string(), untilMs: epochMs })),
  /** Its last move between plants: it came, or went and left its history here. */
  moved: z
    .object({
      deviceId: z.number().int(),
      kind: z.enum(['came', 'went']),
      atMs: epochMs,
      /** The other plant; null: it is gone, or this session may not see it. */
      plantId: numberOrNull,
      plantName: z.string().nullable(),
      /** A logger of the plant that it left still sends its records, which are not counted. */
      still: z.object({ atMs: epochMs, loggerName: z.string().nullable() }).nullable(),
    })
    .nullable(),
})
export type EditableDevice = z.infer<typeof editableDevice>

/** A new device beside the one whose place it took. */
export const replacementCheck = z.object({
  name: z.string(),
  oldSerial: z.string(),
  newSerial: z.string(),
  atMs: epochMs,
  /** null: it has sent nothing yet, and the replacement can be taken back. */
  heardAtMs: epochMs.nullable(),
  /** Empty until its first record. */
  checks: z.array(
    z.object({
      /** Models by name, ratings and powers in W, the lifetime counter in Wh. */
      check: z.enum(['model', 'rating', 'power', 'sign', 'counter']),
      /** differs: a person should look. unknown: its records do not say. */
      result: z.enum(['good', 'differs', 'unknown']),
      before: z.union([z.string(), z.number(), z.null()]),
      after: z.union([z.string(), z.number(), z.null()]),
    }),
  ),
})
export type ReplacementCheck = z.infer<typeof replacementCheck>

/** As it stands on the label. */
const deviceSn = z
  .string()
  .trim()
  // As posted readings name their devices.
  .regex(/^[\x21-\x7e]{1,64}$/)

const announced = z.strictObject({
  deviceSn,
  deviceType: z.enum(deviceTypes).exclude(['COLLECTOR']),
  /** The logger through which it will report. */
  gatewayId: id,
  /** Missing: it goes by its serial number. */
  deviceName: z.string().trim().max(100).optional(),
})
export type WireAnnounced = z.infer<typeof announced>

const deviceEdit = z
  .strictObject({
    deviceName: z.string().trim().min(1).max(100),
    ratedPower: z.number().min(0.001).max(1_000_000_000).nullable(),
    warrantyLastDay: z.iso.date().nullable(),
    /** The logger through which it reports, until another one reports it. */
    gatewayId: id,
    /**
     * Meaning of its lifetime counter of generation; null: the profile or its nights decide. History is recounted.
     */
    counterMeaning: z.enum(counterMeanings).nullable(),
  })
  .partial()
  .refine((edit) => Object.keys(edit).length > 0)
export type WireDeviceEdit = z.infer<typeof deviceEdit>

const idsOfDevice = idParams.extend({ did: id })

const filter = z.object({
  deviceType: z
    .string()
    .max(40)
    .transform(spellListed)
    .pipe(z.enum(['ALL', ...deviceTypes]))
    .default('ALL'),
})

export const deviceCalls = {
  'GET /maintain-s/power/system/{id}/device': endpoint({
    summary: 'The devices of a plant as they can be edited, those taken out included',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    query: plantListQuery,
    reply: list(editableDevice),
  }),
  'POST /maintain-s/power/system/{id}/device': endpoint({
    summary: 'Announce a device by hand; it waits until a logger reports its first record',
    undo: 'ownWay',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams,
    body: announced,
    reply: z.object({ deviceId: z.number().int(), changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/replace': endpoint({
    summary: 'Put a new device in the place of an old one, whose history goes on under the new serial number',
    undo: 'ownWay',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({
      oldDeviceSn: deviceSn,
      newDeviceSn: deviceSn,
      /** The logger through which the new one will report; missing: where it was announced, else that of the old one. */
      gatewayId: id.optional(),
    }),
    reply: z.object({ deviceId: z.number().int(), changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/replace/undo': endpoint({
    summary: 'Give its place back to the device that stood there before, as long as the new one is silent',
    undo: 'ownWay',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idsOfDevice,
    body: z.strictObject({}),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/power/system/{id}/device/{did}/replacement': endpoint({
    summary: 'Compare a device with the one whose place it took, by its first records',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idsOfDevice,
    /** null: it took no other one's place. */
    reply: z.object({ replacement: replacementCheck.nullable() }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}': endpoint({
    summary:
      'Rename a device, say its rated power, warranty, logger or what its counter measures; what is left out stays',
    undo: {
      reads: 'GET /maintain-s/power/system/{id}/device',
      row: ['deviceId', 'did'],
      names: { deviceName: 'name', ratedPower: 'ratedW', warrantyLastDay: 'warrantyUntil', gatewayId: 'loggerId' },
    },
    right: onPlant('editPlant', 'params.id'),
    params: idsOfDevice,
    body: deviceEdit,
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/standing': endpoint({
    summary: 'Confirm that a device belongs to the plant, or discard it; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idsOfDevice,
    body: z.strictObject({ standing: z.enum(['counted', 'discarded']) }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/move': endpoint({
    summary: 'Move a device to another plant, where it reports through a logger of that plant; its history stays',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idsOfDevice,
    body: z.strictObject({
      /** The other plant; needs addPlantDevice there. */
      toSystemId: id,
      /** The logger there. */
      loggerId: id,
    }),
    reply: z.object({ changes }),
  }),
  'DELETE /maintain-s/power/system/{id}/device': endpoint({
    summary: 'Take a device out of a plant and keep its history, or erase both',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams,
    body: z.discriminatedUnion('history', [
      z.strictObject({ deviceId: id, history: z.literal('keep') }),
      /** name must equal the device's name. */
      z.strictObject({ deviceId: id, history: z.literal('erase'), name: z.string().max(200) }),
    ]),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/restore': endpoint({
    summary: 'Return a device that was taken out with its history kept',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idsOfDevice,
    body: z.strictObject({}),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/fast/device/{id}/device-types': endpoint({
    summary: 'The device types of a plant',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    reply: z.array(z.enum(deviceTypes)),
  }),
  'GET /maintain-s/power/system/{id}/deviceTypeList': endpoint({
    summary: 'The device types of a plant, with counts',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    reply: z.array(z.object({ deviceType: z.enum(deviceTypes), count: z.number().int() })),
  }),
  'GET /maintain-s/fast/device/{id}/device-list': endpoint({
    summary: 'The devices of a plant, of one type or all',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: filter.extend(plantListQuery.shape),
    reply: z.array(deviceRow).max(MOST_OF_PLANT),
  }),
  'POST /maintain-s/power/system/deviceList': endpoint({
    summary: 'The devices of a plant, page by page',
    reads: true,
    right: onPlant('viewPlantDevice', 'body.stationId'),
    cost: 3,
    query: pageQuery,
    body: filter.extend({ stationId: id }),
    reply: list(deviceRow),
  }),
} as const
