import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { done, epochMs, id, idParams } from '../page.ts'

const targetParams = z.object({ id, targetId: id })

const address = {
  /** A way to read devices, of those that the list of targets names. */
  way: z.string().regex(/^[a-z0-9-]{1,30}$/),
  /** A name, or an IP address. */
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.:_[\]-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  /** The way's own. */
  settings: z
    .record(z.string().max(40), z.union([z.string().max(4_000), z.number().min(-1e9).max(1e9), z.boolean()]))
    .default({}),
}
/** Seconds between two rounds. Many logger sticks lose their cloud below a minute. */
const pollSeconds = z.number().int().min(10).max(3600).default(60)
/** Seconds for which one reading is stored: means of what is measured, the last of counters and states. */
const storeSeconds = z.number().int().min(10).max(300)

const found = {
  maker: z.string(),
  model: z.string(),
  serial: z.string(),
  firmware: z.string(),
  /** From 0 to 1. */
  confidence: z.number(),
  /** The evidence: model, serial, sunspec, values, ... */
  why: z.string(),
  /** How a meter is used, where the device states it. */
  role: z.string().nullable(),
}
/** A device that was found at an address. */
export const foundDevice = z.object({
  ...found,
  /** The plant has a device with this serial number already. */
  isKnown: z.boolean(),
  /** Adds it; for half an hour. */
  offer: z.string(),
})

/** Subject of an exchange: registers of a unit, a topic, path or message by its own name, or a telegram. */
const about = z.union([
  z.object({
    kind: z.literal('registers'),
    unit: z.number().int(),
    /** Of Modbus: 3 or 4. */
    fn: z.number().int(),
    address: z.number().int(),
    count: z.number().int(),
  }),
  z.object({ kind: z.enum(['topic', 'path', 'message']), name: z.string() }),
  z.object({ kind: z.enum(['telegram', 'brokenTelegram']) }),
])

const report = z.object({
  state: z.enum(['starting', 'working', 'waiting', 'closed']),
  reportedAtMs: epochMs,
  rounds: z.number().int(),
  failedRounds: z.number().int(),
  connections: z.number().int(),
  failedConnections: z.number().int(),
  answered: z.number().int(),
  refused: z.number().int(),
  /** Requests without a reply in time. */
  silent: z.number().int(),
  lastHeardMs: epochMs.nullable(),
  nextTryMs: epochMs.nullable(),
  failure: z.object({ reason: z.string(), sinceMs: epochMs, atMs: epochMs }).nullable(),
  /** The last exchanges with their bytes (hexadecimal), the newest first. */
  exchanges: z.array(
    z.object({
      at: z.number(),
      about,
      sent: z.string(),
      received: z.string(),
      outcome: z.enum(['answered', 'refused', 'silent', 'ended']),
      code: z.number().int().nullable(),
    }),
  ),
  /** Parts that a device does not answer, and when they are tried again. */
  leftOut: z.array(
    z.object({
      about,
      retryAtMs: epochMs,
      /** The code of the refusal; null: no answer came. */
      code: z.number().int().nullable(),
    }),
  ),
  /** Serial numbers of devices that do not answer although their endpoint does. */
  asleep: z.array(z.string()),
  /** Serial numbers that answered in place of others: nothing of them is taken. */
  otherDevices: z.array(z.object({ expected: z.string(), found: z.string() })),
  live: z.array(
    z.object({
      serial: z.string(),
      type: z.string(),
      model: z.string(),
      at: z.number(),
      values: z.array(
        z.object({
          quantity: z.string(),
          value: z.number(),
          unit: z.string(),
          /** The word of a code in the state table of the device; null: it has none. */
          state: z.string().nullable(),
        }),
      ),
      /** Quantities whose values are left out, and why. */
      complaints: z.array(z.object({ code: z.string(), quantity: z.string().nullable(), raw: z.number().nullable() })),
    }),
  ),
})

