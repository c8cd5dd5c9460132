import { ownerships } from '@heliograph/domain/ownership.ts'
import { z } from 'zod'
import { administrator, endpoint, onPlant } from '../endpoint.ts'
import { epochMs, epochSeconds, id, idParams, list, numberOrNull, pageQuery, plantListQuery } from '../page.ts'
import { undecodedReasons } from '../unread.ts'
import { changes } from './changes.ts'

/** Connections from one address (IPv4, or an IPv6 /64) with one foreign protocol. */
export const foreignPeerRow = z.object({
  address: z.string(),
  /** tls, http, at, modbus-tcp, v4, mqtt, growatt, solaredge, hoymiles, sma, iec-104, proxy, v5-local. */
  protocol: z.string(),
  times: z.number().int(),
  firstSeen: epochSeconds,
  lastSeen: epochSeconds,
})
export type ForeignPeerRow = z.infer<typeof foreignPeerRow>

/** How it came to the plant. claimed: by its label. posted: by a program. paired: by a token. */
const ownership = z.enum(ownerships)

/** A logger of a plant. waiting: registered, never connected. seen: it has connected. data: its records arrive. */
export const collectorRow = z.object({
  /** Its serial number; of a wire without serial numbers the address there. */
  deviceSn: z.string(),
  /** Its wire: solarman-v5, readings. */
  wire: z.string(),
  ownership,
  /** As its owner calls it, or empty. */
  name: z.string(),
  state: z.enum(['waiting', 'seen', 'data']),
  online: z.boolean(),
  firmware: z.string(),
  signalIntensity: numberOrNull,
  intervalS: z.number().int(),
  heartbeatS: z.number().int(),
  registeredAt: epochSeconds.nullable(),
  firstSeen: epochSeconds.nullable(),
  lastSeen: epochSeconds.nullable(),
  lastData: epochSeconds.nullable(),
  workingTimeS: numberOrNull,
  totalWorkingTimeS: numberOrNull,
  deviceCount: z.number().int(),
  /** Records that could not be read, and why; those that were rejected are not among them. */
  undecoded: z.number().int(),
  undecodedReasons,
  /** Records that nothing proves to be the logger's own: stored, in no figure, until its owner decides. */
  unproven: z.number().int(),
  /** Records whose time is impossible, or older than this server takes. */
  rejected: z.number().int(),
  /** Two live connections used this serial; one may be an impostor. */
  duplicateSeen: epochSeconds.nullable(),
  /** Only with the right to add devices: these data identify the site. */
  network: z.object({ mac: z.string(), localAddress: z.string(), ssid: z.string() }).nullable(),
  /** The logger that stood in its place before. */
  replaced: z.object({ deviceSn: z.string(), at: epochSeconds }).nullable(),
})
export type CollectorRow = z.infer<typeof collectorRow>

const unclaimedRow = z.object({
  wire: z.string(),
  serial: z.string(),
  firstSeenMs: epochMs,
  lastSeenMs: epochMs,
  firmware: z.string(),
  waitingRecords: z.number().int(),
  /** Records that exceeded the bounds of waiting. */
  dropped: z.number().int(),
})

/** A logger that the plant claims without a proof so far. The reply does not reveal whether it is known. */
export const claimRow = z.object({
  deviceSn: z.string(),
  claimedAt: epochSeconds,
  /** Until when its restart is awaited; null: none was requested. */
  restartUntil: epochSeconds.nullable(),
  /** State of the last dispute about it. */
  dispute: z.enum(['open', 'refused']).nullable(),
  /** The serial number of the logger whose place it takes once it is proven. */
  replaces: z.string().nullable(),
})
export type ClaimRow = z.infer<typeof claimRow>

const dispute = z.object({
  id: z.number().int(),
  serial: z.string(),
  reason: z.string(),
  openedAtMs: epochMs,
  /** The person who claims it; null: the account is gone. */
  openedBy: z.string().nullable(),
  plant: z.object({ id: z.number().int(), name: z.string() }),
  /** null: the logger has no owner. */
  holder: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  lastSeenMs: epochMs.nullable(),
  /** Whether the claiming browser is in the network of the logger; null: not known. */
  isAtLogger: z.boolean().nullable(),
})

/** Registrations of one call, and of one account in a minute. */
export const MOST_REGISTRATIONS = 30

const serial = z.string().trim().min(1).max(20)

/**
 * ELSEWHERE: at another plant that the session may see. WAITING: unknown, someone else's or not proven; the reply is the
 * same. NOT_IN_REGION: message 59, by the operator's list of serial numbers.
 */
