import { z } from 'zod'
import { administrator, endpoint, onPlant } from '../endpoint.ts'
import { epochSeconds, id, idParams, list, numberOrNull, pageQuery, plantListQuery } from '../page.ts'
import { changes } from './changes.ts'

/** What came from one address (IPv4, or an IPv6 /64) and spoke one other protocol. */
export const foreignPeerRow = z.object({
  address: z.string(),
  /** tls, http, at, modbus-tcp, v4, mqtt, growatt, solaredge, hoymiles, sma, iec-104, proxy, v5-local. */
  protocol: z.string(),
  times: z.number().int(),
  firstSeen: epochSeconds,
  lastSeen: epochSeconds,
})
export type ForeignPeerRow = z.infer<typeof foreignPeerRow>

/** A logger of a plant. waiting: registered, never heard. seen: it spoke. data: its records arrive. */
export const collectorRow = z.object({
  /** Its serial number; of a wire without serial numbers the address there. */
  deviceSn: z.string(),
  /** How it speaks to this server: solarman-v5, readings. */
  wire: z.string(),
  /** As its owner calls it, or empty. */
  name: z.string(),
  state: z.enum(['waiting', 'seen', 'data']),
  online: z.boolean(),
  firmware: z.string(),
  signalIntensity: numberOrNull,
  intervalMinutes: z.number().int(),
  heartbeatS: z.number().int(),
  registeredAt: epochSeconds.nullable(),
  firstSeen: epochSeconds.nullable(),
  lastSeen: epochSeconds.nullable(),
  lastData: epochSeconds.nullable(),
  workingTimeS: numberOrNull,
  totalWorkingTimeS: numberOrNull,
  deviceCount: z.number().int(),
  undecoded: z.number().int(),
  /** What those payloads are, up to five: the wire's word for their layout ('7799' is a sensor type). */
  undecodedKinds: z.array(z.string()),
  rejected: z.number().int(),
  /** Two live connections used this serial; one may be an impostor. */
  duplicateSeen: epochSeconds.nullable(),
  /** Only with the right to add devices: these data identify the site. */
  network: z.object({ mac: z.string(), localAddress: z.string(), ssid: z.string() }).nullable(),
})
export type CollectorRow = z.infer<typeof collectorRow>

export const unclaimedRow = z.object({
  deviceSn: z.string(),
  firstSeen: epochSeconds,
  lastSeen: epochSeconds,
  firmware: z.string(),
  waitingRecords: z.number().int(),
})

/** A logger as its settings show it. */
export const editableGateway = z.object({
  gatewayId: z.number().int(),
  /** What it is called on its wire: the serial number of a Solarman logger. */
  deviceSn: z.string(),
  /** As its owner calls it; empty: by its serial number. */
  gatewayName: z.string(),
  online: z.boolean(),
  deviceCount: z.number().int(),
  /** Networks from which alone its records are believed; empty: from all. Empty for whoever may not edit the plant. */
  allowedSources: z.array(z.string()),
  /** Only networks from which believed records came before. */
  strict: z.boolean(),
  /** What came under its serial number and nothing proves: stored, not counted. */
  unproven: z.object({ records: z.number().int(), since: epochSeconds, addresses: z.array(z.string()) }).nullable(),
})
export type EditableGateway = z.infer<typeof editableGateway>

export const gatewayCalls = {
  'GET /maintain-s/power/system/{id}/gateway': endpoint({
    summary: 'The loggers of a plant as they can be edited',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: plantListQuery,
    reply: list(editableGateway),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}': endpoint({
    summary: 'Rename a logger; without a name it goes by its serial number',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ gatewayName: z.string().trim().max(100) }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources': endpoint({
    summary: 'Say from which networks records of a logger are believed',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ allowedSources: z.array(z.string().trim().min(1).max(50)).max(20), strict: z.boolean() }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/unproven': endpoint({
    summary: 'Accept or discard the records of a logger that nothing proves',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ decision: z.enum(['accepted', 'discarded']) }),
    reply: z.object({ records: z.number().int() }),
  }),
  'DELETE /maintain-s/power/system/{id}/gateway': endpoint({
    summary: 'Take a logger out of a plant; its devices stay with their history',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({ gatewayId: id }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/v2/gateway': endpoint({
    summary: 'Register loggers to a plant by serial number',
    right: onPlant('addPlantDevice', 'params.id'),
    cost: 10,
    params: idParams,
    body: z.object({
      registerItems: z
        .array(z.strictObject({ deviceSn: z.string().trim().min(1).max(20) }))
        .min(1)
        .max(100),
      secret: z.string().max(100).optional(),
    }),
    reply: z.object({
      data: z.array(
        z.object({
          deviceSn: z.string(),
          result: z.enum(['REGISTERED', 'ALREADY_HERE', 'TAKEN', 'INVALID']),
          /** The number of stored records that are assigned now. */
          waitingRecords: z.number().int(),
        }),
      ),
    }),
  }),
  'GET /maintain-s/operating/station/{id}/collector': endpoint({
    summary: 'The loggers of a plant with their details',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: plantListQuery,
    reply: list(collectorRow).extend({
      /** The port on which this server listens for loggers, as seen from outside. */
      loggerPort: z.number().int(),
      /**
       * The addresses and names under which a logger may reach that port, the likeliest first: the public name, and for
       * whoever comes from a private network the server's own addresses there. Only for those who may add devices.
       */
      loggerAddresses: z.array(z.string()),
      /**
       * Within the last hour something came to that port from where this call comes from, and spoke another protocol. Only
       * for those who may add devices.
       */
      foreignPeer: foreignPeerRow.nullable(),
    }),
  }),
  'GET /maintain-s/operating/collector/foreign': endpoint({
    summary: 'What reached the port of the loggers within the last hour and spoke another protocol, on this node',
    right: administrator,
    query: pageQuery,
    reply: list(foreignPeerRow),
  }),
  'GET /maintain-s/operating/collector/unclaimed': endpoint({
    summary: 'Loggers that send data to this server but belong to no plant',
    right: administrator,
    query: pageQuery,
    reply: list(unclaimedRow),
  }),
} as const