export const target = z.object({
  id,
  loggerId: id,
  name: z.string(),
  /** The agent that reads it; null: this server. */
  agentId: id.nullable(),
  way: z.string(),
  host: z.string(),
  port: z.number().int(),
  pollSeconds: z.number().int(),
  storeSeconds: z.number().int(),
  devices: z.array(z.object(found)),
  /** A person wants it to be left alone for now. */
  isPaused: z.boolean(),
  /** The address at which it was before it was found again by its serial number; null: it never moved. */
  movedFrom: z.string().nullable(),
  /** Of a device that is not reached for three days: ports that took a connection before, and those that do now. */
  lost: z.object({ sinceMs: epochMs, before: z.array(z.number().int()), now: z.array(z.number().int()) }).nullable(),
  /** null: no node has read it yet. */
  report: report.nullable(),
})
export type TargetRow = z.infer<typeof target>

export const targetCalls = {
  'GET /maintain-s/station/{id}/targets': endpoint({
    summary: 'Endpoints of devices that this server reads for a plant, each with its last exchanges',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    reply: z.object({
      /** Whether the operator lets this server read devices at all. */
      isOpen: z.boolean(),
      ways: z.array(z.object({ id: z.string(), ports: z.array(z.number().int()) })),
      /** Loggers of the plant that could be read over their own connections; isAllowed: the owner lets them be asked. */
      loggers: z.array(z.object({ serial: z.string(), name: z.string(), isAllowed: z.boolean() })),
      data: z.array(target),
    }),
  }),
  'POST /maintain-s/station/{id}/targets/probe': endpoint({
    summary: 'Look which devices answer at an address, within the networks that the operator allows',
    undo: 'act',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 60,
    params: idParams,
    body: z.strictObject({
      ...address,
      /** An agent of the plant that looks; missing: this server. */
      agentId: id.optional(),
    }),
    reply: z.object({ data: z.array(foundDevice) }),
  }),
  'POST /maintain-s/station/{id}/targets': endpoint({
    summary: 'Read devices that were found at an address, from now on',
    undo: 'ownWay',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    body: z.strictObject({
      /** Of one address. */
      offers: z.array(z.string().min(10).max(20_000)).min(1).max(32),
      name: z.string().max(100).default(''),
      pollSeconds,
      /** Missing: as the operator chose. */
      storeSeconds: storeSeconds.optional(),
    }),
    reply: z.object({ id }),
  }),
  'POST /maintain-s/station/{id}/targets/{targetId}': endpoint({
    summary: 'Change how often an endpoint is read and stored',
    undo: 'unkept',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: targetParams,
    body: z.strictObject({ pollSeconds, storeSeconds: storeSeconds.default(60) }),
    reply: done,
  }),
  'POST /maintain-s/station/{id}/targets/{targetId}/pause': endpoint({
    summary: 'Leave an endpoint alone for now, so that another program can reach it, or read it again',
    undo: 'ownWay',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: targetParams,
    body: z.strictObject({ paused: z.boolean() }),
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/targets/{targetId}': endpoint({
    summary: 'Read an endpoint no more; its devices keep their history',
    undo: 'final',
    right: onPlant('deletePlantDevice', 'params.id'),
    features: ['gateway'],
    params: targetParams,
    reply: done,
  }),
  'POST /maintain-s/station/{id}/targets/{targetId}/read': endpoint({
    summary: 'Read an endpoint now, before its turn',
    undo: 'act',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 10,
    params: targetParams,
    reply: done,
  }),
  'POST /maintain-s/station/{id}/targets/{targetId}/history': endpoint({
    summary: 'Import the hours that a source has kept, as Home Assistant does; undone like any import',
    undo: 'act',
    right: onPlant('editPlant', 'params.id'),
    features: ['gateway'],
    cost: 100,
    params: targetParams,
    reply: z.object({ importId: id }),
  }),
} as const