const result = z.enum(['REGISTERED', 'ALREADY_HERE', 'ELSEWHERE', 'WAITING', 'INVALID', 'NOT_IN_REGION'])
/** The plant that has it, of ELSEWHERE. */
const plant = z.object({ id: z.number().int(), name: z.string() }).optional()
export const registeredRow = z.object({
  deviceSn: z.string(),
  result,
  plant,
  /** The number of stored records that are assigned now. */
  waitingRecords: z.number().int(),
})
export type RegisteredRow = z.infer<typeof registeredRow>
const labelCode = z.string().trim().min(6).max(100)

const unprovenRecords = z.object({ records: z.number().int(), since: epochSeconds, addresses: z.array(z.string()) })

/** A logger as its settings show it. */
export const editableGateway = z.object({
  gatewayId: z.number().int(),
  /** Name on its wire: the serial number of a Solarman logger. */
  deviceSn: z.string(),
  /** As its owner calls it; empty: by its serial number. */
  gatewayName: z.string(),
  ownership,
  online: z.boolean(),
  deviceCount: z.number().int(),
  /** The only networks from which its records count; empty: all. Empty without the right to edit the plant. */
  allowedSources: z.array(z.string()),
  /** Only networks from which its records have counted before. */
  strict: z.boolean(),
  /** Unproven records under its serial number: stored, not counted. */
  unproven: unprovenRecords.extend({ senders: z.array(unprovenRecords.extend({ network: z.string() })) }).nullable(),
})
export type EditableGateway = z.infer<typeof editableGateway>

/** From where records of a logger came: IPv4, or an IPv6 /64. */
const gatewayAddress = z.object({
  address: z.string(),
  firstMs: epochMs,
  lastMs: epochMs,
  /** Written every ten minutes. */
  records: z.number().int(),
})
export type LoggerAddress = Readonly<z.infer<typeof gatewayAddress>>

/** Everything that an address sent since an instant, taken back. taking, giving: until the history was counted anew. */
const takeBack = z.object({
  number: z.number().int(),
  address: z.string(),
  sinceMs: epochMs,
  state: z.enum(['taking', 'taken', 'giving', 'given']),
  records: z.number().int(),
  takenAtMs: epochMs,
  takenBy: z.string().nullable(),
})
export type TakeBack = Readonly<z.infer<typeof takeBack>>

const takeBackWanted = z.strictObject({
  address: z.string().trim().min(2).max(60),
  sinceMs: z.number().int().min(0).max(253_402_300_799_000),
})

export const gatewayCalls = {
  'GET /maintain-s/power/system/{id}/gateway': endpoint({
    summary: 'The loggers of a plant as they can be edited',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: plantListQuery,
    reply: list(editableGateway),
  }),
  'GET /maintain-s/power/system/{id}/gateway/{gid}': endpoint({
    summary: 'One logger of a plant with its details',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams.extend({ gid: id }),
    reply: collectorRow.extend({ gatewayId: z.number().int(), stationId: z.number().int() }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}': endpoint({
    summary: 'Rename a logger; without a name it goes by its serial number',
    undo: {
      reads: 'GET /maintain-s/power/system/{id}/gateway',
      row: ['gatewayId', 'gid'],
      names: { name: 'gatewayName' },
    },
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ name: z.string().trim().max(100) }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/move': endpoint({
    summary: 'Move a logger with its devices to another plant; what it recorded before stays where it is',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({
      /** The other plant; needs addPlantDevice there. */
      toSystemId: id,
    }),
    reply: z.object({ changes, devices: z.number().int() }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources': endpoint({
    summary: 'Say from which networks records of a logger are believed',
    undo: { reads: 'GET /maintain-s/power/system/{id}/gateway', row: ['gatewayId', 'gid'] },
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ allowedSources: z.array(z.string().trim().min(1).max(50)).max(20), strict: z.boolean() }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/unproven': endpoint({
    summary: 'Accept or discard the records of a logger that nothing proves',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    /** `network`: of one sender, as listed; missing: of all. */
    body: z.strictObject({ decision: z.enum(['accepted', 'discarded']), network: z.string().max(64).optional() }),
    reply: z.object({ records: z.number().int() }),
  }),
  'GET /maintain-s/power/system/{id}/gateway/{gid}/addresses': endpoint({
    summary: 'From which addresses records of a logger came, and what was taken back of them',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams.extend({ gid: id }),
    reply: z.object({ addresses: z.array(gatewayAddress), takeBacks: z.array(takeBack) }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/preview': endpoint({
    summary: 'What would be taken back: records by day of the plant',
    reads: true,
    right: onPlant('deletePlantDevice', 'params.id'),
    cost: 20,
    params: idParams.extend({ gid: id }),
    body: takeBackWanted,
    reply: z.object({
      records: z.number().int(),
      days: z.array(z.object({ date: z.string(), records: z.number().int() })),
    }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/takeBack': endpoint({
    summary: 'Take back everything that came from an address since an instant; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    cost: 60,
    params: idParams.extend({ gid: id }),
    body: takeBackWanted,
    reply: z.object({ number: z.number().int() }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/giveBack': endpoint({
    summary: 'Put back what was taken back; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    cost: 60,
    params: idParams.extend({ gid: id }),
    body: z.strictObject({ number: z.number().int().positive() }),
    reply: z.object({}),
  }),
  'DELETE /maintain-s/power/system/{id}/gateway': endpoint({
    summary: 'Take a logger out of a plant; its devices stay with their history',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({ loggerId: id }),
    reply: z.object({ changes }),
  }),
  'DELETE /maintain-s/power/system/{id}/gateway/{sn}': endpoint({
    summary: 'Take a logger out of a plant by its serial number, or take back that the plant claims it',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams.extend({ sn: z.string().min(1).max(40) }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/v2/gateway': endpoint({
    summary: 'Register loggers to a plant by serial number; those that are not proven to be its own wait for a proof',
    undo: 'act',
    features: ['gateway'],
    right: onPlant('addPlantDevice', 'params.id'),
    cost: 10,
    params: idParams,
    body: z.object({
      registerItems: z
        .array(z.strictObject({ deviceSn: serial }))
        .min(1)
        .max(MOST_REGISTRATIONS),
      /** The check code of the label, where one logger is registered. */
      secret: labelCode.optional(),
    }),
    reply: z.object({
      data: z.array(registeredRow),
    }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace': endpoint({
    summary:
      'Put a new logger in the place of an old one; its devices go along, and the old one is let go. WAITING: with its proof',
    undo: 'ownWay',
    features: ['gateway'],
    right: onPlant('deletePlantDevice', 'params.id'),
    cost: 10,
    params: idParams.extend({ gid: id }),
    body: z.strictObject({
      serial,
      /** The check code of its label. */
      secret: labelCode.optional(),
    }),
    reply: z.object({ result, plant, changes }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace/undo': endpoint({
    summary:
      'Give its place back to the logger that stood there before; the new one is let go, unless it was in the plant before',
    undo: 'ownWay',
    right: onPlant('deletePlantDevice', 'params.id'),
    params: idParams.extend({ gid: id }),
    body: z.strictObject({}),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}': endpoint({
    summary: 'Prove that a logger belongs to the plant; x is its serial number',
    undo: 'access',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams.extend({ x: serial }),
    query: z.object({
      /**
       * ADDRESS: the logger connects from the network of this call. RESTART: it is restarted within two minutes. CODE:
       * the check code of its label.
       */
      verificationType: z.enum(['ADDRESS', 'RESTART', 'CODE']),
    }),
    body: z.strictObject({
      /** The check code. */
      secret: labelCode.optional(),
    }),
    reply: z.object({
      proven: z.boolean(),
      /** Until when the restart is awaited. */
      restartUntil: epochSeconds.nullable(),
    }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute': endpoint({
    summary: 'Ask the administrators of this server for a logger that cannot be proven',
    undo: 'access',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams.extend({ sn: serial }),
    body: z.strictObject({ reason: z.string().trim().min(10).max(1_000) }),
    reply: z.object({}),
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
       * callers from a private network the server's own addresses there. Only for those who may add devices.
       */
      loggerAddresses: z.array(z.string()),
      /** Loggers that wait for a proof that they belong here. */
      claims: z.array(claimRow),
      /** Whether the check code of a label is a proof here: this server has a list of them. */
      labelCodes: z.boolean(),
      /** Loggers reach this server through a proxy that hides their addresses: none can prove itself by its network. */
      addressesHidden: z.boolean(),
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
  'GET /maintain-s/operating/collector/disputes': endpoint({
    summary: 'Loggers about which plants disagree, the oldest dispute first',
    right: administrator,
    query: pageQuery,
    reply: list(dispute),
  }),
  'POST /maintain-s/operating/collector/disputes/{disputeId}': endpoint({
    summary: 'Decide a dispute: the logger goes to the plant that claims it, or stays; both sides are told',
    undo: 'access',
    right: administrator,
    params: z.object({ disputeId: id }),
    body: z.strictObject({ decision: z.enum(['claimant', 'holder']) }),
    reply: z.object({ id: z.number().int(), serial: z.string() }),
  }),
  'POST /maintain-s/operating/collector/label-codes': endpoint({
    summary: 'Keep the check codes of labels, as they come with a delivery of loggers',
    undo: 'access',
    right: administrator,
    body: z.strictObject({
      codes: z
        .array(z.strictObject({ serial, code: labelCode }))
        .min(1)
        .max(1_000),
    }),
    reply: z.object({
      /** Serial numbers that are none. */
      invalid: z.array(z.string()),
    }),
  }),
} as const
